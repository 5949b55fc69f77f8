import { foreignKey, integer, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { catalogTable, ticketing } from '../catalog/catalog-table';

/** What people have published, so that it can be published again. */
export const revisionTable = ticketing.table(
  'catalog_revision',
  {
    catalogId: uuid('catalog_id').notNull(),
    id: uuid().notNull(),
    number: integer().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    actor: text().notNull(),
    reason: text().notNull(),
    /** Its feed as JSON, in the one form of each feed. */
    feed: text().notNull(),
    hash: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.id] }),
    foreignKey({ columns: [table.catalogId], foreignColumns: [catalogTable.id] }),
    unique('revision_number').on(table.catalogId, table.number),
  ],
);
