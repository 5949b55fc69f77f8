import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { oneOf } from '../../database/columns';
import { languages } from '../../locale/languages';
import { moment, storefront } from './checkout-table';

/** Staff of a shop with its own sign-in. Its identifier is that of the person in the audit log. */
export const staffAccountTable = storefront.table(
  'staff_account',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    name: text().notNull(),
    role: text().notNull(),
    /** The ids of the catalogues with which the person works; null: all. */
    catalogs: jsonb().$type<readonly string[]>(),
    /** Of the invitation. */
    language: oneOf('language', languages).notNull(),
    createdAt: moment('created_at').notNull(),
    /** Until when the newest invitation can be used; null: it was used. */
    invitedUntil: moment('invited_until'),
    /** Keyed hash of its token; null: the e-mail was not written yet, or the invitation was used. */
    invitationHash: text('invitation_hash'),
    /** When the first passkey was made. */
    joinedAt: moment('joined_at'),
    removedAt: moment('removed_at'),
  },
  (table) => [
    uniqueIndex('staff_account_email')
      .on(sql`lower(${table.email})`)
      .where(sql`removed_at is null`),
    uniqueIndex('staff_account_invitation').on(table.invitationHash),
  ],
);

/** The passkeys of staff (WebAuthn). */
export const staffPasskeyTable = storefront.table(
  'staff_passkey',
  {
    /** The credential ID, base64url. */
    id: text().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => staffAccountTable.id),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    /** How often the authenticator says that it was used; 0 if it does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('staff_passkey_of_account').on(table.accountId)],
);
