import { sql } from 'drizzle-orm';
import { index, integer, jsonb, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { checkoutTable, storefront } from './checkout-table';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** What the operator has to know. Each alert is raised once and e-mailed to ALERT_EMAIL where that is set. */
export const alertTable = storefront.table(
  'alert',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    /** Identifies what it is about: the same kind and key are one alert. */
    key: text().notNull(),
    checkoutId: uuid('checkout_id').references(() => checkoutTable.id),
    /** Identifiers, amounts and counts; nothing personal. */
    detail: jsonb().notNull(),
    createdAt: moment('created_at').notNull(),
    /** The e-mail that carries it, and when that was last tried. */
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
  ],
);
