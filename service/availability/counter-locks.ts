import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { boundIds } from '@/lib/database/bound-rows';
import type { Transaction } from '@/lib/database/database';
import { byCatalog } from '../ids/catalog-id';
import { mostUnits } from './counts';

const lockedRow = z.object({
  id: z.string(),
  left: z.int().nullable(),
  kept: z.int().nullable(),
  keptUntil: z.date().nullable(),
  atDesk: z.int(),
});

/**
 * Locks counters in the order of their ids. `left`: of all units; null for unlimited ones. `kept`: how many units are kept for sales
 * desks until `keptUntil`, of which desks have taken `atDesk`.
 */
export function lockIn(transaction: Transaction, catalogId: string, ids: readonly string[]) {
  return transaction.rows(
    lockedRow,
    sql`select counter.id, ${mostUnits(sql`counter`)} - counter.held - counter.sold as left,
          counter.desk_kept as kept, counter.desk_kept_until as "keptUntil", counter.desk_taken as "atDesk"
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
