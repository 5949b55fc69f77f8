import { index, integer, jsonb, numeric, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import { ticketing } from '../catalog/catalog-table';

/** A reservation of one offer, and what its price was when it was made. */
export const reservationTable = ticketing.table(
  'reservation',
  {
    organizationId: uuid('organization_id').notNull(),
    id: uuid().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    releasedAt: timestamp('released_at', { withTimezone: true }),
    /** Set once, when it becomes an order. */
    orderId: uuid('order_id'),
    catalogId: uuid('catalog_id').notNull(),
    offerId: uuid('offer_id').notNull(),
    productId: uuid('product_id').notNull(),
    quantity: integer().notNull(),
    unitAmount: numeric('unit_amount', { precision: 14, scale: 2 }).notNull(),
    unitAmountExclTax: numeric('unit_amount_excl_tax', { precision: 14, scale: 2 }).notNull(),
    /** [{ ticket, event, session }]: ids; session null for date access. */
    tickets: jsonb().notNull(),
    /** How many counters it holds units of. */
    heldCounters: integer('held_counters').notNull(),
    /** How often its time was made longer. */
    extensions: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('reservation_by_time').on(table.organizationId, table.createdAt, table.id),
  ],
);
