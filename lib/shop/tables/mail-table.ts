import { sql } from 'drizzle-orm';
import { check, index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { oneOf } from '../../database/columns';
import { languages } from '../../locale/languages';
import { checkoutTable, lookupTable, moment, storefront } from './checkout-table';
import { waitingEntryTable } from './list-table';
import { messageTable } from './message-table';
import { staffAccountTable } from './staff-account-table';

/**
 * About a checkout: there is an order, its tickets are available (if they came later), the money was
 * refunded, nothing was charged, staff are looking into it, staff have settled it, a free order could not be
 * made; tickets were cancelled; a part of the money was given back; an event was cancelled or moved; the visit is tomorrow; the confirmation once more, to an address that
 * staff typed; the tickets for the person to whom they are given, and that they have changed; a corrected invoice.
 * About a search for orders: `code`. About a place on a waiting list: that it was joined, and that tickets are held for
 * the person. What staff write to everyone of a visit: `message` to the customer of one booking, and `message_test`.
 * To a member of staff: `staff_invitation`.
 */
export const mailKinds = [
  'confirmation',
  'confirmation_copy',
  'tickets_ready',
  'refund',
  'not_charged',
  'staff_looking',
  'settled',
  'not_completed',
  'cancelled',
  'goodwill',
  'event_changed',
  'reminder',
  'gift',
  'gift_change',
  'invoice',
  'code',
  'waiting_joined',
  'waiting_free',
  'message',
  'message_test',
  'staff_invitation',
] as const;

/**
 * E-mails to send, rendered when they are sent, so that they store neither links nor personal data; except the address
 * of a copy or a test until it was sent.
 */
export const mailTable = storefront.table(
  'mail',
  {
    id: uuid().primaryKey(),
    /** Changes when it is enqueued once more, because mailboxes drop an e-mail whose ID they know. */
    sending: uuid().notNull(),
    /** The subject: a checkout, a search for orders, a place on a waiting list, a message, or a member of staff. */
    checkoutId: uuid('checkout_id').references(() => checkoutTable.id),
    lookupId: uuid('lookup_id').references(() => lookupTable.id),
    waitingEntryId: uuid('waiting_entry_id').references(() => waitingEntryTable.id),
    messageId: uuid('message_id').references(() => messageTable.id),
    /** Whose customer gets the message. There may be several messages for a checkout, and one e-mail of each. */
    messageCheckoutId: uuid('message_checkout_id').references(() => checkoutTable.id),
    staffAccountId: uuid('staff_account_id').references(() => staffAccountTable.id),
    /** Of a `message_test`: which of the texts it shows. */
    testLanguage: oneOf('test_language', languages),
    kind: oneOf('kind', mailKinds).notNull(),
    /** To whom a `confirmation_copy` or a `message_test` is sent; null once it was sent or given up, and for all other kinds. */
    recipient: text(),
    createdAt: moment('created_at').notNull(),
    sentAt: moment('sent_at'),
    /** Why it was given up, or not needed. It is still to be sent while it was neither sent nor given up. */
    failure: text(),
    /** Since when the mail server has refused it; null while there was nothing to send. */
    refusedAt: moment('refused_at'),
  },
  (table) => [
    // One e-mail of a kind for a checkout, however often it is enqueued.
    uniqueIndex('mail_once').on(table.checkoutId, table.kind),
    uniqueIndex('mail_of_lookup').on(table.lookupId),
    uniqueIndex('mail_of_waiting_entry').on(table.waitingEntryId, table.kind),
    uniqueIndex('mail_of_message')
      .on(table.messageCheckoutId, table.messageId)
      .where(sql`message_checkout_id is not null`),
    index('mail_by_message')
      .on(table.messageId)
      .where(sql`message_id is not null`),
    index('mail_of_staff_account')
      .on(table.staffAccountId)
      .where(sql`staff_account_id is not null`),
    check(
      'mail_has_subject',
      sql`num_nonnulls(checkout_id, lookup_id, waiting_entry_id, message_id, staff_account_id) = 1`,
    ),
  ],
);
