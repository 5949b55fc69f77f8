import { foreignKey, index, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { SessionChangeKind } from '../../lib/contract/session-change';
import { catalogTable, ticketing } from '../catalog/catalog-table';

/** Coming sessions that imports retired, moved, cancelled, postponed or restored: rows are only added. */
export const sessionChangeTable = ticketing.table(
  'session_change',
  {
    catalogId: uuid('catalog_id').notNull(),
    id: uuid().notNull(),
    sessionId: uuid('session_id').notNull(),
    what: text().$type<SessionChangeKind>().notNull(),
    /** When the session began before, and when it begins now; null: it was not moved. */
    fromTime: timestamp('from_time', { withTimezone: true }).notNull(),
    toTime: timestamp('to_time', { withTimezone: true }),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.id] }),
    foreignKey({ columns: [table.catalogId], foreignColumns: [catalogTable.id] }),
    index('session_change_by_time').on(table.changedAt, table.id),
  ],
);
