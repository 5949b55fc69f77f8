import { and, eq, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { bulkInsert } from '@/lib/database/bulk-insert';
import { isOneOf } from '@/lib/database/conditions';
import type { Reader, Transaction } from '@/lib/database/database';
import { columnsExcept } from '@/lib/database/row-columns';
import { type SeatMap, seatMap } from './seat-plan';
import { seatPlanTable } from './seat-plan-table';

export type StoredSeatPlan = typeof seatPlanTable.$inferSelect;

/** Caches plans of houses, which never change. */
export interface SeatPlans {
  /** The plans of a catalogue by id; unknown ones are left out. */
  of(catalogId: string, ids: readonly string[]): Promise<Map<string, SeatMap>>;
}

// A plan of 5,000 seats takes about two megabytes.
const mostSeats = 200_000;

export function openSeatPlans(reader: Reader): SeatPlans {
  const known = new LRUCache<string, SeatMap>({
    maxSize: mostSeats,
    sizeCalculation: ({ seats }) => Math.min(mostSeats, 100 + seats.size),
  });
  return {
    of: async (catalogId, ids) => {
      const key = (id: string) => `${catalogId} ${id}`;
      const found = new Map<string, SeatMap>();
      for (const id of ids) {
        const plan = known.get(key(id));
        if (plan !== undefined) found.set(id, plan);
      }
      const unknown = ids.filter((id) => !found.has(id));
      if (unknown.length === 0) return found;
      for (const row of await readPlans(reader, catalogId, unknown)) {
        const plan = seatMap(row);
        known.set(key(row.id), plan);
        found.set(row.id, plan);
      }
      return found;
    },
  };
}

async function readPlans(
  { db }: Reader,
  catalogId: string,
  ids: readonly string[],
): Promise<Pick<StoredSeatPlan, 'id' | 'plan'>[]> {
  return db
    .select({ id: seatPlanTable.id, plan: seatPlanTable.plan })
    .from(seatPlanTable)
    .where(and(eq(seatPlanTable.catalogId, catalogId), isOneOf(seatPlanTable.id, [...new Set(ids)])));
}

const insert = bulkInsert(seatPlanTable, columnsExcept(seatPlanTable, []));

/** Adds plans that are not known yet. */
export async function insertSeatPlans(
  transaction: Transaction,
  plans: readonly StoredSeatPlan[],
): Promise<void> {
  if (plans.length > 0) await transaction.run(sql`${insert(plans)} on conflict do nothing`);
}
