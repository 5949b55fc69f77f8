import { sql, type SQL } from 'drizzle-orm';

// A statement with parts of its own (`with`) needs the id of the catalogue itself in each condition, so that one server of
// several gets it (decision 75).
const catalogOfRow = (row: SQL): SQL => sql`${row}.catalog_id`;

/** How many units may be held and sold in all, which may be fewer than are held and sold; null is unlimited. */
export function mostUnits(counter: SQL): SQL {
  return sql`least(${counter}.capacity, ${counter}.sale_limit)`;
}

/** The units of holds that have expired by the database's clock, and are not deleted yet. */
const unitsExpired = (counter: SQL, catalogId: SQL): SQL => sql`coalesce((
  select sum(expired.units) from ticketing.hold expired
  where expired.catalog_id = ${catalogId} and expired.counter_id = ${counter}.id
    and expired.expires_at <= statement_timestamp()), 0)`;

/**
 * What is left of the counter that `counter` (a table alias) names; null is unlimited, and so is a missing counter.
 * Holds that have expired by the database's clock do not count, whether they have been deleted or not.
 */
export function unitsLeft(counter: SQL, catalogId = catalogOfRow(counter)): SQL {
  return sql`(case when ${counter}.capacity is not null then greatest(0,
    ${mostUnits(counter)} - ${counter}.sold - ${counter}.held + ${unitsExpired(counter, catalogId)}) end)::int`;
}

/** How many units are not sold: what is left, and what is only held. Null is unlimited. */
export function unitsUnsold(counter: SQL): SQL {
  return sql`(case when ${counter}.capacity is not null then greatest(0, ${mostUnits(counter)} - ${counter}.sold) end)::int`;
}

/** Nothing is left of the counter, but units are held that may come back. The holds are read only if that is possible. */
export function mayReturn(counter: SQL, catalogId = catalogOfRow(counter)): SQL {
  const most = mostUnits(counter);
  return sql`(case when ${counter}.capacity is not null and ${most} > ${counter}.sold and ${most} <= ${counter}.sold + ${counter}.held
    then ${unitsLeft(counter, catalogId)} = 0 else false end)`;
}

/** How many units of the counter are held. Holds that have expired by the database's clock do not count. */
export function unitsHeld(counter: SQL): SQL {
  return sql`(${counter}.held - ${unitsExpired(counter, catalogOfRow(counter))})::int`;
}

/** The units of several sessions together: each fits 32 bits, their sum may not, and then is the largest that does. */
export function sumOfUnits(units: SQL): SQL {
  return sql`least(sum(${units}), 2147483647)::int`;
}
