import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import { ticketing } from '../catalog/catalog-table';

/** What is left of a limited offer or session, by its id. Narrow, because every hold rewrites a row. */
export const counterTable = ticketing.table(
  'counter',
  {
    catalogId: uuid('catalog_id').notNull(),
    id: uuid().notNull(),
    /** Null once the issuer lifts the limit. */
    capacity: integer(),
    /**
     * How many the issuer's feed said were left: no more are sold in all. Unlike the capacity it may be below what is
     * held and sold already, and then nothing more is. Null: the capacity alone counts.
     */
    saleLimit: integer('sale_limit'),
    held: integer().notNull().default(0),
    sold: integer().notNull().default(0),
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
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.holdId, table.counterId] }),
    index('hold_by_counter').on(table.catalogId, table.counterId, table.expiresAt),
    index('hold_by_expiry').on(table.expiresAt),
    check('hold_positive', sql`${table.units} > 0`),
  ],
);
