import { index, text } from 'drizzle-orm/pg-core';
import { moment, storefront } from './checkout-table';

/** Sign-ins of staff that are good: a sealed cookie alone could not be taken back. Nothing of it names a person. */
export const staffSessionTable = storefront.table(
  'staff_session',
  {
    /** Of the random token in the sealed cookie. */
    tokenHash: text('token_hash').primaryKey(),
    createdAt: moment('created_at').notNull(),
    /** When it was last used, give or take a minute. */
    seenAt: moment('seen_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [index('staff_session_by_time').on(table.createdAt)],
);
