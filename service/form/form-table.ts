import { foreignKey, jsonb, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { ParsedFeed } from '../../lib/contract/feed';
import { catalogTable, ticketing } from '../catalog/catalog-table';

/** A question, in every language. */
export type StoredField = ParsedFeed['forms'][number]['fields'][number];

export const formTable = ticketing.table(
  'form',
  {
    catalogId: uuid('catalog_id').notNull(),
    id: uuid().notNull(),
    code: text().notNull(),
    fields: jsonb().$type<StoredField[]>().notNull(),
    retiredAt: timestamp('retired_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.id] }),
    foreignKey({ columns: [table.catalogId], foreignColumns: [catalogTable.id] }),
  ],
);
