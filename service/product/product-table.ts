import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { CancellationRule, RebookingRule } from '../../lib/contract/return-rule';
import { catalogTable, ticketing, type Text } from '../catalog/catalog-table';
import type { StoredImage } from '../event/event-table';
import { eventTable } from '../event/event-table';

export const productTable = ticketing.table(
  'product',
  {
    catalogId: uuid('catalog_id').notNull(),
    id: uuid().notNull(),
    key: text().notNull(),
    position: integer().notNull(),
    name: jsonb().$type<Text>().notNull(),
    description: jsonb().$type<Text>().notNull(),
    image: jsonb().$type<StoredImage>(),
    productBaseId: uuid('product_base_id'),
    /** The issuer's key of the base; null also in rows that were imported before it was kept. */
    productBase: text('product_base'),
    /** A fraction: 0.2 is 20 %. */
    vatRate: numeric('vat_rate'),
    realtimePriceRequired: boolean('realtime_price_required').notNull(),
    /** Ids of the forms to fill in for each ticket. */
    formIds: jsonb('form_ids').$type<string[]>().notNull().default([]),
    /** How customers may cancel; null: they can't. */
    cancellation: jsonb().$type<CancellationRule>(),
    /** How they may exchange tickets for others; null: they can't. */
    rebooking: jsonb().$type<RebookingRule>(),
    /** What is bought is a voucher with the price as its balance. */
    giftCard: boolean('gift_card').notNull().default(false),
    /** How many are booked as one item: at least, and at most; null: only the limit of all items counts. */
    minimumQuantity: integer('minimum_quantity').notNull().default(1),
    maximumQuantity: integer('maximum_quantity'),
    retiredAt: timestamp('retired_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.id] }),
    foreignKey({ columns: [table.catalogId], foreignColumns: [catalogTable.id] }),
    index('product_by_base').on(table.productBaseId),
  ],
);

/** The admissions that a product includes; every offer of the product has these tickets. */
export const ticketTable = ticketing.table(
  'ticket',
  {
    catalogId: uuid('catalog_id').notNull(),
    id: uuid().notNull(),
    productId: uuid('product_id').notNull(),
    eventId: uuid('event_id').notNull(),
    key: text().notNull(),
    position: integer().notNull(),
    name: jsonb().$type<Text>().notNull(),
    description: jsonb().$type<Text>().notNull(),
    dateAccess: boolean('date_access').notNull(),
    /** Gives access only to sessions with this tag. */
    tag: text(),
    /** The zone of a seat plan whose seats it is valid for; null: all of them. */
    zone: text(),
    retiredAt: timestamp('retired_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.id] }),
    foreignKey({
      columns: [table.catalogId, table.productId],
      foreignColumns: [productTable.catalogId, productTable.id],
    }),
    foreignKey({
      columns: [table.catalogId, table.eventId],
      foreignColumns: [eventTable.catalogId, eventTable.id],
    }),
    index('ticket_by_product').on(table.catalogId, table.productId, table.position),
    index('ticket_by_event').on(table.catalogId, table.eventId),
  ],
);
