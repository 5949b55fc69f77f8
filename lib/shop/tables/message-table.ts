import { index, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { oneOf } from '../../database/columns';
import { type Language, languages } from '../../locale/languages';
import { audiences, messageStates } from '../values/message-values';
import { moment, storefront } from './checkout-table';

/** What staff have written in one language. `event`: the name of the event in it. */
export interface MessageText {
  readonly subject: string;
  readonly text: string;
  readonly event: string;
}

/** What staff write to everyone who has tickets of a session, or of an event at any time of a day. */
export const messageTable = storefront.table(
  'message',
  {
    /** Made with the form, so that a form that is sent twice is one message. */
    id: uuid().primaryKey(),
    /** Changes with the text: what is sent is what was tested. */
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
    audience: oneOf('audience', audiences).notNull(),
    texts: jsonb().$type<Partial<Record<Language, MessageText>>>().notNull(),
    /** The language of the text for those in whose language there is none. */
    fallback: oneOf('fallback', languages).notNull(),
    /** Who has written it, and who has sent it. */
    staff: text().notNull(),
    sentBy: text('sent_by'),
    state: oneOf('state', messageStates).notNull(),
    /** The ticket up to which the service’s list was read; null: none yet. */
    readUntil: uuid('read_until'),
    createdAt: moment('created_at').notNull(),
    startedAt: moment('started_at'),
  },
  (table) => [index('message_of_event').on(table.eventId, table.createdAt)],
);

export type Message = typeof messageTable.$inferSelect;
