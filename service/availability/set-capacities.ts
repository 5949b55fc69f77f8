import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { boundRows } from '@/lib/database/bound-rows';
import { json, type Transaction } from '@/lib/database/database';
import { unitsHeld } from './counts';
import { freedSeats } from './taken-seats';

/**
 * Excludes all transactions that hold units of the catalogue's counters: waits for those that run, and blocks new
 * ones until this transaction ends. It is used only when the service begins to count units that were unlimited.
 */
export async function lockOutHolds(transaction: Transaction, catalogId: string): Promise<void> {
  await transaction.run(sql`select pg_advisory_xact_lock(${advisoryKey(sql`${catalogId}`)})`);
}

/** Marks a transaction as one that holds units of the catalogues' counters. Any number can run concurrently. */
export async function enterHolds(transaction: Transaction, catalogIds: readonly string[]): Promise<void> {
  await transaction.run(
    sql`select pg_advisory_xact_lock_shared(${advisoryKey(sql`value`)})
        from jsonb_array_elements_text(${json(catalogIds.toSorted())})`,
  );
}

function advisoryKey(catalogId: SQL): SQL {
  return sql`hashtextextended('holds/' || ${catalogId}, 0)`;
}

/** The limits that an issuer sets on an offer or session; null means none. */
export interface Capacity {
  counterId: string;
  capacity: number | null;
  /** How many may be sold in all, even if that is less than what is held and sold. It needs a capacity as well. */
  saleLimit?: number | null;
}

const refusedRow = z.object({ counterId: z.string(), sold: z.int(), held: z.int() });

/** A counter whose new limit is below what is held and sold. */
export type RefusedCapacity = z.infer<typeof refusedRow>;

/**
 * Sets the limits of a catalogue's counters without changing what is held or sold. Resolves to the counters whose
 * new limit is below what is held and sold; if there are any, the caller rolls back. `sold` is the number
 * sold of counters before they had a limit; their holds are in the database. Concurrency guarantee: counters that
 * change are locked first, so a hold is counted either before or after the change.
 */
export async function setCapacities(
  transaction: Transaction,
  catalogId: string,
  capacities: readonly Capacity[],
  sold: ReadonlyMap<string, number> = new Map(),
): Promise<RefusedCapacity[]> {
  const asked = askedRows(capacities);
  const differs = sql`(counter.capacity, counter.sale_limit) is distinct from (asked.capacity, asked.sale_limit)`;
  const counted = boundRows(
    [...sold].map(([id, units]) => ({ id, units })),
    'counted (id uuid, units int)',
  );
  // A counter without a limit gets its limit last, because the CHECK constraint compares the limit with what is
  // counted.
  await transaction.run(
    sql`insert into ticketing.counter (catalog_id, id, capacity, sale_limit)
        select ${catalogId}::uuid, asked.id, case when counted.id is null then asked.capacity end,
          case when counted.id is null then asked.sale_limit end
        from ${asked} left join ${counted} using (id) where asked.capacity is not null
        order by asked.id on conflict do nothing`,
  );
  await transaction.run(
    sql`select from ticketing.counter join ${asked} using (id)
        where catalog_id = ${catalogId} and ${differs}
        order by counter.id for update of counter`,
  );
  await transaction.run(
    sql`update ticketing.counter set sold = counted.units, held = coalesce((
          select sum(units) from ticketing.hold
          where hold.catalog_id = ${catalogId} and hold.counter_id = counter.id), 0)
        from ${counted} where counter.catalog_id = ${catalogId} and counter.id = counted.id`,
  );
  const held = unitsHeld(sql`counter`);
  const refused = await transaction.rows(
    refusedRow,
    sql`select counter.id as "counterId", counter.sold, ${held} as held
        from ticketing.counter join ${asked} using (id)
        where catalog_id = ${catalogId} and asked.capacity < counter.sold + ${held}`,
  );
  if (refused.length > 0) return refused;
  // Expired holds that were not deleted yet are released first, because the CHECK constraint counts them.
  await transaction.run(
    sql`with ended as (
          delete from ticketing.hold using ticketing.counter, ${asked}
          where counter.catalog_id = ${catalogId} and counter.id = asked.id
            and ${differs}
            and hold.catalog_id = ${catalogId} and hold.counter_id = counter.id
            and hold.expires_at <= statement_timestamp()
          returning hold.counter_id, hold.hold_id, hold.units, hold.seats),
        ${freedSeats(catalogId, 'ended')},
        sums as (select counter_id, sum(units) as units from ended group by counter_id)
        update ticketing.counter set held = counter.held - sums.units from sums
        where counter.catalog_id = ${catalogId} and counter.id = sums.counter_id`,
  );
  await transaction.run(
    sql`update ticketing.counter set capacity = asked.capacity, sale_limit = asked.sale_limit from ${asked}
        where counter.catalog_id = ${catalogId} and counter.id = asked.id and ${differs}`,
  );
  return [];
}

function askedRows(capacities: readonly Capacity[]): SQL {
  const rows = capacities.map(({ counterId, capacity, saleLimit = null }) => ({
    id: counterId,
    capacity,
    sale_limit: capacity === null ? null : saleLimit,
  }));
  return boundRows(rows, 'asked (id uuid, capacity int, sale_limit int)');
}
