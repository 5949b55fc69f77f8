import { index, text, uuid } from 'drizzle-orm/pg-core';
import { checkoutId, moment, storefront } from './checkout-table';

/** What staff write about a booking, for each other. It may be about the customer, and is deleted with their data. */
export const noteTable = storefront.table(
  'note',
  {
    /** Made with the form, so that a form that is sent twice writes one note. */
    id: uuid().primaryKey(),
    checkoutId: checkoutId(),
    at: moment('at').notNull(),
    /** The identity provider's identifier of the person. */
    staff: text().notNull(),
    text: text().notNull(),
    /** When its author has struck it out; it stays readable. */
    struckAt: moment('struck_at'),
  },
  (table) => [index('note_of_checkout').on(table.checkoutId, table.at)],
);
