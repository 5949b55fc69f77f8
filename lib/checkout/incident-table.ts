import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, numeric, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { checkoutTable, paymentTable, storefront } from './checkout-table';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** What happened to a payment at the provider after the purchase: a failed or unexpected refund, a dispute, a warning. */
export const paymentIncidentTable = storefront.table(
  'payment_incident',
  {
    /** The provider's id of the refund, dispute or fraud warning. */
    id: text().primaryKey(),
    checkoutId: uuid('checkout_id')
      .notNull()
      .references(() => checkoutTable.id),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => paymentTable.id),
    kind: text().notNull(),
    status: text().notNull(),
    amount: numeric({ precision: 14, scale: 2 }).notNull(),
    currency: text().notNull(),
    /** Of a dispute: whether the provider has taken the amount from the shop. */
    fundsWithdrawn: boolean('funds_withdrawn').notNull().default(false),
    /** Of an open dispute: until when the provider takes an answer, where it names a time. */
    answerDueAt: moment('answer_due_at'),
    /** Of an open dispute: the provider has the shop's answer, and the bank decides. */
    answered: boolean().notNull().default(false),
    /** When it began, by the provider's clock. */
    openedAt: moment('opened_at').notNull(),
    /** When the shop first knew of it, and when it last changed. */
    seenAt: moment('seen_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    /** When the provider was asked for what the row tells: an answer that was asked for earlier does not replace it. */
    askedAt: moment('asked_at').notNull(),
    /** When staff dealt with it in this status, and who. Of an open dispute: it is answered, or will not be. */
    acknowledgedAt: moment('acknowledged_at'),
    acknowledgedBy: text('acknowledged_by'),
  },
  (table) => [
    check(
      'payment_incident_kind',
      sql`kind in ('refund_failed', 'refunded_at_provider', 'dispute', 'fraud_warning')`,
    ),
    check('payment_incident_status', sql`status in ('open', 'won', 'lost', 'closed', 'settled')`),
    index('payment_incident_of_checkout').on(table.checkoutId),
    index('payment_incident_of_payment').on(table.paymentId),
    index('payment_incident_waiting')
      .on(table.seenAt)
      .where(sql`acknowledged_at is null and status <> 'settled'`),
    index('payment_incident_by_kind')
      .on(table.kind, table.status, table.seenAt)
      .where(sql`acknowledged_at is null and status <> 'settled'`),
    index('payment_incident_open_dispute')
      .on(table.answerDueAt, table.seenAt)
      .where(sql`kind = 'dispute' and status = 'open'`),
  ],
);

/** The tickets of a checkout are blocked: neither shown nor to be downloaded. Unblocking them deletes the row. */
export const ticketBlockTable = storefront.table('ticket_block', {
  checkoutId: uuid('checkout_id')
    .primaryKey()
    .references(() => checkoutTable.id),
  blockedAt: moment('blocked_at').notNull(),
  blockedBy: text('blocked_by').notNull(),
  /** Paths, at the service, of the tickets that this block cancels there: to be made valid again when it ends. */
  tickets: jsonb().notNull(),
  /** What the service was last asked to do, and for how many tickets it did; null before it has answered. */
  asked: text(),
  changed: integer(),
  /** How many it does not change: it has no such request, or the tickets were used. */
  refused: integer(),
  /** How many requests came to no answer: they have to be made again. */
  failed: integer(),
});
