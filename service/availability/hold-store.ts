import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { boundIds, boundRows } from '@/lib/database/bound-rows';
import type { Transaction } from '@/lib/database/database';
import { together } from '@/lib/database/together';
import type { CounterUnits, HoldRequest, Stock } from './allocate';
import { counterIds, inCatalogs, lockIn } from './counter-locks';
import { mostUnits, unitsAtDesk, unitsKept } from './counts';
import { type EndedUnits, endExpired, expiredBatch } from './expired-holds';
import { freedSeats } from './taken-seats';

// Lock order: all code locks reservations first, then tickets of orders, then counters, each by catalogue and id, then holds.
// This prevents deadlocks.

/** A hold and the catalogue whose counters it holds units of. */
export interface HoldKey {
  catalogId: string;
  holdId: string;
}

/** Units that are kept for sales desks until a moment (null: for ever), and how many units desks have taken. */
interface KeptUnits {
  units: number;
  until: Date | null;
  atDesk: number;
}

/** Counters that no other transaction changes until this transaction ends. */
export interface LockedCounters {
  /** The database's time under the lock: holds that have expired by this time are released. */
  at: Date;
  /** What each limited counter has. A counter that is not in it is unlimited, and no units of it are stored. */
  left: ReadonlyMap<string, number>;
  /** What is kept for sales desks, of counters with such units. */
  kept: ReadonlyMap<string, KeptUnits>;
  /** True if more holds may have expired than were released so far. */
  more: boolean;
}

/**
 * Locks counters and reads what they have left. Concurrency guarantee: the counters are locked before expired holds
 * are released, so no unit is counted twice and none is lost.
 */
export async function lockCounters(
  transaction: Transaction,
  counters: readonly CounterUnits[],
): Promise<LockedCounters> {
  const asked = inCatalogs(counters).map(([catalogId, own]) => ({ catalogId, ids: counterIds(own) }));
  // All statements are sent together: the database begins one when those before have their locks.
  const [locked, ended] = await Promise.all([
    Promise.all(asked.map(({ catalogId, ids }) => lockIn(transaction, catalogId, ids))),
    Promise.all(asked.map(({ catalogId, ids }) => endExpired(transaction, catalogId, ids))),
  ]);
  const limited = locked.flat().flatMap(({ left, ...one }) => (left === null ? [] : [{ ...one, left }]));
  const kept = limited.flatMap(({ id, kept: units, keptUntil: until, atDesk }) =>
    units === null ? [] : [[id, { units, until, atDesk }] as const],
  );
  return withEnded({ left: new Map(limited.map(({ id, left }) => [id, left])), kept: new Map(kept) }, ended);
}

/** Releases further expired holds of locked counters. Call it while `more` is true. */
export async function expireMore(
  transaction: Transaction,
  counters: readonly CounterUnits[],
  locked: LockedCounters,
): Promise<LockedCounters> {
  const parts = inCatalogs(counters).map(([catalogId, own]) =>
    endExpired(transaction, catalogId, counterIds(own)),
  );
  return withEnded(locked, await Promise.all(parts));
}

/** `parts`: what ended in each catalogue. */
function withEnded(
  before: Pick<LockedCounters, 'left' | 'kept'>,
  parts: readonly (readonly EndedUnits[])[],
): LockedCounters {
  const ended = parts.flat();
  const at = ended.map((one) => one.at).reduce((one, other) => (one > other ? one : other));
  const left = new Map(before.left);
  const kept = new Map(before.kept);
  for (const { counterId, units, atDesk } of ended) {
    if (counterId === null) continue;
    const had = left.get(counterId);
    if (had !== undefined) left.set(counterId, had + (units ?? 0));
    const of = kept.get(counterId);
    if (of !== undefined) kept.set(counterId, { ...of, atDesk: of.atDesk - (atDesk ?? 0) });
  }
  return { at, left, kept, more: ended.some(({ holds }) => (holds ?? 0) >= expiredBatch) };
}

/** What locked counters have, by the database's clock. */
export function stockOf({ at, left, kept }: LockedCounters): Stock {
  const inForce = [...kept].filter(([, { until }]) => until === null || until > at);
  return {
    left,
    kept: new Map(inForce.map(([id, { units, atDesk }]) => [id, Math.max(0, units - atDesk)])),
  };
}

/**
 * Stores units of locked counters until `expiresAt`, for holds that `allocate` granted. Throws if that would
 * oversell: the condition repeats the decision of `allocate`, and the CHECK constraint enforces both. `beside`: a part of the
 * same statement, by catalogue.
 */
export async function keepUnits(
  transaction: Transaction,
  { left }: LockedCounters,
  holds: readonly HoldRequest[],
  expiresAt: Date,
  beside: ReadonlyMap<string, SQL> = new Map(),
): Promise<void> {
  const units = holds.flatMap(({ id, units: wanted, atDesk }) =>
    wanted.filter(({ counterId }) => left.has(counterId)).map((one) => ({ ...one, holdId: id, atDesk })),
  );
  const limited = inCatalogs(units);
  const others = [...beside].filter(([catalogId]) => !limited.some(([one]) => one === catalogId));
  await Promise.all([
    ...limited.map(([catalogId, own]) =>
      keepIn(transaction, catalogId, own, expiresAt, beside.get(catalogId)),
    ),
    ...others.map(([, part]) => transaction.run(together([part]))),
  ]);
}

async function keepIn(
  transaction: Transaction,
  catalogId: string,
  units: readonly (CounterUnits & { holdId: string; atDesk: boolean })[],
  expiresAt: Date,
  beside: SQL | undefined,
): Promise<void> {
  const other = beside === undefined ? sql`` : sql`${beside}, `;
  const rows = units.map((one) => ({
    counter_id: one.counterId,
    hold_id: one.holdId,
    units: one.units,
    seats: one.seats ?? null,
    at_desk: one.atDesk,
  }));
  const seated = units.some(({ seats }) => seats !== undefined) ? sql`${takenIn(catalogId)}, ` : sql``;
  const changed = await transaction.run(
    sql`with ${other}asked as (
          select * from ${boundRows(rows, 'one (counter_id uuid, hold_id uuid, units int, seats text[], at_desk boolean)')}),
        kept as (
          insert into ticketing.hold (catalog_id, counter_id, hold_id, units, seats, expires_at, at_desk)
          select ${catalogId}::uuid, counter_id, hold_id, units, seats, ${expiresAt.toISOString()}::timestamptz, at_desk
          from asked),
        ${seated}sums as (
          select counter_id, sum(units) as units, ${unitsAtDesk} as at_desk from asked group by counter_id)
        update ticketing.counter
        set held = counter.held + sums.units, desk_taken = counter.desk_taken + sums.at_desk from sums
        where counter.catalog_id = ${catalogId} and counter.id = sums.counter_id
          and counter.held + counter.sold + sums.units <= ${mostUnits(sql`counter`)}
          and (sums.units = sums.at_desk or counter.held + counter.sold - counter.desk_taken + sums.units - sums.at_desk
            <= ${mostUnits(sql`counter`)} - ${unitsKept(sql`counter`)})`,
  );
  const expected = counterIds(units).length;
  if (changed !== expected) throw new Error(`held units of ${changed} counters instead of ${expected}`);
}

/** Takes the seats of `asked`. The key refuses one that is taken, so that everything is undone. */
const takenIn = (catalogId: string): SQL =>
  sql`taken as (
        insert into ticketing.taken_seat (catalog_id, session_id, seat, hold_id)
        select ${catalogId}::uuid, counter_id, unnest(seats), hold_id from asked)`;

const aliveRow = z.object({ now: z.date(), holdId: z.string().nullable(), counters: z.int().nullable() });

/** Holds whose counters are locked. */
export interface LockedHolds {
  /** Of how many counters each hold still has units. */
  alive: ReadonlyMap<string, number>;
  /** The database's time under the locks; null without holds. */
  at: Date | null;
}

/**
 * Locks the counters of holds, and reads what they still have. Concurrency guarantee: under these locks no other
 * transaction can expire, release or convert these holds.
 */
export async function lockHolds(transaction: Transaction, holds: readonly HoldKey[]): Promise<LockedHolds> {
  const found = await Promise.all(
    inCatalogs(holds).map(async ([catalogId, own]) => {
      const ids = boundIds(own.map(({ holdId }) => holdId));
      const [, alive] = await Promise.all([
        transaction.run(
          sql`select from ticketing.counter
              where catalog_id = ${catalogId} and id in (
                select hold.counter_id from ticketing.hold where catalog_id = ${catalogId} and hold_id in ${ids})
              order by id for update`,
        ),
        transaction.rows(
          aliveRow,
          sql`select statement_timestamp() as now, kept.* from (values (1)) one left join (
                select hold_id as "holdId", count(*)::int as counters
                from ticketing.hold where catalog_id = ${catalogId} and hold_id in ${ids}
                group by hold_id) kept on true`,
        ),
      ]);
      return alive;
    }),
  );
  const rows = found.flat();
  const alive = rows.flatMap(({ holdId, counters }) =>
    holdId === null ? [] : [[holdId, counters ?? 0] as const],
  );
  return { alive: new Map(alive), at: rows[0]?.now ?? null };
}

/** Changes the units of locked holds of a catalogue from held to sold. `beside`: other writing parts of the same statement. */
export async function sellHolds(
  transaction: Transaction,
  catalogId: string,
  holdIds: readonly string[],
  beside: readonly SQL[] = [],
): Promise<void> {
  await endHolds(transaction, catalogId, holdIds, sql`sold = counter.sold + ended.units,`, beside);
}

/** Releases the units of a locked hold, and its seats. */
export async function releaseHold(transaction: Transaction, { catalogId, holdId }: HoldKey): Promise<void> {
  const given = sql`desk_taken = counter.desk_taken - ended.at_desk,`;
  await endHolds(transaction, catalogId, [holdId], given, [], freedSeats(catalogId, 'gone'));
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

/** Deletes the rows of holds, and subtracts their units from `held`. `after`: a part that reads the deleted rows, `gone`. */
async function endHolds(
  transaction: Transaction,
  catalogId: string,
  holdIds: readonly string[],
  alsoSet: SQL,
  beside: readonly SQL[],
  after?: SQL,
): Promise<void> {
  const others = beside.map((part) => sql`${part}, `);
  await transaction.run(
    sql`with ${sql.join(others)}gone as (
          delete from ticketing.hold where catalog_id = ${catalogId} and hold_id in ${boundIds(holdIds)}
          returning hold.counter_id, hold.hold_id, hold.units, hold.seats, hold.at_desk),
        ${after === undefined ? sql`` : sql`${after}, `}ended as (
          select counter_id, sum(units) as units, ${unitsAtDesk} as at_desk from gone group by counter_id)
        update ticketing.counter set ${alsoSet} held = counter.held - ended.units from ended
        where counter.catalog_id = ${catalogId} and counter.id = ended.counter_id`,
  );
}
