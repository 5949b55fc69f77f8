import { index, integer, primaryKey, text } from 'drizzle-orm/pg-core';
import { oneOf } from '../../database/columns';
import { moment, storefront } from './checkout-table';

/** What is done for a row in the background, and of which table the row is. Each kind has its own limit of jobs at once. */
export const jobSubjects = {
  /** A webhook that proves a payment itself. */
  paid_webhook: 'webhook',
  /** About a payment page: the provider is asked. */
  page_webhook: 'webhook',
  /** About what happened after the purchase: refunds, disputes, warnings. */
  incident_webhook: 'webhook',
  /** The order is made, and its payment captured. */
  order: 'checkout',
  /** There is no order: the payment is voided, or its refund is waited for. */
  no_order: 'checkout',
  /** Ends what is held, and its payment page. */
  hold: 'checkout',
  mail: 'mail',
  /** One of the e-mails that go to everyone of a visit: no other e-mail waits for them. */
  bulk_mail: 'mail',
  /** The bookings are found that get a message of the staff. */
  message: 'message',
  /** The bookings of a guest list are made. */
  guest_list: 'guest_list',
  /** Invoices and credit notes of a purchase are issued. */
  invoice: 'invoice',
  /** Answers to the questions of issuers are sent to the tickets of an order. */
  answers: 'answers',
  /** The service cancels tickets. */
  cancellation: 'cancellation',
  /** The provider gives money back. */
  refund: 'refund',
  event_change: 'event_change',
  waiting_list: 'waiting_list',
  /** The provider's list of events is read, for webhooks that did not arrive. */
  event_list: 'event_list',
  /** The service's list of changed sessions is read. */
  session_changes: 'session_changes',
  /** What is done once a night; the key is its name. */
  nightly: 'nightly',
} as const;
export type JobKind = keyof typeof jobSubjects;
export type JobSubject = (typeof jobSubjects)[JobKind];

const subjects = [...new Set(Object.values(jobSubjects))];

/** What is to be done in the background. A job is created in the transaction that causes it, and deleted when it is done. */
export const jobTable = storefront.table(
  'job',
  {
    subject: oneOf('subject', subjects).notNull(),
    /** Identifies the row; empty for a subject that has none. */
    key: text().notNull(),
    kind: text().$type<JobKind>().notNull(),
    dueAt: moment('due_at').notNull(),
    /** Until then the worker that has taken it works on it. */
    leasedUntil: moment('leased_until'),
    /** How often it was postponed. */
    tries: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.subject, table.key] }),
    index('job_due').on(table.kind, table.dueAt),
  ],
);
