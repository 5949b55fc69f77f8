import { index, jsonb, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { ticketing } from '../catalog/catalog-table';

/** What was answered to a request that brought an Idempotency-Key; a row without an outcome is still running. */
export const idempotencyTable = ticketing.table(
  'idempotency_key',
  {
    organizationId: uuid('organization_id').notNull(),
    operation: text().notNull(),
    key: text().notNull(),
    /** Of the request's body. */
    bodyHash: text('body_hash').notNull(),
    /** Tells apart two runs of one key, when the first was given up for dead. */
    run: uuid().notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    outcome: jsonb(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.operation, table.key] }),
    index('idempotency_key_by_age').on(table.startedAt),
  ],
);
