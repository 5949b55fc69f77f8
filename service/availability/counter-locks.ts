import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { boundIds } from '@/lib/database/bound-rows';
import type { Transaction } from '@/lib/database/database';
import { byCatalog } from '../ids/catalog-id';
import { mostUnits } from './counts';

const lockedRow = z.object({ id: z.string(), left: z.int().nullable() });

/** Locks counters in the order of their ids; the result is null for unlimited ones. */
export function lockIn(transaction: Transaction, catalogId: string, ids: readonly string[]) {
  return transaction.rows(
    lockedRow,
    sql`select counter.id, ${mostUnits(sql`counter`)} - counter.held - counter.sold as left
        from ticketing.counter where catalog_id = ${catalogId} and id in ${boundIds(ids)}
        order by counter.id for update`,
  );
}

/** Rows by their catalogue, in the order in which catalogues are locked. */
export const inCatalogs = <Row extends { catalogId: string }>(rows: readonly Row[]) =>
  byCatalog(rows, ({ catalogId }) => catalogId);

/** The counters' ids, each once. */
export const counterIds = (rows: readonly { counterId: string }[]): string[] => [
  ...new Set(rows.map(({ counterId }) => counterId)),
];
