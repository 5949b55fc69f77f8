import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader, Transaction } from '@/lib/database/database';
import { allocate, type CounterUnits } from '@/service/availability/allocate';
import { unitsLeft } from '@/service/availability/counts';
import { sweepExpired } from '@/service/availability/expired-holds';
import {
  extendHold,
  expireMore,
  keepUnits,
  lockCounters,
  lockHolds,
  releaseHold,
  sellHolds,
  stockOf,
} from '@/service/availability/hold-store';
import { setCapacities } from '@/service/availability/set-capacities';

/** The operations of the availability module, as implemented by the module itself and by faulty copies of it. */
export interface Availability {
  hold(transaction: Transaction, id: string, units: readonly CounterUnits[]): Promise<boolean>;
  /** False if it has expired or ended. */
  convert(transaction: Transaction, catalogId: string, id: string, counters: number): Promise<boolean>;
  release(transaction: Transaction, catalogId: string, id: string): Promise<void>;
  extend(transaction: Transaction, catalogId: string, id: string, counters: number): Promise<boolean>;
  sweep(transaction: Transaction): Promise<void>;
  setCapacity(
    transaction: Transaction,
    catalogId: string,
    counterId: string,
    capacity: number | null,
  ): Promise<boolean>;
}

const later = () => new Date(Date.now() + 3_600_000);

/** The module as shared-holds, shared-orders, end-or-extend, the sweeper and imports use it. */
export const realAvailability: Availability = {
  hold: async (transaction, id, units) => {
    let locked = await lockCounters(transaction, units);
    while (locked.more) locked = await expireMore(transaction, units, locked);
    const request = { id, units, atDesk: false };
    const [allocation] = allocate(stockOf(locked), [request]).allocations;
    if (allocation?.kind !== 'held') return false;
    await keepUnits(transaction, locked, [request], later());
    return true;
  },
  convert: async (transaction, catalogId, holdId, counters) => {
    const key = { catalogId, holdId };
    if (((await lockHolds(transaction, [key])).alive.get(holdId) ?? 0) < counters) return false;
    await sellHolds(transaction, catalogId, [holdId]);
    return true;
  },
  release: async (transaction, catalogId, holdId) => {
    await lockHolds(transaction, [{ catalogId, holdId }]);
    await releaseHold(transaction, { catalogId, holdId });
  },
  extend: async (transaction, catalogId, holdId, counters) => {
    const key = { catalogId, holdId };
    if (((await lockHolds(transaction, [key])).alive.get(holdId) ?? 0) < counters) return false;
    await extendHold(transaction, key, later());
    return true;
  },
  sweep: async (transaction) => {
    await sweepExpired(transaction, 500);
  },
  setCapacity: async (transaction, catalogId, counterId, capacity) =>
    (await setCapacities(transaction, catalogId, [{ counterId, capacity }])).length === 0,
};

const runRow = z.object({
  counters: z.array(
    z.object({
      id: z.string(),
      capacity: z.int().nullable(),
      held: z.int(),
      sold: z.int(),
      left: z.int().nullable(),
    }),
  ),
  holds: z.array(
    z.object({ holdId: z.string(), counterId: z.string(), units: z.int(), isExpired: z.boolean() }),
  ),
});
export type Run = z.infer<typeof runRow>;

/** What the database has of one run. */
export async function readRun(reader: Reader, catalogId: string): Promise<Run> {
  const [run] = await reader.rows(
    runRow,
    sql`select
          (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'capacity', capacity, 'held', held,
             'sold', sold, 'left', ${unitsLeft(sql`counter`)})), '[]')
           from ticketing.counter where catalog_id = ${catalogId}) as counters,
          (select coalesce(jsonb_agg(jsonb_build_object('holdId', hold_id, 'counterId', counter_id,
             'units', units, 'isExpired', expires_at <= clock_timestamp())), '[]')
           from ticketing.hold where catalog_id = ${catalogId}) as holds`,
  );
  if (run === undefined) throw new Error('the database told nothing');
  return run;
}
