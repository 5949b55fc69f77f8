import { date, foreignKey, index, jsonb, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { CounterPlaces, plannedStates } from '../../lib/contract/feed';
import { ticketing, type Text } from '../catalog/catalog-table';
import { eventTable } from '../event/event-table';

export const sessionTable = ticketing.table(
  'session',
  {
    catalogId: uuid('catalog_id').notNull(),
    id: uuid().notNull(),
    eventId: uuid('event_id').notNull(),
    key: text().notNull(),
    occursAt: timestamp('occurs_at', { withTimezone: true }).notNull(),
    /** The calendar day of occursAt in the catalogue's time zone. */
    day: date().notNull(),
    duration: text(),
    name: jsonb().$type<Text>(),
    /** The description of this session if it differs from its event's; null: none. */
    description: jsonb().$type<Text>(),
    /** Only scheduled sessions are on sale. */
    status: text().$type<(typeof plannedStates)[number]>().notNull().default('scheduled'),
    /** The start of the sale; null: it has begun already. */
    saleStartsAt: timestamp('sale_starts_at', { withTimezone: true }),
    /** The end of the sale; it also ends when the session begins, or after `lateSale`; null: it ends then. */
    saleEndsAt: timestamp('sale_ends_at', { withTimezone: true }),
    /** How long it is sold after it has begun, ISO 8601, at most a day; null: until it begins. */
    lateSale: text('late_sale'),
    /** How many of its places only the counter sells, as the feed says it; null: none. */
    counterPlaces: jsonb('counter_places').$type<CounterPlaces>(),
    tag: text(),
    /** The plan of its numbered seats; null: it has none. */
    seatPlanId: uuid('seat_plan_id'),
    retiredAt: timestamp('retired_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.id] }),
    foreignKey({
      columns: [table.catalogId, table.eventId],
      foreignColumns: [eventTable.catalogId, eventTable.id],
    }),
    index('session_by_time').on(table.catalogId, table.eventId, table.occursAt, table.id),
    // All of a catalogue's sessions of a day.
    index('session_of_day').on(table.catalogId, table.day, table.occursAt, table.id),
    index('session_by_day').on(table.catalogId, table.eventId, table.day),
  ],
);
