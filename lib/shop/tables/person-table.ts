import { sql } from 'drizzle-orm';
import { boolean, index, integer, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { oneOf } from '../../database/columns';
import { checkoutId, checkoutTable, storefront } from './checkout-table';

/** Where a word comes from: `address` is a whole e-mail address, `email` a word of it. */
export const wordKinds = ['name', 'email', 'address', 'phone'] as const;

/** By which words staff can find a checkout. Personal data: deleted with the checkout's own. */
export const personPostingTable = storefront.table(
  'person_posting',
  {
    word: text().notNull(),
    checkoutId: uuid('checkout_id')
      .notNull()
      .references(() => checkoutTable.id),
    /** Of the checkout, so that the newest are found without reading it. */
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    kind: oneOf('kind', wordKinds).notNull(),
  },
  (table) => [
    // In the order in which the words of one checkout are read and deleted.
    primaryKey({ columns: [table.checkoutId, table.word] }),
    index('person_posting_by_word').on(table.word, table.createdAt, table.checkoutId),
    // The other index has the order of the database's language, in which a prefix is no range.
    index('person_posting_by_prefix')
      .on(table.word.op('text_pattern_ops'))
      .where(sql`kind in ('address', 'phone')`),
  ],
);

/** Who comes with a ticket, where staff have corrected it: found like the customer, and deleted with the customer's own data. */
export const ticketHolderTable = storefront.table(
  'ticket_holder',
  {
    checkoutId: checkoutId(),
    /** The service's. */
    ticketId: uuid('ticket_id').notNull(),
    firstname: text().notNull(),
    lastname: text().notNull(),
    email: text(),
  },
  (table) => [primaryKey({ columns: [table.checkoutId, table.ticketId] })],
);

/** Each word of names and e-mail addresses once, to find those that are similar or continue what was typed. */
export const personWordTable = storefront.table(
  'person_word',
  {
    word: text().primaryKey(),
    /** How many checkouts have it. */
    uses: integer().notNull(),
    /** Whether it was part of a name; else only of e-mail addresses, which have many more different words. */
    isName: boolean('is_name').notNull(),
  },
  (table) => [
    index('person_word_by_prefix').on(table.word.op('text_pattern_ops')),
    index('person_word_by_name')
      .using('gin', table.word.op('gin_trgm_ops'))
      .where(sql`is_name`),
    index('person_word_by_similarity').using('gin', table.word.op('gin_trgm_ops')),
  ],
);
