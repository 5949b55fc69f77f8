import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { boundRows } from '@/lib/database/bound-rows';
import { json, type Transaction } from '@/lib/database/database';
import { unitsAtDesk, unitsHeld } from './counts';
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
  /** What of the capacity is kept for sales desks; null: nothing. Left out: it stays as it is. */
  deskKept?: KeptPlaces | null;
}

/** Units that are kept for sales desks, until a moment (ISO 8601; null: for ever). */
export interface KeptPlaces {
  units: number;
  until: string | null;
}

/** Sold units of a counter, and how many of them were sold at desks. */
export interface SoldUnits {
  units: number;
  atDesk: number;
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
  sold: ReadonlyMap<string, SoldUnits> = new Map(),
): Promise<RefusedCapacity[]> {
  const asked = askedRows(capacities);
  const differs = sql`((counter.capacity, counter.sale_limit) is distinct from (asked.capacity, asked.sale_limit)
    or asked.sets_kept and (counter.desk_kept, counter.desk_kept_until)
      is distinct from (asked.desk_kept, asked.desk_kept_until))`;
  const counted = boundRows(
    [...sold].map(([id, { units, atDesk }]) => ({ id, units, at_desk: atDesk })),
    'counted (id uuid, units int, at_desk int)',
  );
  // A counter without a limit gets its limit last, because the CHECK constraint compares the limit with what is
  // counted.
  await transaction.run(
    sql`insert into ticketing.counter (catalog_id, id, capacity, sale_limit, desk_kept, desk_kept_until)
        select ${catalogId}::uuid, asked.id, case when counted.id is null then asked.capacity end,
          case when counted.id is null then asked.sale_limit end, asked.desk_kept, asked.desk_kept_until
        from ${asked} left join ${counted} using (id) where asked.capacity is not null
        order by asked.id on conflict do nothing`,
  );
  await transaction.run(
    sql`select from ticketing.counter join ${asked} using (id)
        where catalog_id = ${catalogId} and ${differs}
        order by counter.id for update of counter`,
  );
  await transaction.run(
    sql`update ticketing.counter set sold = counted.units, (held, desk_taken) = (
          select coalesce(sum(units), 0), counted.at_desk + ${unitsAtDesk} from ticketing.hold
          where hold.catalog_id = ${catalogId} and hold.counter_id = counter.id)
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
  await endExpiredOf(transaction, catalogId, asked, differs);
  await transaction.run(
    sql`update ticketing.counter set capacity = asked.capacity, sale_limit = asked.sale_limit,
          desk_kept = case when asked.sets_kept then asked.desk_kept else counter.desk_kept end,
          desk_kept_until = case when asked.sets_kept then asked.desk_kept_until else counter.desk_kept_until end
        from ${asked}
        where counter.catalog_id = ${catalogId} and counter.id = asked.id and ${differs}`,
  );
  return [];
}

/** Expired holds that were not deleted yet are released before a limit is set, because the CHECK constraint counts them. */
async function endExpiredOf(
  transaction: Transaction,
  catalogId: string,
  asked: SQL,
  differs: SQL,
): Promise<void> {
  await transaction.run(
    sql`with ended as (
          delete from ticketing.hold using ticketing.counter, ${asked}
          where counter.catalog_id = ${catalogId} and counter.id = asked.id
            and ${differs}
            and hold.catalog_id = ${catalogId} and hold.counter_id = counter.id
            and hold.expires_at <= statement_timestamp()
          returning hold.counter_id, hold.hold_id, hold.units, hold.seats, hold.at_desk),
        ${freedSeats(catalogId, 'ended')},
        sums as (select counter_id, sum(units) as units, ${unitsAtDesk} as at_desk from ended group by counter_id)
        update ticketing.counter
        set held = counter.held - sums.units, desk_taken = counter.desk_taken - sums.at_desk from sums
        where counter.catalog_id = ${catalogId} and counter.id = sums.counter_id`,
  );
}

function askedRows(capacities: readonly Capacity[]): SQL {
  const rows = capacities.map(({ counterId, capacity, saleLimit = null, deskKept }) => ({
    id: counterId,
    capacity,
    sale_limit: capacity === null ? null : saleLimit,
    sets_kept: deskKept !== undefined,
    desk_kept: deskKept?.units ?? null,
    desk_kept_until: deskKept?.until ?? null,
  }));
  return boundRows(
    rows,
    'asked (id uuid, capacity int, sale_limit int, sets_kept boolean, desk_kept int, desk_kept_until timestamptz)',
  );
}
