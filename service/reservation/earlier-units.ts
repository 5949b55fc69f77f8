import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { boundIds } from '@/lib/database/bound-rows';
import type { Transaction } from '@/lib/database/database';
import { unitsAtDesk } from '../availability/counts';
import type { SoldUnits } from '../availability/set-capacities';

const soldRow = z.object({ counterId: z.string(), units: z.int(), atDesk: z.int() });

/**
 * The reserved and ordered units of offers and sessions from the time when they had no limit and nothing was
 * counted, without those that were cancelled. Reserved units become holds; resolves to the ordered units, by offer or session. Concurrency guarantee:
 * because `lockOutHolds` was called before, no new reservation comes in between; this waits for a reservation that
 * is being ordered.
 */
export async function countEarlierUnits(
  transaction: Transaction,
  catalogId: string,
  counterIds: readonly string[],
): Promise<Map<string, SoldUnits>> {
  const used = sql`(
    select counter_id, sum(each.quantity)::int as units from (
      select reservation.offer_id as counter_id, reservation.quantity - reservation.cancelled_units as quantity
      union all
      select (ticket ->> 'session')::uuid, reservation.quantity - reservation.cancelled_units
      from jsonb_array_elements(reservation.tickets) ticket) each
    where counter_id in ${boundIds(counterIds)}
    group by counter_id) used`;
  // Some may already hold units, of a limit that was removed in the meantime.
  await transaction.run(
    sql`with live as (
          select id, expires_at, offer_id, quantity, cancelled_units, tickets, at_desk from ticketing.reservation
          where catalog_id = ${catalogId} and order_id is null and released_at is null
            and expires_at > statement_timestamp()
          order by id for update),
        kept as (
          insert into ticketing.hold (catalog_id, counter_id, hold_id, units, expires_at, at_desk)
          select ${catalogId}::uuid, used.counter_id, reservation.id, used.units, reservation.expires_at,
            reservation.at_desk
          from live reservation, lateral ${used}
          on conflict do nothing returning hold_id),
        counts as (select hold_id, count(*)::int as counters from kept group by hold_id)
        update ticketing.reservation set held_counters = held_counters + counts.counters from counts
        where catalog_id = ${catalogId} and id = counts.hold_id`,
  );
  const sold = await transaction.rows(
    soldRow,
    sql`select used.counter_id as "counterId", sum(used.units)::int as units, ${unitsAtDesk} as "atDesk"
        from ticketing.reservation, lateral ${used}
        where catalog_id = ${catalogId} and order_id is not null group by used.counter_id`,
  );
  const known = new Map(sold.map(({ counterId, ...one }) => [counterId, one]));
  return new Map(counterIds.map((id) => [id, known.get(id) ?? { units: 0, atDesk: 0 }]));
}
