import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, numeric, text, uuid } from 'drizzle-orm/pg-core';
import { oneOf } from '../../database/columns';
import { paidBackWays } from '../values/checkout-values';
import { incidentKinds, incidentStatuses } from '../values/incident-values';
import { checkoutId, checkoutTable, moment, paymentTable, storefront } from './checkout-table';

/** An incident of a payment after the purchase: a failed or unexpected refund, a dispute, a fraud warning. */
export const paymentIncidentTable = storefront.table(
  'payment_incident',
  {
    /** The provider's id of the refund, dispute or fraud warning. */
    id: text().primaryKey(),
    checkoutId: checkoutId(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => paymentTable.id),
    kind: oneOf('kind', incidentKinds).notNull(),
    status: oneOf('status', incidentStatuses).notNull(),
    amount: numeric({ precision: 14, scale: 2 }).notNull(),
    currency: text().notNull(),
    /** For a dispute: whether the provider has withdrawn the amount from the shop. */
    fundsWithdrawn: boolean('funds_withdrawn').notNull().default(false),
    /** For an open dispute: until when the provider accepts an answer, if it names a time. */
    answerDueAt: moment('answer_due_at'),
    /** For an open dispute: the provider has the shop's answer, and the bank decides. */
    answered: boolean().notNull().default(false),
    /** When it began, by the provider's clock. */
    openedAt: moment('opened_at').notNull(),
    /** When it last changed. */
    updatedAt: moment('updated_at').notNull(),
    /** When the provider was asked for this data: an answer that was requested earlier does not replace it. */
    askedAt: moment('asked_at').notNull(),
    /** Of a failed refund: how staff gave the money back instead, and when. It stays when the provider refunds it later. */
    paidBack: oneOf('paid_back', paidBackWays),
    paidBackAt: moment('paid_back_at'),
  },
  (table) => [
    check(
      'payment_incident_kind',
      sql`kind in ('refund_failed', 'refunded_at_provider', 'dispute', 'fraud_warning')`,
    ),
    check('payment_incident_status', sql`status in ('open', 'won', 'lost', 'closed', 'settled')`),
    index('payment_incident_of_checkout').on(table.checkoutId),
    index('payment_incident_by_time').on(table.openedAt),
    index('payment_incident_of_payment').on(table.paymentId),
  ],
);

/** The tickets of a checkout are neither shown nor available for download. Unblocking deletes the row. */
export const ticketBlockTable = storefront.table('ticket_block', {
  checkoutId: uuid('checkout_id')
    .primaryKey()
    .references(() => checkoutTable.id),
  blockedAt: moment('blocked_at').notNull(),
  blockedBy: text('blocked_by').notNull(),
  /** Paths, at the service, of the tickets that are cancelled until the block ends. */
  tickets: jsonb().$type<string[]>().notNull(),
  /** What the service was last asked to do, and for how many tickets it did so; null before its answer. */
  asked: oneOf('asked', ['cancel', 'restore']),
  changed: integer(),
  /** How many tickets it does not change: it has no such request, or the tickets were used. */
  refused: integer(),
  /** How many requests got no answer and have to be repeated. */
  failed: integer(),
});
