import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { ticketing } from '../catalog/catalog-table';

/**
 * The counter of a limited offer or session, by its id. The row has few columns, because every hold rewrites it.
 */
export const counterTable = ticketing.table(
  'counter',
  {
    catalogId: uuid('catalog_id').notNull(),
    id: uuid().notNull(),
    /** Null after the issuer has removed the limit. */
    capacity: integer(),
    /**
     * How many were left according to the issuer's feed: no more than these are sold in all. Unlike the capacity it
     * may be smaller than what is held and sold already; then nothing more is sold. Null: only the capacity counts.
     */
    saleLimit: integer('sale_limit'),
    held: integer().notNull().default(0),
    sold: integer().notNull().default(0),
    /** How many of the capacity are kept for sales desks (`counterPlaces` of the feed); null: none. */
    deskKept: integer('desk_kept'),
    /** From then on they are sold to everybody; null: never. */
    deskKeptUntil: timestamp('desk_kept_until', { withTimezone: true }),
    /** How many of the units that are held and sold were taken at a sales desk. */
    deskTaken: integer('desk_taken').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.id] }),
    check('counter_not_negative', sql`${table.held} >= 0 and ${table.sold} >= 0`),
    check('counter_never_oversold', sql`${table.held} + ${table.sold} <= ${table.capacity}`),
  ],
);

/** Units of a counter that a reservation holds. A hold ends when its rows are deleted, which happens once. */
export const holdTable = ticketing.table(
  'hold',
  {
    catalogId: uuid('catalog_id').notNull(),
    counterId: uuid('counter_id').notNull(),
    /** The reservation's id. */
    holdId: uuid('hold_id').notNull(),
    units: integer().notNull(),
    /** The names of the numbered seats, one for each unit; null: they are not numbered. */
    seats: text().array(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /** It was made at a sales desk: its units count as `deskTaken`. */
    atDesk: boolean('at_desk').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.holdId, table.counterId] }),
    index('hold_by_counter').on(table.catalogId, table.counterId, table.expiresAt),
    index('hold_by_expiry').on(table.expiresAt),
    check('hold_positive', sql`${table.units} > 0`),
    check('hold_seat_for_each', sql`cardinality(${table.seats}) = ${table.units}`),
  ],
);

/**
 * The numbered seats of sessions that are held or sold: the key keeps a seat from being taken twice. Rows change only under
 * the lock of the session's counter, in the statement that changes the counter, so the counter has one unit for each.
 */
export const takenSeatTable = ticketing.table(
  'taken_seat',
  {
    catalogId: uuid('catalog_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    seat: text().notNull(),
    /** The reservation's id. */
    holdId: uuid('hold_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.catalogId, table.sessionId, table.seat] })],
);
