import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, numeric, text, uuid } from 'drizzle-orm/pg-core';
import { oneOf } from '../../database/columns';
import {
  checkoutId,
  checkoutTable,
  moment,
  paymentTable,
  plainReference,
  storefront,
} from './checkout-table';
import { paidBackWays } from '../values/checkout-values';

/**
 * `requested`: the service is asked to cancel the tickets. `refunding`: it has; the provider is asked for the money.
 * `done`: cancelled, and refunded if there was something to refund. `refused`: the service has cancelled nothing.
 * `attention`: cancelled, and the provider does not refund: staff have to.
 */
export const cancellationStates = ['requested', 'refunding', 'done', 'refused', 'attention'] as const;
export type CancellationState = (typeof cancellationStates)[number];

/** Why the service has cancelled nothing, or why staff have to refund. */
export const cancellationProblems = [
  ...(['not_cancellable', 'deadline_passed', 'redeemed', 'not_valid', 'unsupported', 'forbidden'] as const),
  ...(['refund_failed', 'disputed', 'amount_differs', 'pay_back_at_counter'] as const),
] as const;
export type CancellationProblem = (typeof cancellationProblems)[number];

/** How staff ended a cancellation whose money the provider did not return. */
export const cancellationSettlements = ['refunded', 'nothing'] as const;
export type CancellationSettlement = (typeof cancellationSettlements)[number];

/** Tickets of one order that are cancelled together. */
export const cancellationTable = storefront.table(
  'cancellation',
  {
    /** Also identifies the request to the service, and the refund at the provider. */
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
    /** What the service refunds for the tickets, as it was agreed; the service confirms it. */
    amount: numeric({ precision: 14, scale: 2 }).notNull(),
    /**
     * What of it is refunded from this payment, when other payments have parts of it, or staff had refunded the rest at the
     * provider's pages before; null: all of it.
     */
    ownPart: numeric('own_part', { precision: 14, scale: 2 }),
    /** The cancellation of whose amount this is a part; null: it has tickets of its own. */
    partOf: uuid('part_of'),
    /** The checkout for which the tickets were exchanged; null: none. */
    rebookedTo: uuid('rebooked_to').references(() => checkoutTable.id),
    /** The payment that is refunded; null: there was nothing to pay. */
    paymentId: uuid('payment_id').references(() => paymentTable.id),
    /** What the service has made of it: its number, and the path of the credit note with that number; null: none. */
    reference: text(),
    document: text(),
    refundId: text('refund_id'),
    /** How many refund requests the provider answered with an error. */
    refundAttempts: integer('refund_attempts').notNull().default(0),
    problem: oneOf('problem', cancellationProblems),
    settledAs: oneOf('settled_as', cancellationSettlements),
    /** How staff have refunded it; null: they have not, or as it was paid. */
    paidBack: oneOf('paid_back', paidBackWays),
    /** When the customer was told of it by e-mail. */
    toldAt: moment('told_at'),
    /** What staff wrote when they settled it. */
    settledReason: text('settled_reason'),
    createdAt: moment('created_at').notNull(),
    enteredAt: moment('entered_at').notNull(),
    /** When the operator was told that it takes too long. */
    escalatedAt: moment('escalated_at'),
  },
  (table) => [
    check('cancellation_settled', sql`settled_as is null or state = 'done'`),
    check('cancellation_has_payment', sql`payment_id is not null or coalesce(own_part, amount) = 0`),
    index('cancellation_of_checkout').on(table.checkoutId, table.createdAt),
    index('cancellation_in_attention')
      .on(table.enteredAt)
      .where(sql`state = 'attention'`),
    index('cancellation_by_refund')
      .on(table.enteredAt)
      .where(sql`state = 'done'`),
    index('cancellation_by_time').on(table.createdAt),
    index('cancellation_by_reference').on(plainReference),
    index('cancellation_by_refund_id').on(table.refundId),
    index('cancellation_part_of')
      .on(table.partOf)
      .where(sql`part_of is not null`),
  ],
);

export type Cancellation = typeof cancellationTable.$inferSelect;
