import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { json, type Transaction } from '@/lib/database/database';
import { allocate, type Allocation, type CounterUnits, type HoldRequest } from './allocate';

// Everybody locks in one order: reservations, then counters by id, then holds. So nobody waits in a circle.

const counterRow = z.object({ id: z.string(), left: z.int().nullable() });
const momentRow = z.object({ at: z.date() });

export interface HeldUnits {
  /** The database's moment at which the units were taken. */
  heldAt: Date;
  expiresAt: Date;
  /** One for each request, in their order. */
  allocations: Allocation[];
  /** Which of the counters have a limit: only of these are units kept. */
  limited: ReadonlySet<string>;
}

/**
 * Takes units for many holds, in their order. Race promise: the counters are locked before they are read, and what
 * has expired is given back under that lock, so no unit is counted twice and none is lost.
 */
export async function holdUnits(
  transaction: Transaction,
  requests: readonly HoldRequest[],
  holdSeconds: number,
): Promise<HeldUnits> {
  const counters = distinct(requests.flatMap((request) => request.units));
  await lockCounters(transaction, counters);
  const heldAt = await endExpired(transaction, counters);
  const expiresAt = new Date(heldAt.getTime() + holdSeconds * 1000);
  const left = await readLeft(transaction, counters);
  const { allocations } = allocate(left, requests);
  const held = requests.filter((_, index) => allocations[index]?.kind === 'held');
  const units = held.flatMap((request) =>
    request.units
      .filter(({ counterId }) => left.has(counterId))
      .map((one) => ({
        catalog_id: one.catalogId,
        counter_id: one.counterId,
        hold_id: request.id,
        units: one.units,
      })),
  );
  if (units.length > 0) await insertHolds(transaction, units, expiresAt);
  return { heldAt, expiresAt, allocations, limited: new Set(left.keys()) };
}

/**
 * Turns the units of holds from held into sold. Race promise: a hold's rows can be deleted once, so what expiry or
 * a release took before is not among the answers.
 * Resolves to how many counters each hold still had units of.
 */
export async function convertHolds(
  transaction: Transaction,
  holdIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await endHolds(transaction, holdIds, sql`sold = counter.sold + ended.units,`);
  return new Map(rows.map(({ hold_id, counters }) => [hold_id, counters]));
}

/** Gives the units of holds back. */
export async function releaseHolds(transaction: Transaction, holdIds: readonly string[]): Promise<void> {
  await endHolds(transaction, holdIds, sql``);
}

/**
 * Lets a hold live until `expiresAt`. Race promise: under the lock of its counters nobody can expire it meanwhile.
 * Resolves to how many counters it still had units of.
 */
export async function extendHold(transaction: Transaction, holdId: string, expiresAt: Date): Promise<number> {
  await lockCountersOf(transaction, sql`(${holdId}::uuid)`);
  return transaction.run(
    sql`update ticketing.hold set expires_at = ${expiresAt.toISOString()}::timestamptz where hold_id = ${holdId}`,
  );
}

/** Gives back what has expired, at most `limit` holds; resolves to how many counters' units came back. */
export async function sweepExpired(transaction: Transaction, limit: number): Promise<number> {
  const row = z.object({ catalog_id: z.string(), counter_id: z.string() });
  const due = await transaction.rows(
    row,
    sql`select distinct catalog_id, counter_id from (
          select catalog_id, counter_id from ticketing.hold
          where expires_at <= clock_timestamp() order by expires_at limit ${limit}) due`,
  );
  const counters = due.map((one) => ({ catalogId: one.catalog_id, counterId: one.counter_id, units: 0 }));
  await lockCounters(transaction, counters);
  await endExpired(transaction, counters);
  return counters.length;
}

function distinct(units: readonly CounterUnits[]): CounterUnits[] {
  return [...new Map(units.map((one) => [one.counterId, one])).values()];
}

/** The (catalog_id, id) pairs, as a table to join with. */
function pairs(counters: readonly CounterUnits[]): SQL {
  return sql`jsonb_to_recordset(${json(
    counters.map(({ catalogId, counterId }) => ({ catalog_id: catalogId, id: counterId })),
  )}) as asked (catalog_id uuid, id uuid)`;
}

async function lockCounters(transaction: Transaction, counters: readonly CounterUnits[]): Promise<void> {
  if (counters.length === 0) return;
  await transaction.run(
    sql`select from ticketing.counter join ${pairs(counters)} using (catalog_id, id)
        order by counter.id for update of counter`,
  );
}

/** Gives back what has expired of locked counters; resolves to the database's moment that decided it. */
async function endExpired(transaction: Transaction, counters: readonly CounterUnits[]): Promise<Date> {
  const [moment] = await transaction.write(
    momentRow,
    sql`with moment as materialized (select clock_timestamp() as at),
        ended as (
          delete from ticketing.hold using moment, ${pairs(counters)}
          where hold.catalog_id = asked.catalog_id and hold.counter_id = asked.id
            and hold.expires_at <= moment.at
          returning hold.catalog_id, hold.counter_id, hold.units),
        sums as (
          select catalog_id, counter_id, sum(units) as units from ended group by catalog_id, counter_id),
        given_back as (
          update ticketing.counter set held = counter.held - sums.units from sums
          where counter.catalog_id = sums.catalog_id and counter.id = sums.counter_id)
        select at from moment`,
  );
  if (moment === undefined) throw new Error('the database told no time');
  return moment.at;
}

/** What locked counters have left; those without a limit are not in it. */
async function readLeft(
  transaction: Transaction,
  counters: readonly CounterUnits[],
): Promise<Map<string, number>> {
  if (counters.length === 0) return new Map();
  const rows = await transaction.rows(
    counterRow,
    sql`select id, capacity - held - sold as left
        from ticketing.counter join ${pairs(counters)} using (catalog_id, id)`,
  );
  return new Map(rows.flatMap(({ id, left }) => (left === null ? [] : [[id, left]])));
}

async function insertHolds(
  transaction: Transaction,
  units: readonly { counter_id: string; hold_id: string; units: number }[],
  expiresAt: Date,
): Promise<void> {
  // The condition repeats what allocate() decided; the CHECK constraint stands behind both.
  const changed = await transaction.run(
    sql`with asked as (
          select * from jsonb_to_recordset(${json(units)})
            as one (catalog_id uuid, counter_id uuid, hold_id uuid, units int)),
        kept as (
          insert into ticketing.hold (catalog_id, counter_id, hold_id, units, expires_at)
          select catalog_id, counter_id, hold_id, units, ${expiresAt.toISOString()}::timestamptz from asked),
        sums as (
          select catalog_id, counter_id, sum(units) as units from asked group by catalog_id, counter_id)
        update ticketing.counter set held = counter.held + sums.units from sums
        where counter.catalog_id = sums.catalog_id and counter.id = sums.counter_id
          and counter.held + counter.sold + sums.units <= counter.capacity`,
  );
  const expected = new Set(units.map(({ counter_id }) => counter_id)).size;
  if (changed !== expected) throw new Error(`held units of ${changed} counters instead of ${expected}`);
}

function lockCountersOf(transaction: Transaction, holdIds: SQL): Promise<number> {
  return transaction.run(
    sql`select from ticketing.counter
        where (catalog_id, id) in (select catalog_id, counter_id from ticketing.hold where hold_id in ${holdIds})
        order by id for update`,
  );
}

const endedRow = z.object({ hold_id: z.string(), counters: z.int() });

/** Deletes the rows of holds under the lock of their counters, and takes their units off `held`. */
async function endHolds(transaction: Transaction, holdIds: readonly string[], alsoSet: SQL) {
  const ids = sql`(select value::uuid from jsonb_array_elements_text(${json(holdIds)}))`;
  await lockCountersOf(transaction, ids);
  return transaction.write(
    endedRow,
    sql`with gone as (
          delete from ticketing.hold where hold_id in ${ids}
          returning catalog_id, counter_id, hold_id, units),
        ended as (
          select catalog_id, counter_id, sum(units) as units from gone group by catalog_id, counter_id),
        counted as (
          update ticketing.counter set ${alsoSet} held = counter.held - ended.units from ended
          where counter.catalog_id = ended.catalog_id and counter.id = ended.counter_id)
        select hold_id, count(*)::int as counters from gone group by hold_id`,
  );
}
