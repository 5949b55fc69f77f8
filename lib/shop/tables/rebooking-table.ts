import { boolean, jsonb, numeric, text, uuid } from 'drizzle-orm/pg-core';
import { checkoutId, checkoutTable, moment, storefront } from './checkout-table';

/** A checkout that is paid with the price of tickets of an earlier order: its `credit`. */
export const rebookingTable = storefront.table('rebooking', {
  checkoutId: checkoutId().primaryKey(),
  /** The purchase whose tickets are exchanged, and its order at the service. */
  earlierId: uuid('earlier_id')
    .notNull()
    .references(() => checkoutTable.id),
  orderId: uuid('order_id').notNull(),
  /** Paths of the single tickets: all of each unit. */
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
