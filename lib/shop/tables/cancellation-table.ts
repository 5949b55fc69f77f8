import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, numeric, text, uuid } from 'drizzle-orm/pg-core';
import { oneOf } from '../../database/columns';
import { checkoutId, checkoutTable, moment, plainReference, storefront } from './checkout-table';

/** `cancelled`: by the service; refunds return the money. `refused`: the service has cancelled nothing. */
const cancellationStates = ['requested', 'cancelled', 'refused'] as const;

/** Why the service has cancelled nothing. */
export const cancellationProblems = [
  'not_cancellable',
  'deadline_passed',
  'redeemed',
  'not_valid',
  'unsupported',
  'forbidden',
] as const;
export type CancellationProblem = (typeof cancellationProblems)[number];

/** Tickets of one order that are cancelled together. */
export const cancellationTable = storefront.table(
  'cancellation',
  {
    /** Also identifies the request to the service. */
    id: uuid().primaryKey(),
    checkoutId: checkoutId(),
    /** The order at the service. */
    orderId: uuid('order_id').notNull(),
    /** Paths of the single tickets. */
    tickets: jsonb().$type<string[]>().notNull(),
    state: oneOf('state', cancellationStates).notNull(),
    /** The member of staff who has requested it; null: the customer. */
    staff: text(),
    /** Why, as it was typed: for the service and for staff. */
    reason: text().notNull(),
    /** By an admin, against the rule of the product. */
    override: boolean().notNull(),
    /** What the service refunds for the tickets, as it was agreed; the shop may have given back some of it before. */
    amount: numeric({ precision: 14, scale: 2 }).notNull(),
    /** The checkout for which the tickets were exchanged; null: none. */
    rebookedTo: uuid('rebooked_to').references(() => checkoutTable.id),
    /** What of the tickets' price has paid for those; null: the release before has written the row. */
    credited: numeric({ precision: 14, scale: 2 }),
    /** What is back on the gift card that had paid for a part; null: nothing, or the service has not said it. */
    returned: numeric({ precision: 14, scale: 2 }),
    /** The number that the service gave it; null: none yet. */
    reference: text(),
    /** The path of the credit note with that number at the service; null: none. */
    document: text(),
    problem: oneOf('problem', cancellationProblems),
    /** When the customer was told of it by e-mail. */
    toldAt: moment('told_at'),
    createdAt: moment('created_at').notNull(),
    /** Since when it is in this state. */
    enteredAt: moment('entered_at').notNull(),
    /** When the operator was told that it takes too long. */
    escalatedAt: moment('escalated_at'),
  },
  (table) => [
    check('cancellation_refused', sql`problem is null or state = 'refused'`),
    index('cancellation_of_checkout').on(table.checkoutId, table.createdAt),
    index('cancellation_by_time').on(table.createdAt),
    index('cancellation_by_reference').on(plainReference),
  ],
);

export type Cancellation = typeof cancellationTable.$inferSelect;
