import { sql } from 'drizzle-orm';
import { check, index, integer, text, uuid } from 'drizzle-orm/pg-core';
import { sessionChangeKinds } from '../../contract/session-change';
import { oneOf } from '../../database/columns';
import { moment, storefront } from './checkout-table';

/** What imports of feeds did to sessions with valid tickets. Staff decide what the holders get. */
export const sessionChangeTable = storefront.table(
  'session_change',
  {
    /** The service's. */
    id: uuid().primaryKey(),
    catalogId: uuid('catalog_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    eventName: text('event_name').notNull(),
    timezone: text().notNull(),
    what: oneOf('what', sessionChangeKinds).notNull(),
    /** When the session began before, and when it begins now; null: it was not moved. */
    fromTime: moment('from_time').notNull(),
    toTime: moment('to_time'),
    /** How many valid tickets it has, and how many bookings have them; followed for some hours. */
    tickets: integer().notNull(),
    orders: integer().notNull(),
    /** By the service's clock. */
    changedAt: moment('changed_at').notNull(),
    /** Staff have said that there is nothing to do, and why. */
    acknowledgedAt: moment('acknowledged_at'),
    acknowledgedBy: text('acknowledged_by'),
    reason: text(),
  },
  (table) => [
    check(
      'session_change_acknowledged',
      sql`(acknowledged_at is null) = (acknowledged_by is null) and (acknowledged_at is null) = (reason is null)`,
    ),
    index('session_change_of_session').on(table.sessionId, table.changedAt),
    index('session_change_waiting')
      .on(table.fromTime)
      .where(sql`acknowledged_at is null`),
  ],
);

/** Up to when the service's list of changed sessions was read; one row. */
export const sessionChangeCursorTable = storefront.table('session_change_cursor', {
  id: integer().primaryKey(),
  /** By the shop's clock; null: never. */
  readUntil: moment('read_until'),
});
