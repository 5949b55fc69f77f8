import { sql, type SQL } from 'drizzle-orm';

// A statement with parts of its own (`with`) needs the id of the catalogue itself in each condition, so that one server of
// several gets it (decision 75).
const catalogOfRow = (row: SQL): SQL => sql`${row}.catalog_id`;

/** How many units may be held and sold in all, which may be fewer than are held and sold; null is unlimited. */
export function mostUnits(counter: SQL): SQL {
  return sql`least(${counter}.capacity, ${counter}.sale_limit)`;
}

/** The units of rows with `units` and `at_desk` that were taken at sales desks. */
export const unitsAtDesk = sql`coalesce(sum(units) filter (where at_desk), 0)::int`;

/** How many units of the counter are kept for sales desks at this moment, whether they are taken or not. */
export function unitsKept(counter: SQL): SQL {
  return sql`(case when ${counter}.desk_kept_until is null or ${counter}.desk_kept_until > statement_timestamp()
    then coalesce(${counter}.desk_kept, 0) else 0 end)`;
}

/** What of the kept units no desk has taken, if desks have taken `atDesk` (only read if units are kept). */
const keptLeft = (counter: SQL, atDesk: SQL): SQL => sql`(case when ${unitsKept(counter)} > 0
  then greatest(0, ${counter}.desk_kept - (${atDesk})) else 0 end)`;

/** The units of holds at desks, `expired`: only of those that have expired by the database's clock. */
const heldAtDesk = (counter: SQL, catalogId: SQL, expired: boolean): SQL => sql`coalesce((
  select sum(at_desk.units) from ticketing.hold at_desk
  where at_desk.catalog_id = ${catalogId} and at_desk.counter_id = ${counter}.id and at_desk.at_desk
    ${expired ? sql`and at_desk.expires_at <= statement_timestamp()` : sql``}), 0)`;

const keptNow = (counter: SQL, catalogId: SQL): SQL =>
  keptLeft(counter, sql`${counter}.desk_taken - ${heldAtDesk(counter, catalogId, true)}`);

/** What stays kept when all holds end. */
const keptWithoutHolds = (counter: SQL, catalogId: SQL): SQL =>
  keptLeft(counter, sql`${counter}.desk_taken - ${heldAtDesk(counter, catalogId, false)}`);

/** The units of holds that have expired by the database's clock, and are not deleted yet. */
const unitsExpired = (counter: SQL, catalogId: SQL): SQL => sql`coalesce((
  select sum(expired.units) from ticketing.hold expired
  where expired.catalog_id = ${catalogId} and expired.counter_id = ${counter}.id
    and expired.expires_at <= statement_timestamp()), 0)`;

const unitsFree = (counter: SQL, catalogId: SQL): SQL =>
  sql`${mostUnits(counter)} - ${counter}.sold - ${counter}.held + ${unitsExpired(counter, catalogId)}`;

/**
 * What is left for everybody of the counter that `counter` (a table alias) names; null is unlimited, and so is a missing counter.
 * Holds that have expired by the database's clock do not count, whether they have been deleted or not.
 */
export function unitsLeft(counter: SQL, catalogId = catalogOfRow(counter)): SQL {
  return sql`(case when ${counter}.capacity is not null then greatest(0,
    ${unitsFree(counter, catalogId)} - ${keptNow(counter, catalogId)}) end)::int`;
}

/** How many more units than `unitsLeft` a sales desk can sell. */
export function unitsForDesk(counter: SQL, catalogId = catalogOfRow(counter)): SQL {
  return sql`(case when ${counter}.capacity is not null and ${unitsKept(counter)} > 0
    then greatest(0, least(${unitsFree(counter, catalogId)}, ${keptNow(counter, catalogId)})) else 0 end)::int`;
}

/** How many units are not sold, without those that are kept for desks: what is left, and what is only held. Null is unlimited. */
export function unitsUnsold(counter: SQL, catalogId = catalogOfRow(counter)): SQL {
  return sql`(case when ${counter}.capacity is not null then greatest(0,
    ${mostUnits(counter)} - ${counter}.sold - ${keptWithoutHolds(counter, catalogId)}) end)::int`;
}

/** Nothing is left of the counter, but units are held that may come back. The holds are read only if that is possible. */
export function mayReturn(counter: SQL, catalogId = catalogOfRow(counter)): SQL {
  const most = mostUnits(counter);
  return sql`(case when ${counter}.capacity is not null and ${most} > ${counter}.sold
      and ${most} - ${unitsKept(counter)} <= ${counter}.sold + ${counter}.held
    then ${unitsLeft(counter, catalogId)} = 0 and ${unitsUnsold(counter, catalogId)} > 0 else false end)`;
}

/** How many units of the counter are held. Holds that have expired by the database's clock do not count. */
export function unitsHeld(counter: SQL): SQL {
  return sql`(${counter}.held - ${unitsExpired(counter, catalogOfRow(counter))})::int`;
}

/** The units of several sessions together: each fits 32 bits, their sum may not, and then is the largest that does. */
export function sumOfUnits(units: SQL): SQL {
  return sql`least(sum(${units}), 2147483647)::int`;
}
