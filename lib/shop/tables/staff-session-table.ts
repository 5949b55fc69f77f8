import { index, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment, storefront } from './checkout-table';

/** Valid sign-ins of staff: a sealed cookie alone could not be revoked. Its rows are deleted a day after they began. */
export const staffSessionTable = storefront.table(
  'staff_session',
  {
    /** Hash of the random token in the sealed cookie. */
    tokenHash: text('token_hash').primaryKey(),
    /** The identity provider's identifier of the person; null: signed in at an earlier release, as the two below. */
    staff: text(),
    /** The kind of browser and system, never their versions. */
    browser: text(),
    /** The network (/24 or /56) where the person signed in. */
    network: text(),
    createdAt: moment('created_at').notNull(),
    /** When it was last used, to about a minute. */
    seenAt: moment('seen_at').notNull(),
    endedAt: moment('ended_at'),
    /** The person's roles and catalogues, as the identity provider last returned them, and when it did. */
    roles: jsonb().notNull(),
    /** The ids of the catalogues with which the person works; null: all. */
    catalogs: jsonb(),
    rolesAt: moment('roles_at').notNull(),
    /** The tokens with which the identity provider is asked for the roles, sealed; null when it has ended. */
    tokens: text(),
    /** Until then one request asks the identity provider, and no other one does. */
    askingUntil: moment('asking_until'),
    /** Hash of what the passkey has signed; null: at the identity provider. An answer of a passkey begins one sign-in. */
    challenge: text(),
  },
  (table) => [
    index('staff_session_by_time').on(table.createdAt),
    uniqueIndex('staff_session_challenge').on(table.challenge),
  ],
);
