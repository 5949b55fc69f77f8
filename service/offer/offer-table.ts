import { date, foreignKey, index, numeric, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { ticketing } from '../catalog/catalog-table';
import { productTable } from '../product/product-table';

export const offerTable = ticketing.table(
  'offer',
  {
    catalogId: uuid('catalog_id').notNull(),
    id: uuid().notNull(),
    productId: uuid('product_id').notNull(),
    key: text().notNull(),
    day: date().notNull(),
    price: numeric({ precision: 14, scale: 2 }).notNull(),
    originalPrice: numeric('original_price', { precision: 14, scale: 2 }).notNull(),
    priceExclTax: numeric('price_excl_tax', { precision: 14, scale: 2 }),
    /** When the price was fetched from the issuer's source; null: at the catalogue's last import. */
    pricedAt: timestamp('priced_at', { withTimezone: true }),
    /** Sold from this moment; null: at once. */
    saleStartsAt: timestamp('sale_starts_at', { withTimezone: true }),
    saleEndsAt: timestamp('sale_ends_at', { withTimezone: true }).notNull(),
    retiredAt: timestamp('retired_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.id] }),
    foreignKey({
      columns: [table.catalogId, table.productId],
      foreignColumns: [productTable.catalogId, productTable.id],
    }),
    index('offer_by_product').on(table.catalogId, table.productId, table.day),
    index('offer_by_day').on(table.catalogId, table.day, table.id),
  ],
);
