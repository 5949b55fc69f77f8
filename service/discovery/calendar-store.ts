import { sql, type SQL } from 'drizzle-orm';
import type { EventDay } from '@/lib/contract/event-calendar';
import type { Reader } from '@/lib/database/database';
import { rowColumns } from '@/lib/database/row-columns';
import { mayReturn, sumOfUnits } from '../availability/counts';
import type { Catalog } from '../catalog/catalog';
import { sessionOnSaleIn, sessionStateIn, sessionToCome } from '../session/on-sale';
import { offered, openSessions, stateOfSessions } from './summary-store';

export type StoredDay = EventDay;

const columns = rowColumns({
  day: sql<string>`coalesce(planned.day, sold.day)::text`,
  status: sql<StoredDay['status']>`case
    when sold.is_left then 'on_sale' when sold.day is not null then 'sold_out' else planned.status end`,
  sessionCount: sql<number>`coalesce(planned.session_count, 0)`,
  fromPrice: sql<string | null>`sold.price`,
  availableQuantity: sql<number | null>`case
    when not coalesce(sold.is_left, false) then 0 when sold.unlimited then null else sold.units end`,
  mayReturn: sql<boolean>`coalesce(not sold.is_left and planned.may_return, false)`,
});

/** The most days of one response: more than a year. */
const mostDays = 400;

/** The days of an event with sessions to come, or with tickets for any time of the day, in order, by the database's clock. `range`: a condition on `each.day`. */
export async function readDays(
  reader: Reader,
  catalog: Catalog,
  eventId: string,
  range: (day: SQL) => SQL,
): Promise<StoredDay[]> {
  const own = sql`${catalog.id}`;
  return reader.read(
    columns,
    sql`from (
        select session.day, count(*)::int as session_count, ${stateOfSessions(sql`state.now`)} as status,
          bool_or(${sessionOnSaleIn(own)} and ${mayReturn(sql`counter`, own)}) as may_return
        from ticketing.session
        cross join lateral (select ${sessionStateIn(own)} as now offset 0) state
        left join ticketing.counter on counter.catalog_id = ${own} and counter.id = session.id
        where session.catalog_id = ${catalog.id} and session.event_id = ${eventId}
          and session.retired_at is null and ${sessionToCome} and ${range(sql`session.day`)}
        group by session.day order by session.day limit ${mostDays}
      ) planned
      full join (
        with asked as (select ${eventId}::uuid as id),
          open_session as (${openSessions(catalog, range(sql`session.day`))}),
          offered as (${offered(catalog, range(sql`offer.day`))})
        select offered.day, bool_or(offered.is_left) as is_left, bool_or(offered.date_access) as any_time,
          min(offered.price) filter (where offered.is_left) as price,
          bool_or(offered.date_access and offered.is_left) or bool_or(of_sessions.unlimited) as unlimited,
          max(of_sessions.units) as units
        from offered
        left join lateral (
          select bool_or(open_session.unlimited) as unlimited, ${sumOfUnits(sql`open_session.units`)} as units
          from open_session
          where open_session.day = offered.day and exists (
            select from offered sold_with where sold_with.is_left and not sold_with.date_access
              and sold_with.day = open_session.day and sold_with.tag is not distinct from open_session.tag)
        ) of_sessions on true
        group by offered.day
      ) sold on sold.day = planned.day
      where planned.day is not null or sold.any_time
      order by coalesce(planned.day, sold.day) limit ${mostDays}`,
  );
}
