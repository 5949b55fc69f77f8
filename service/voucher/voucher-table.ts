import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  integer,
  jsonb,
  numeric,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { VoucherKind } from '../../lib/contract/voucher';
import { catalogTable, ticketing } from '../catalog/catalog-table';

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
    actor: text().notNull(),
    reason: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.id] }),
    foreignKey({ columns: [table.catalogId], foreignColumns: [catalogTable.id] }),
    unique('voucher_by_code').on(table.catalogId, table.comparableCode),
    check(
      'voucher_value',
      sql`${table.value} >= 0 and (${table.kind} <> 'percentage' or ${table.value} <= 100)`,
    ),
  ],
);
