import { date, foreignKey, index, jsonb, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { ticketing } from '../catalog/catalog-table';
import { eventTable } from '../event/event-table';

export const sessionTable = ticketing.table(
  'session',
  {
    catalogId: uuid('catalog_id').notNull(),
    id: uuid().notNull(),
    eventId: uuid('event_id').notNull(),
    key: text().notNull(),
    occursAt: timestamp('occurs_at', { withTimezone: true }).notNull(),
    /** The calendar day of occursAt where the catalogue is. */
    day: date().notNull(),
    duration: text(),
    name: jsonb(),
    tag: text(),
    retiredAt: timestamp('retired_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.id] }),
    foreignKey({
      columns: [table.catalogId, table.eventId],
      foreignColumns: [eventTable.catalogId, eventTable.id],
    }),
    index('session_by_time').on(table.catalogId, table.eventId, table.occursAt, table.id),
    index('session_by_day').on(table.catalogId, table.eventId, table.day),
  ],
);
