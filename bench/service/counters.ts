import { z } from 'zod';
import type { Line } from '../tools/report';
import { queryRow } from '../tools/sql';

/** How many counters disagree with the rows that they count, or exceed their capacity. */
export async function brokenCounters(goal: string, database: string): Promise<Line> {
  const { broken } = await queryRow(
    database,
    z.object({ broken: z.coerce.number() }),
    `select count(*) as broken from ticketing.counter
     left join (select catalog_id, counter_id, sum(units) as units from ticketing.hold group by 1, 2) held
       on held.catalog_id = counter.catalog_id and held.counter_id = counter.id
     left join (
       select session_id, count(*) as units from ticketing.item_ticket group by 1) sold on sold.session_id = counter.id
     where counter.held <> coalesce(held.units, 0) or counter.sold <> coalesce(sold.units, 0)
       or counter.held + counter.sold > counter.capacity`,
  );
  return {
    goal,
    what: 'counters that disagree with the holds and tickets they count, or are oversold',
    measured: broken,
    unit: '',
    wanted: { is: '=', value: 0 },
  };
}
