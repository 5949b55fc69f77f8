import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { VoucherKind, voucherKinds } from '../../lib/contract/voucher';
import { catalogTable, ticketing } from '../catalog/catalog-table';

/** Many codes for one use each, which were made together. */
export const voucherBatchTable = ticketing.table(
  'voucher_batch',
  {
    catalogId: uuid('catalog_id').notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    /** How many codes it has. */
    number: integer().notNull(),
    /** What each code begins with; empty: nothing. */
    prefix: text().notNull(),
    kind: text().$type<(typeof voucherKinds)[number]>().notNull(),
    /** A percentage, or an amount in EUR. */
    value: numeric({ precision: 14, scale: 2 }).notNull(),
    /** Ids; null: all products of the catalogue. */
    products: jsonb().$type<string[]>(),
    validFrom: timestamp('valid_from', { withTimezone: true }),
    validUntil: timestamp('valid_until', { withTimezone: true }),
    minimumAmount: numeric('minimum_amount', { precision: 14, scale: 2 }),
    disabled: boolean().notNull(),
    actor: text().notNull(),
    reason: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.id] }),
    foreignKey({ columns: [table.catalogId], foreignColumns: [catalogTable.id] }),
    unique('voucher_batch_by_name').on(table.catalogId, table.name),
  ],
);

/**
 * A code that makes tickets of a catalogue cheaper. Its uses are the reservations and orders that have it. A gift card has the
 * id of the ticket that was bought, and the reference of it as its code.
 */
export const voucherTable = ticketing.table(
  'voucher',
  {
    catalogId: uuid('catalog_id').notNull(),
    id: uuid().notNull(),
    /** As it is shown. */
    code: text().notNull(),
    /** As it is compared. */
    comparableCode: text('comparable_code').notNull(),
    kind: text().$type<VoucherKind>().notNull(),
    /** A percentage, or an amount in EUR; of a gift card, what was paid for it. */
    value: numeric({ precision: 14, scale: 2 }).notNull(),
    /** Ids; null: all products of the catalogue. */
    products: jsonb().$type<string[]>(),
    validFrom: timestamp('valid_from', { withTimezone: true }),
    validUntil: timestamp('valid_until', { withTimezone: true }),
    maximumUses: integer('maximum_uses'),
    minimumAmount: numeric('minimum_amount', { precision: 14, scale: 2 }),
    disabled: boolean().notNull(),
    /** The batch with which it was made; null: it was made alone. */
    batchId: uuid('batch_id'),
    /** Staff give tickets with it; customers can't use it. */
    complimentary: boolean().notNull().default(false),
    actor: text().notNull(),
    reason: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.id] }),
    foreignKey({ columns: [table.catalogId], foreignColumns: [catalogTable.id] }),
    index('voucher_by_batch')
      .on(table.catalogId, table.batchId, table.id)
      .where(sql`batch_id is not null`),
    unique('voucher_by_code').on(table.catalogId, table.comparableCode),
    check(
      'voucher_value',
      sql`${table.value} >= 0 and (${table.kind} <> 'percentage' or ${table.value} <= 100)`,
    ),
  ],
);
