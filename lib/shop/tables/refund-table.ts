import { sql } from 'drizzle-orm';
import { check, index, integer, numeric, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { oneOf } from '../../database/columns';
import { paidBackWays } from '../values/checkout-values';
import { cancellationTable } from './cancellation-table';
import { checkoutId, moment, paymentTable, storefront } from './checkout-table';

/**
 * `no_order`: there is no order for the payment. `unexpected_payment`: the purchase had no use for it. `goodwill`: staff give
 * back a part, and the tickets stay valid.
 */
const refundCauses = ['no_order', 'unexpected_payment', 'cancelled_tickets', 'goodwill'] as const;
export type RefundCause = (typeof refundCauses)[number];
/** Of the whole of a payment. */
export type WholeCause = 'no_order' | 'unexpected_payment';

/**
 * `planned`: it waits for the service to cancel the tickets. `due`: the provider is asked, until it confirms or refuses.
 * `done`: it has confirmed. `failed`: staff have to decide. `settled`: staff have given the money back in another way.
 * `waived`: staff have decided that nothing is owed any more.
 */
const refundStates = ['planned', 'due', 'done', 'failed', 'settled', 'waived'] as const;
export type RefundState = (typeof refundStates)[number];

/** Why staff have to decide. `amount_differs`: the service refunds another amount, or the payments have not enough left. */
export const refundProblems = ['refund_failed', 'disputed', 'amount_differs', 'pay_back_at_counter'] as const;
export type RefundProblem = (typeof refundProblems)[number];

/** Of this there is one for each payment. */
export const isOfWholePayment = sql`cause in ('no_order', 'unexpected_payment')`;

/** Of these there can be several for each payment. */
export const isOfPart = sql`cause in ('cancelled_tickets', 'goodwill')`;

/** The customer has the money again. What staff have refunded at the provider's pages is known from the provider. */
export const isReturned = sql`(refund.state = 'done'
  or (refund.state = 'settled' and refund.paid_back is distinct from 'provider'))`;

/** Money that is given back of one payment. */
export const refundTable = storefront.table(
  'refund',
  {
    /** Also identifies the request to the provider. */
    id: uuid().primaryKey(),
    /** The purchase that was paid with this payment. */
    checkoutId: checkoutId(),
    /** Null: no payment has so much left, and staff have to give the money back. */
    paymentId: uuid('payment_id').references(() => paymentTable.id),
    cause: oneOf('cause', refundCauses).notNull(),
    /** Of the cancelled tickets: a cancellation of this purchase, or of a later one for which its tickets were exchanged. */
    cancellationId: uuid('cancellation_id').references(() => cancellationTable.id),
    amount: numeric({ precision: 14, scale: 2 }).notNull(),
    state: oneOf('state', refundStates).notNull(),
    problem: oneOf('problem', refundProblems),
    /** The provider's id of the refund, once it has one. */
    refundId: text('refund_id'),
    /** How many requests the provider answered with an error. */
    attempts: integer().notNull().default(0),
    /** The member of staff who has asked for it; null: nobody did, or the cancellation says who. */
    staff: text(),
    /** Why they give back a part, as it was typed; null: there is another cause. */
    reason: text(),
    /** How staff have given it back; null: they have not, or as it was paid. */
    paidBack: oneOf('paid_back', paidBackWays),
    /** What staff wrote when they settled or waived it. */
    settledReason: text('settled_reason'),
    createdAt: moment('created_at').notNull(),
    /** Since when it is in this state. */
    enteredAt: moment('entered_at').notNull(),
    /** When the operator was told that it takes too long. */
    escalatedAt: moment('escalated_at'),
  },
  (table) => [
    check('refund_cause', sql`(cancellation_id is not null) = (cause = 'cancelled_tickets')`),
    check('refund_problem', sql`problem is null or state in ('failed', 'settled', 'waived')`),
    check('refund_has_payment', sql`payment_id is not null or state in ('failed', 'settled', 'waived')`),
    uniqueIndex('refund_of_whole_payment').on(table.paymentId).where(isOfWholePayment),
    uniqueIndex('refund_of_cancellation').on(table.cancellationId, table.checkoutId),
    index('refund_of_checkout').on(table.checkoutId, table.createdAt),
    index('refund_of_payment').on(table.paymentId),
    index('refund_by_refund_id').on(table.refundId),
    index('refund_failed')
      .on(table.enteredAt)
      .where(sql`state = 'failed'`),
    index('refund_of_goodwill')
      .on(table.createdAt)
      .where(sql`cause = 'goodwill'`),
    index('refund_returned')
      .on(table.enteredAt)
      .where(sql`state in ('done', 'settled')`),
  ],
);

export type Refund = typeof refundTable.$inferSelect;
