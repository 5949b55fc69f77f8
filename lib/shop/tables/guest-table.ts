import { index, integer, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { CreateReservationsInput } from '../../contract/reservation';
import { oneOf } from '../../database/columns';
import { languages } from '../../locale/languages';
import { guestListStates, guestProblems, guestStates } from '../values/guest-values';
import { moment, storefront } from './checkout-table';

/** People to whom staff give tickets of a session, or of an event at any time of a day. */
export const guestListTable = storefront.table(
  'guest_list',
  {
    /** Made with the form, so that a form that is sent twice is one list. */
    id: uuid().primaryKey(),
    /** Changes with the guests: the bookings that are made are those that were shown. */
    version: uuid().notNull(),
    catalogId: uuid('catalog_id').notNull(),
    eventId: uuid('event_id').notNull(),
    /** Null: any time of the day. */
    sessionId: uuid('session_id'),
    /** YYYY-MM-DD, at the venue. */
    day: text().notNull(),
    /** When the session begins. */
    occursAt: moment('occurs_at'),
    timezone: text().notNull(),
    /** For the pages of the staff. */
    eventName: text('event_name').notNull(),
    tariff: text().notNull(),
    /** What each guest gets, without the number. */
    item: jsonb().$type<Omit<CreateReservationsInput['items'][number], 'quantity'>>().notNull(),
    language: oneOf('language', languages).notNull(),
    country: text().notNull(),
    /** The address of the shop, for guests without one; null: it has none. */
    contact: text(),
    reason: text().notNull(),
    staff: text().notNull(),
    /** The name under which the service records what `staff` does. */
    actor: text().notNull(),
    state: oneOf('state', guestListStates).notNull(),
    createdAt: moment('created_at').notNull(),
    startedAt: moment('started_at'),
  },
  (table) => [index('guest_list_of_event').on(table.eventId, table.createdAt)],
);

/** One of them. Name and address are kept until the booking has them. */
export const guestTable = storefront.table(
  'guest',
  {
    listId: uuid('list_id')
      .notNull()
      .references(() => guestListTable.id),
    /** In the order in which they were typed, from 1. */
    position: integer().notNull(),
    firstname: text(),
    lastname: text(),
    /** Null: none was typed. */
    email: text(),
    quantity: integer().notNull(),
    state: oneOf('state', guestStates).notNull(),
    problem: oneOf('problem', guestProblems),
    /**
     * The checkout that is made. It is stored before anything is requested for it, so there may be no such checkout yet.
     */
    checkoutId: uuid('checkout_id'),
    /** When that was stored. */
    askedAt: moment('asked_at'),
    tries: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.listId, table.position] })],
);

export type GuestList = typeof guestListTable.$inferSelect;
export type Guest = typeof guestTable.$inferSelect;
