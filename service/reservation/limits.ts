import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { boundIds } from '@/lib/database/bound-rows';
import type { Reader, Transaction } from '@/lib/database/database';
import {
  type Capacity,
  lockOutHolds,
  type RefusedCapacity,
  setCapacities,
  type SoldUnits,
} from '../availability/set-capacities';
import { countEarlierUnits } from './earlier-units';

// Writing a list of many more identifiers at once would delay other requests.
const idsAtOnce = 20_000;

const idRow = z.object({ id: z.string() });

/** Which of these offers and sessions already exist without a limit. */
export async function findUnlimited(
  reader: Reader,
  catalogId: string,
  ids: readonly string[],
): Promise<string[]> {
  const unlimited: string[] = [];
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const found = await reader.rows(
      idRow,
      sql`with asked as ${boundIds(ids.slice(start, start + idsAtOnce))}
          select id from (
            select id from ticketing.offer join asked using (id) where catalog_id = ${catalogId}
            union all
            select id from ticketing.session join asked using (id) where catalog_id = ${catalogId}) known
          where not exists (
              select from ticketing.counter
              where counter.catalog_id = ${catalogId} and counter.id = known.id and counter.capacity is not null)`,
    );
    for (const { id } of found) unlimited.push(id);
  }
  return unlimited;
}

/**
 * The sold units of counters that had no limit until now (`findUnlimited`); their held units become holds. Call it
 * after the rows of the offers and sessions were written.
 */
export async function countUnlimited(
  transaction: Transaction,
  catalogId: string,
  counterIds: readonly string[],
): Promise<Map<string, SoldUnits>> {
  if (counterIds.length === 0) return new Map();
  await lockOutHolds(transaction, catalogId);
  return countEarlierUnits(transaction, catalogId, counterIds);
}

const limitsPerStatement = 1000;

/**
 * Sets the limits part by part, sorted by the ids of the counters, which is the lock order everywhere. Resolves to
 * those that can't be set, because more is held and sold; if there are any, the caller rolls back.
 */
export async function setLimits(
  transaction: Transaction,
  catalogId: string,
  capacities: readonly Capacity[],
  sold: ReadonlyMap<string, SoldUnits>,
): Promise<RefusedCapacity[]> {
  const refused: RefusedCapacity[] = [];
  for (const part of inOrder(capacities)) {
    const counted = new Map(
      part.flatMap(({ counterId }) => {
        const units = sold.get(counterId);
        return units === undefined ? [] : [[counterId, units] as const];
      }),
    );
    for (const one of await setCapacities(transaction, catalogId, part, counted)) refused.push(one);
  }
  return refused;
}

/** Limits in parts of about a thousand, ordered by their ids; each part is sorted only when it is processed. */
function* inOrder(capacities: readonly Capacity[]): Generator<readonly Capacity[]> {
  const shelves = new Map<string, Capacity[]>();
  for (const capacity of capacities) {
    const begin = capacity.counterId.slice(0, 2);
    const shelf = shelves.get(begin);
    if (shelf === undefined) shelves.set(begin, [capacity]);
    else shelf.push(capacity);
  }
  const byId = (one: Capacity, other: Capacity) => (one.counterId < other.counterId ? -1 : 1);
  let part: Capacity[] = [];
  for (const begin of [...shelves.keys()].sort()) {
    part = [...part, ...(shelves.get(begin) ?? []).sort(byId)];
    if (part.length < limitsPerStatement) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
