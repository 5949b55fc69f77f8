import { foreignKey, index, jsonb, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { ChangeAction } from '../../lib/contract/catalog-change';
import { catalogTable, ticketing } from './catalog-table';

/** The log of what changed a catalogue: rows are only added. */
export const changeTable = ticketing.table(
  'catalog_change',
  {
    catalogId: uuid('catalog_id').notNull(),
    id: uuid().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    actor: text().notNull(),
    action: text().$type<ChangeAction>().notNull(),
    /** The path of what was changed. */
    subject: text().notNull(),
    before: jsonb().$type<Readonly<Record<string, unknown>>>(),
    after: jsonb().$type<Readonly<Record<string, unknown>>>(),
    reason: text(),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.id] }),
    foreignKey({ columns: [table.catalogId], foreignColumns: [catalogTable.id] }),
    index('change_by_time').on(table.catalogId, table.at, table.id),
  ],
);
