import { sql } from 'drizzle-orm';
import { index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { parsedColumn } from '../../database/columns';
import { checkoutTable, moment, storefront } from './checkout-table';

/**
 * Why the operator is alerted: a checkout that no program can finish, a checkout that stays in one state for
 * too long, an e-mail that can't be delivered, a finding of the reconciliation, an event at the provider
 * after the purchase, a cancellation that can't be refunded or takes too long, a session with valid tickets that an
 * import changed, an order of a changed session for which nothing could be done, or a row that this version can't read. `other`: a kind that only a newer version, running at the same
 * time, knows.
 */
const storedAlertKindSchema = z
  .enum([
    'checkout_needs_attention',
    'checkout_overdue',
    'email_failed',
    'reconciliation_finding',
    'payment_incident',
    'unreadable_row',
    'cancellation_needs_attention',
    'session_changed',
    'changed_order',
    'other',
  ])
  .catch('other');

/** What the operator has to know. Each alert is raised once and e-mailed to ALERT_EMAIL where that is set. */
export const alertTable = storefront.table(
  'alert',
  {
    id: uuid().primaryKey(),
    kind: parsedColumn('kind', 'text', storedAlertKindSchema).notNull(),
    /** Identifies the subject: the same kind and key are one alert. */
    key: text().notNull(),
    checkoutId: uuid('checkout_id').references(() => checkoutTable.id),
    /** Identifiers, amounts and counts; nothing personal. */
    detail: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: moment('created_at').notNull(),
    /** The e-mail that contains the alert, and when sending it was last tried. */
    emailId: uuid('email_id'),
    attemptedAt: moment('attempted_at'),
    tries: integer().notNull().default(0),
    /** When the operator was told: by e-mail, or in the log where no address is set. */
    notifiedAt: moment('notified_at'),
  },
  (table) => [
    uniqueIndex('alert_once').on(table.kind, table.key),
    index('alert_waiting')
      .on(table.createdAt)
      .where(sql`notified_at is null`),
    index('alert_by_attempt').on(table.attemptedAt),
    index('alert_by_email').on(table.emailId),
    index('alert_by_time').on(table.createdAt),
  ],
);
