import { boolean, jsonb, numeric, text, uuid } from 'drizzle-orm/pg-core';
import { checkoutId, checkoutTable, moment, storefront } from './checkout-table';

/** A checkout that is paid with the price of tickets of an earlier order: its `credit`. */
export const rebookingTable = storefront.table('rebooking', {
  checkoutId: checkoutId().primaryKey(),
  /** The purchase whose tickets are exchanged. */
  earlierId: uuid('earlier_id')
    .notNull()
    .references(() => checkoutTable.id),
  /** The first of its orders at the service: for the release before, which exchanges the tickets of one. */
  orderId: uuid('order_id').notNull(),
  /** The seller of the tickets: they pay for others of it. Null: the release before has written the row. */
  catalogId: uuid('catalog_id'),
  /** What was paid for the tickets; null as above: it is the credit of the checkout. */
  amount: numeric({ precision: 14, scale: 2 }),
  /** Paths of the single tickets: all of each unit, of one or several orders. */
  tickets: jsonb().$type<string[]>().notNull(),
  /** The member of staff who exchanges them; null: the customer. */
  staff: text(),
  /** By an admin, against the rule of the product. */
  override: boolean().notNull(),
  /** How much of the credit may be paid back, as cancelling the tickets would when they were credited; null: all. */
  refundable: numeric({ precision: 14, scale: 2 }),
  createdAt: moment('created_at').notNull(),
});

export type Rebooking = typeof rebookingTable.$inferSelect;

/** Tickets that are to be exchanged for what is held next, until that is ordered or the customer keeps them. */
export const startedExchangeTable = storefront.table('started_exchange', {
  /** The purchase whose tickets are exchanged: one exchange at a time. */
  earlierId: uuid('earlier_id')
    .primaryKey()
    .references(() => checkoutTable.id),
  /** The keys of the units, and how many of each product they are. */
  units: jsonb().$type<string[]>().notNull(),
  products: jsonb().$type<Record<string, number>>().notNull(),
  /** What was paid for them, in money and with a gift card. */
  amount: numeric({ precision: 14, scale: 2 }).notNull(),
  startedAt: moment('started_at').notNull(),
});

export type StartedExchange = typeof startedExchangeTable.$inferSelect;
