import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ImportRecord } from '../../lib/contract/feed-import';
import { catalogTable, ticketing } from '../catalog/catalog-table';

/** The history of a catalogue's imports, also of those that were refused. Dry runs are not in it. */
export const importTable = ticketing.table(
  'feed_import',
  {
    catalogId: uuid('catalog_id').notNull(),
    id: uuid().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    actor: text().notNull(),
    source: text(),
    hash: text().notNull(),
    accepted: boolean().notNull(),
    counts: jsonb().$type<NonNullable<ImportRecord['counts']>>(),
    warningCount: integer('warning_count').notNull().default(0),
    warnings: jsonb().$type<ImportRecord['warnings']>().notNull().default([]),
    errorCount: integer('error_count').notNull().default(0),
    errors: jsonb().$type<ImportRecord['errors']>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.id] }),
    foreignKey({ columns: [table.catalogId], foreignColumns: [catalogTable.id] }),
    index('import_by_time').on(table.catalogId, table.at, table.id),
  ],
);
