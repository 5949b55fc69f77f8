import { index, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { ticketing } from '../catalog/catalog-table';

/** What people are writing: at most one draft of each catalogue, also of one that is not published yet. */
export const draftTable = ticketing.table(
  'catalog_draft',
  {
    /** That of the catalogue, which may not exist yet. */
    catalogId: uuid('catalog_id').primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    key: text().notNull(),
    name: text().notNull(),
    /** Its feed as JSON, as it was sent: it may have errors. */
    feed: text().notNull(),
    hash: text().notNull(),
    version: integer().notNull(),
    /** Who changed it last. */
    actor: text().notNull(),
    reason: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('draft_by_organization').on(table.organizationId, table.key)],
);
