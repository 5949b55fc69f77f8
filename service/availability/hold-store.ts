import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { boundRows } from '@/lib/database/bound-rows';
import type { Transaction } from '@/lib/database/database';
import type { CounterUnits, HoldRequest } from './allocate';
import { mostUnits } from './counts';

// Lock order: all code locks reservations first, then tickets of orders by id, then counters by id, then holds. This
// prevents deadlocks.

// How many expired holds one statement releases: no caller has to release a long backlog of other clients' holds.
const batch = 500;

/** A hold and the catalogue whose counters it holds units of. */
export interface HoldKey {
  catalogId: string;
  holdId: string;
}

/** Counters that no other transaction changes until this transaction ends. */
export interface LockedCounters {
  /** The database's time under the lock: holds that have expired by this time are released. */
  at: Date;
  /** What each limited counter has. A counter that is not in it is unlimited, and no units of it are stored. */
  left: ReadonlyMap<string, number>;
  /** True if more holds may have expired than were released so far. */
  more: boolean;
}

const lockedRow = z.object({ id: z.string(), left: z.int().nullable() });
const endedRow = z.object({
  at: z.date(),
  counterId: z.string().nullable(),
  units: z.int().nullable(),
  holds: z.int().nullable(),
});

/**
 * Locks counters and reads what they have left. Concurrency guarantee: the counters are locked before expired holds
 * are released, so no unit is counted twice and none is lost.
 */
export async function lockCounters(
  transaction: Transaction,
  counters: readonly CounterUnits[],
): Promise<LockedCounters> {
  const asked = pairs(counters);
  // Both statements are sent together: the database begins the second when the first has its locks.
  const [locked, ended] = await Promise.all([lock(transaction, asked), endExpired(transaction, asked)]);
  return withEnded(new Map(locked.flatMap(({ id, left }) => (left === null ? [] : [[id, left]]))), ended);
}

/** Locks counters in the order of their ids; the result is null for unlimited ones. */
function lock(transaction: Transaction, asked: SQL) {
  return transaction.rows(
    lockedRow,
    sql`select counter.id, ${mostUnits(sql`counter`)} - counter.held - counter.sold as left
        from ticketing.counter join ${asked} using (catalog_id, id)
        order by counter.id for update of counter`,
  );
}

/** Releases further expired holds of locked counters. Call it while `more` is true. */
export async function expireMore(
  transaction: Transaction,
  counters: readonly CounterUnits[],
  { left }: LockedCounters,
): Promise<LockedCounters> {
  return withEnded(left, await endExpired(transaction, pairs(counters)));
}

/** Releases the oldest expired holds of each locked counter, by the database's time. */
function endExpired(transaction: Transaction, asked: SQL) {
  return endDue(
    transaction,
    sql`select due.* from ${asked}, moment, lateral (
          select catalog_id, hold_id, counter_id from ticketing.hold
          where hold.catalog_id = asked.catalog_id and hold.counter_id = asked.id
            and hold.expires_at <= moment.at
          order by expires_at limit ${batch}) due`,
  );
}

/** Deletes the holds that `due` selects, and subtracts their units from `held`. */
function endDue(transaction: Transaction, due: SQL) {
  return transaction.write(
    endedRow,
    sql`with moment as materialized (select clock_timestamp() as at),
        due as (${due}),
        ended as (
          delete from ticketing.hold using due
          where hold.catalog_id = due.catalog_id and hold.hold_id = due.hold_id
            and hold.counter_id = due.counter_id
          returning hold.catalog_id, hold.counter_id, hold.units),
        sums as (
          select catalog_id, counter_id, sum(units)::int as units, count(*)::int as holds
          from ended group by catalog_id, counter_id),
        given_back as (
          update ticketing.counter set held = counter.held - sums.units from sums
          where counter.catalog_id = sums.catalog_id and counter.id = sums.counter_id)
        select at, sums.counter_id as "counterId", sums.units, sums.holds from moment left join sums on true`,
  );
}

function withEnded(
  before: ReadonlyMap<string, number>,
  ended: readonly z.infer<typeof endedRow>[],
): LockedCounters {
  const [first] = ended;
  if (first === undefined) throw new Error('the database told no time');
  const left = new Map(before);
  let more = false;
  for (const { counterId, units, holds: count } of ended) {
    const had = counterId === null ? undefined : left.get(counterId);
    if (counterId !== null && had !== undefined) left.set(counterId, had + (units ?? 0));
    more ||= (count ?? 0) >= batch;
  }
  return { at: first.at, left, more };
}

/**
 * Stores units of locked counters until `expiresAt`, for holds that `allocate` granted. Throws if that would
 * oversell: the condition repeats the decision of `allocate`, and the CHECK constraint enforces both.
 */
export async function keepUnits(
  transaction: Transaction,
  { left }: LockedCounters,
  holds: readonly HoldRequest[],
  expiresAt: Date,
): Promise<void> {
  const units = holds.flatMap(({ id, units: wanted }) =>
    wanted
      .filter(({ counterId }) => left.has(counterId))
      .map((one) => ({
        catalog_id: one.catalogId,
        counter_id: one.counterId,
        hold_id: id,
        units: one.units,
      })),
  );
  if (units.length === 0) return;
  const changed = await transaction.run(
    sql`with asked as (
          select * from ${boundRows(units, 'one (catalog_id uuid, counter_id uuid, hold_id uuid, units int)')}),
        kept as (
          insert into ticketing.hold (catalog_id, counter_id, hold_id, units, expires_at)
          select catalog_id, counter_id, hold_id, units, ${expiresAt.toISOString()}::timestamptz from asked),
        sums as (
          select catalog_id, counter_id, sum(units) as units from asked group by catalog_id, counter_id)
        update ticketing.counter set held = counter.held + sums.units from sums
        where counter.catalog_id = sums.catalog_id and counter.id = sums.counter_id
          and counter.held + counter.sold + sums.units <= ${mostUnits(sql`counter`)}`,
  );
  const expected = new Set(units.map(({ counter_id }) => counter_id)).size;
  if (changed !== expected) throw new Error(`held units of ${changed} counters instead of ${expected}`);
}

const aliveRow = z.object({ holdId: z.string(), counters: z.int() });

/**
 * Locks the counters of holds, and returns of how many counters each hold still has units. Concurrency guarantee:
 * under these locks no other transaction can expire, release or convert these holds.
 */
export async function lockHolds(
  transaction: Transaction,
  holds: readonly HoldKey[],
): Promise<Map<string, number>> {
  const asked = keys(holds);
  const [, alive] = await Promise.all([
    transaction.run(
      sql`select from ticketing.counter
          where (catalog_id, id) in (
            select hold.catalog_id, hold.counter_id from ticketing.hold join ${asked} using (catalog_id, hold_id))
          order by id for update`,
    ),
    transaction.rows(
      aliveRow,
      sql`select hold_id as "holdId", count(*)::int as counters
          from ticketing.hold join ${asked} using (catalog_id, hold_id) group by hold_id`,
    ),
  ]);
  return new Map(alive.map(({ holdId, counters }) => [holdId, counters]));
}

/** Changes the units of locked holds from held to sold. `beside`: other writing parts of the same statement. */
export async function sellHolds(
  transaction: Transaction,
  holds: readonly HoldKey[],
  beside: readonly SQL[] = [],
): Promise<void> {
  await endHolds(transaction, holds, sql`sold = counter.sold + ended.units,`, beside);
}

/** Releases the units of locked holds. */
export async function releaseHolds(transaction: Transaction, holds: readonly HoldKey[]): Promise<void> {
  await endHolds(transaction, holds, sql``, []);
}

/**
 * Locks counters, and returns units of them that were sold. A number of sold units that is too small becomes 0: units
 * that were sold without a limit are not counted, and if the counter gets a limit again, all are counted again.
 */
export async function returnSoldUnits(
  transaction: Transaction,
  units: readonly CounterUnits[],
): Promise<void> {
  const returned = boundRows(
    units.map((one) => ({ catalog_id: one.catalogId, id: one.counterId, units: one.units })),
    'returned (catalog_id uuid, id uuid, units int)',
  );
  await Promise.all([
    lock(transaction, pairs(units)),
    transaction.run(
      sql`update ticketing.counter set sold = greatest(0, counter.sold - returned.units) from ${returned}
          where counter.catalog_id = returned.catalog_id and counter.id = returned.id`,
    ),
  ]);
}

/** Extends a locked hold until `expiresAt`. */
export async function extendHold(
  transaction: Transaction,
  { catalogId, holdId }: HoldKey,
  expiresAt: Date,
): Promise<void> {
  await transaction.run(
    sql`update ticketing.hold set expires_at = ${expiresAt.toISOString()}::timestamptz
        where catalog_id = ${catalogId} and hold_id = ${holdId}`,
  );
}

/** Deletes the rows of holds, and subtracts their units from `held`. */
async function endHolds(
  transaction: Transaction,
  holds: readonly HoldKey[],
  alsoSet: SQL,
  beside: readonly SQL[],
): Promise<void> {
  const others = beside.map((part) => sql`${part}, `);
  await transaction.run(
    sql`with ${sql.join(others)}gone as (
          delete from ticketing.hold using ${keys(holds)}
          where hold.catalog_id = asked.catalog_id and hold.hold_id = asked.hold_id
          returning hold.catalog_id, hold.counter_id, hold.units),
        ended as (
          select catalog_id, counter_id, sum(units) as units from gone group by catalog_id, counter_id)
        update ticketing.counter set ${alsoSet} held = counter.held - ended.units from ended
        where counter.catalog_id = ended.catalog_id and counter.id = ended.counter_id`,
  );
}

const dueRow = z.object({ catalogId: z.string(), counterId: z.string(), holdId: z.string() });

/** Releases the oldest expired holds, at most `most`; resolves to how many it found. */
export async function sweepExpired(transaction: Transaction, most: number): Promise<number> {
  const due = await transaction.rows(
    dueRow,
    sql`select catalog_id as "catalogId", counter_id as "counterId", hold_id as "holdId"
        from ticketing.hold where expires_at <= statement_timestamp() order by expires_at limit ${most}`,
  );
  if (due.length === 0) return 0;
  // A hold that another transaction extended or ended while this one waited for the locks is not changed.
  await Promise.all([
    lock(transaction, pairs(due)),
    endDue(
      transaction,
      sql`select hold.catalog_id, hold.hold_id, hold.counter_id
          from ${boundRows(due, 'asked ("catalogId" uuid, "counterId" uuid, "holdId" uuid)')}
          join ticketing.hold on hold.catalog_id = asked."catalogId" and hold.hold_id = asked."holdId"
            and hold.counter_id = asked."counterId", moment
          where hold.expires_at <= moment.at`,
    ),
  ]);
  return due.length;
}

/** (catalog_id, id) of counters, as a table to join with. */
function pairs(counters: readonly Omit<CounterUnits, 'units'>[]): SQL {
  const distinct = new Map(
    counters.map(({ catalogId, counterId }) => [counterId, { catalog_id: catalogId, id: counterId }]),
  );
  return boundRows([...distinct.values()], 'asked (catalog_id uuid, id uuid)');
}

/** (catalog_id, hold_id) of holds, as a table to join with. */
function keys(holds: readonly HoldKey[]): SQL {
  return boundRows(
    holds.map(({ catalogId, holdId }) => ({ catalog_id: catalogId, hold_id: holdId })),
    'asked (catalog_id uuid, hold_id uuid)',
  );
}
