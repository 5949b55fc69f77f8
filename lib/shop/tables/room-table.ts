import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, integer, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { oneOf } from '../../database/columns';
import { moment, storefront } from './checkout-table';

/**
 * Waiting rooms. Visitors get numbers in the order of their arrival, and are admitted in the order of their places.
 * A place is the number itself, or, for a number from before the opening, what the draw made of it (draw.ts).
 */
export const waitingRoomTable = storefront.table(
  'waiting_room',
  {
    id: serial().primaryKey(),
    /** What visitors wait for: `shop`, a catalogue's identifier, or those of a catalogue and a product with a slash. */
    scope: text().notNull(),
    openedBy: oneOf('opened_by', ['staff', 'demand']).notNull(),
    createdAt: moment('created_at').notNull(),
    /** Until then nobody is admitted. */
    opensAt: moment('opens_at').notNull(),
    /** The time zone in which visitors read the time of the opening. */
    timezone: text().notNull(),
    closedAt: moment('closed_at'),
    isPaused: boolean('is_paused').notNull().default(false),
    /** Since when it is paused: the time to choose stands still. */
    pausedAt: moment('paused_at'),
    isSoldOut: boolean('is_sold_out').notNull().default(false),
    /** The last number that a visitor got. */
    lastNumber: integer('last_number').notNull().default(0),
    /** How many numbers took part in the draw, and its seed; null until the opening. */
    drawn: integer(),
    seed: text(),
    /** The serving counter: places up to it are admitted; those up to `lapsed` have had their time. */
    admitted: integer().notNull().default(0),
    lapsed: integer().notNull().default(0),
    /** When a process last moved the counters. */
    advancedAt: moment('advanced_at'),
    /** How many visitors may be admitted each minute at present, and the part of a visitor that is left over. */
    perMinute: integer('per_minute').notNull(),
    allowance: doublePrecision().notNull().default(0),
    /** How many were admitted each minute lately, while others waited; null until that is known. */
    achievedPerMinute: doublePrecision('achieved_per_minute'),
    leastPerMinute: integer('least_per_minute').notNull(),
    mostPerMinute: integer('most_per_minute').notNull(),
    /** The most visitors who choose tickets at once. */
    mostActive: integer('most_active').notNull(),
    /** Since when nobody waits. */
    emptySince: moment('empty_since'),
  },
  (table) => [
    uniqueIndex('waiting_room_of_scope')
      .on(table.scope)
      .where(sql`closed_at is null`),
  ],
);

const roomId = () =>
  integer('room_id')
    .notNull()
    .references(() => waitingRoomTable.id);

/** When the serving counter reached a place: the visitor's time to choose begins then. */
export const waitingAdvanceTable = storefront.table(
  'waiting_advance',
  { roomId: roomId(), at: moment('at').notNull(), upTo: integer('up_to').notNull() },
  (table) => [index('waiting_advance_by_time').on(table.roomId, table.at)],
);

/** Places that admitted visitors have used: each belongs to the first browser that used it. */
export const waitingAdmissionTable = storefront.table(
  'waiting_admission',
  {
    roomId: roomId(),
    place: integer().notNull(),
    /** Hash of the random token in the browser's cookie. */
    tokenHash: text('token_hash').notNull(),
    usedAt: moment('used_at').notNull(),
    /** When the visitor got tickets. */
    heldAt: moment('held_at'),
  },
  (table) => [
    uniqueIndex('waiting_admission_once').on(table.roomId, table.place),
    index('waiting_admission_of_token').on(table.tokenHash),
    index('waiting_admission_held').on(table.roomId, table.heldAt),
    index('waiting_admission_by_time').on(table.usedAt),
  ],
);
