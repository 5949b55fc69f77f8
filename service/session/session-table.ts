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
    /** What this session has that others of its event have not; null: nothing of its own. */
    description: jsonb(),
    /** scheduled, not_on_sale, cancelled or postponed: only what is scheduled is sold. */
    status: text().notNull().default('scheduled'),
    /** Sold from this moment; null: at once. */
    saleStartsAt: timestamp('sale_starts_at', { withTimezone: true }),
    /** Sold until this moment, and never after it has begun; null: until it begins. */
    saleEndsAt: timestamp('sale_ends_at', { withTimezone: true }),
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
