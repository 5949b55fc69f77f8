import { sql } from 'drizzle-orm';
import { index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { CreateReservationsInput } from '../../contract/reservation';
import { oneOf } from '../../database/columns';
import { languages } from '../../locale/languages';
import { waitingStates } from '../values/waiting-values';
import { checkoutTable, moment, storefront } from './checkout-table';

/** The offers with a waiting list. */
export const waitingListTable = storefront.table(
  'waiting_list',
  {
    id: uuid().primaryKey(),
    catalogId: text('catalog_id').notNull(),
    offerId: text('offer_id').notNull(),
  },
  (table) => [uniqueIndex('waiting_list_of_offer').on(table.catalogId, table.offerId)],
);

type TicketSessions = CreateReservationsInput['items'][number]['ticketSessions'];

/** Who waits for tickets of an offer, in the order of `queuedAt` and then of the identifier. */
export const waitingEntryTable = storefront.table(
  'waiting_entry',
  {
    id: uuid().primaryKey(),
    listId: uuid('list_id')
      .notNull()
      .references(() => waitingListTable.id),
    state: oneOf('state', waitingStates).notNull(),
    /** In lower case. */
    email: text().notNull(),
    language: oneOf('language', languages).notNull(),
    quantity: integer().notNull(),
    /** The tickets of the offer with the chosen sessions, as the service is asked for them. */
    ticketSessions: jsonb('ticket_sessions').$type<TicketSessions>().notNull(),
    /** The chosen sessions as one text: an address waits once for each choice. */
    choice: text().notNull(),
    /** What is waited for, in the person's language. */
    productName: text('product_name').notNull(),
    /** YYYY-MM-DD */
    day: text().notNull(),
    /** One for each ticket: event, place and time. */
    details: jsonb().$type<string[]>().notNull(),
    timezone: text(),
    createdAt: moment('created_at').notNull(),
    queuedAt: moment('queued_at').notNull(),
    /** When it can no longer be bought: the beginning of the first session, or the end of the day. */
    endsAt: moment('ends_at').notNull(),
    /** The key of the last request for its tickets, and when it was made first. */
    requestKey: uuid('request_key'),
    requestedAt: moment('requested_at'),
    /** What is held for the person, or was held last. */
    checkoutId: uuid('checkout_id').references(() => checkoutTable.id),
  },
  (table) => [
    uniqueIndex('waiting_entry_once')
      .on(table.listId, table.email, table.choice)
      .where(sql`state in ('waiting', 'notified')`),
    index('waiting_entry_in_line')
      .on(table.listId, table.queuedAt, table.id)
      .where(sql`state in ('waiting', 'notified')`),
    index('waiting_entry_by_email').on(table.email, table.createdAt),
    index('waiting_entry_by_end').on(table.endsAt),
  ],
);
