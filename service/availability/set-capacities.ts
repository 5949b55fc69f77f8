import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { json, type Transaction } from '@/lib/database/database';

/** The limit that an issuer sets on an offer or session; null is none. */
export interface Capacity {
  counterId: string;
  capacity: number | null;
}

const refusedRow = z.object({ counterId: z.string(), least: z.int() });

/**
 * Sets the limits of a catalogue's counters, never touching what is held or sold. Resolves to the counters whose new
 * limit is below what is held and sold (`least`); when there is any, the caller rolls back.
 * Race promise: counters that change are locked first, so a hold is counted either before or after.
 */
export async function setCapacities(
  transaction: Transaction,
  catalogId: string,
  capacities: readonly Capacity[],
): Promise<z.infer<typeof refusedRow>[]> {
  const asked = sql`jsonb_to_recordset(${json(
    capacities.map(({ counterId, capacity }) => ({ id: counterId, capacity })),
  )}) as asked (id uuid, capacity int)`;
  await transaction.run(
    sql`insert into ticketing.counter (catalog_id, id, capacity)
        select ${catalogId}::uuid, asked.id, asked.capacity from ${asked} where asked.capacity is not null
        order by asked.id on conflict do nothing`,
  );
  await transaction.run(
    sql`select from ticketing.counter join ${asked} using (id)
        where catalog_id = ${catalogId} and counter.capacity is distinct from asked.capacity
        order by counter.id for update of counter`,
  );
  const live = sql`(counter.sold + coalesce((select sum(units) from ticketing.hold
    where hold.catalog_id = counter.catalog_id and hold.counter_id = counter.id
      and hold.expires_at > clock_timestamp()), 0))::int`;
  const refused = await transaction.rows(
    refusedRow,
    sql`select counter.id as "counterId", ${live} as least from ticketing.counter join ${asked} using (id)
        where catalog_id = ${catalogId} and asked.capacity < ${live}`,
  );
  if (refused.length > 0) return refused;
  // What has expired but not been tidied away goes first: the CHECK constraint counts it.
  await transaction.run(
    sql`with ended as (
          delete from ticketing.hold using ticketing.counter, ${asked}
          where counter.catalog_id = ${catalogId} and counter.id = asked.id
            and counter.capacity is distinct from asked.capacity
            and hold.catalog_id = counter.catalog_id and hold.counter_id = counter.id
            and hold.expires_at <= clock_timestamp()
          returning hold.counter_id, hold.units),
        sums as (select counter_id, sum(units) as units from ended group by counter_id)
        update ticketing.counter set held = counter.held - sums.units from sums
        where counter.catalog_id = ${catalogId} and counter.id = sums.counter_id`,
  );
  await transaction.run(
    sql`update ticketing.counter set capacity = asked.capacity from ${asked}
        where counter.catalog_id = ${catalogId} and counter.id = asked.id
          and counter.capacity is distinct from asked.capacity`,
  );
  return [];
}
