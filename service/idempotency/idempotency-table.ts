import { index, jsonb, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { ticketing } from '../catalog/catalog-table';
import type { Violation } from '../http/problem';

/** What a repeated request gets. `count`: how many violations there were, listed or not. */
export type Outcome =
  | { answer: { status: 200 | 201; body: object; language?: string } }
  | { complaints: Violation[]; count?: number };

/** The answer to a request with an Idempotency-Key; a row without an outcome is still running. */
export const idempotencyTable = ticketing.table(
  'idempotency_key',
  {
    organizationId: uuid('organization_id').notNull(),
    operation: text().notNull(),
    key: text().notNull(),
    /** Of the request's body. */
    bodyHash: text('body_hash').notNull(),
    /** Distinguishes two runs of one key, if the process of the first is assumed to have crashed. */
    run: uuid().notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    outcome: jsonb().$type<Outcome>(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.operation, table.key] }),
    index('idempotency_key_by_age').on(table.startedAt),
  ],
);
