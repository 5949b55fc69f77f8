import { sql, type SQL } from 'drizzle-orm';
import { boundIds } from '@/lib/database/bound-rows';
import type { EventSummary } from '@/lib/contract/event-summary';
import type { Reader } from '@/lib/database/database';
import { rowColumns, type RowOf } from '@/lib/database/row-columns';
import { sumOfUnits, unitsLeft } from '../availability/counts';
import { priceInForce, withSetPriceIn } from '../catalog/override-conditions';
import type { Catalog } from '../catalog/catalog';
import { offerOnSaleIn } from '../offer/offer-store';
import { sessionOnSaleIn, sessionStateIn, sessionToCome } from '../session/on-sale';

const fields = {
  eventId: sql<string>`asked.id`,
  status: sql<EventSummary['status']>`case
    when bookable.days is not null then 'on_sale'
    when bookable.any_offer then 'sold_out'
    else coalesce(planned.status, 'over') end`,
  /** YYYY-MM-DD, in order. */
  days: sql<string[]>`coalesce(bookable.days, array[]::text[])`,
  /** Days, each with a space and `m`, `a` or `e`: the part of the day in which something begins; in order. */
  daysWithPart: sql<string[]>`coalesce(bookable.days_with_part, array[]::text[])`,
  nextSessionAt: sql<Date | null>`bookable.next_at`,
  fromPrice: sql<string | null>`bookable.price`,
  availableQuantity: sql<
    number | null
  >`case when bookable.unlimited then null else coalesce(bookable.units, 0) end`,
  nextAvailableQuantity: sql<number | null>`bookable.next_units`,
  productIds: sql<string[]>`coalesce(sold_with.ids, array[]::text[])`,
  giftCard: sql<boolean>`coalesce(sold_with.gift_cards, false)`,
};

/** What a list tells about an event, by the database's clock. */
export type StoredSummary = RowOf<typeof fields>;

const columns = rowColumns(fields);

/**
 * The sessions on sale of each event by day and tag: a row for each would have to be joined with each offer. `range`: a
 * condition on `session`. `offset 0`: PostgreSQL must count the units once, not at each place that uses them.
 */
export const openSessions = ({ id: catalogId, timezone }: Catalog, range = sql`true`): SQL => sql`
  select session.event_id, session.day, session.tag, bool_or(counted.units is null) as unlimited,
    array_agg(distinct case when local.hour < 12 then 'm' when local.hour < 18 then 'a' else 'e' end)
      filter (where counted.units is null or counted.units > 0) as parts,
    sum(counted.units) as units, bool_or(counted.units is null or counted.units > 0) as is_left,
    min(session.occurs_at) filter (where counted.units is null or counted.units > 0) as next_at,
    (array_agg(counted.units order by session.occurs_at, counted.units desc)
      filter (where counted.units is null or counted.units > 0))[1] as next_units
  from asked
  join ticketing.session on session.catalog_id = ${catalogId} and session.event_id = asked.id
  left join ticketing.counter on counter.catalog_id = ${catalogId} and counter.id = session.id
  cross join lateral (select ${unitsLeft(sql`counter`, sql`${catalogId}`)} as units offset 0) counted
  cross join lateral (select extract(hour from session.occurs_at at time zone ${timezone}) as hour) local
  where session.retired_at is null and ${sessionOnSaleIn(sql`${catalogId}`)} and ${range}
  group by session.event_id, session.day, session.tag`;

/**
 * Offers on sale with a ticket for an event, and whether anything is left; tickets by date need no session. `range`: a
 * condition on `offer`.
 */
export const offered = ({ id, timezone }: Catalog, range = sql`true`): SQL => sql`
  select ticket.event_id, offer.day, ${priceInForce} as price, ticket.date_access, open_session.tag,
    case when ticket.date_access then array['m', 'a'] else open_session.parts end as parts,
    (ticket.date_access or open_session.is_left) and coalesce((
      select ${unitsLeft(sql`counter`, sql`${id}`)} > 0 from ticketing.counter
      where counter.catalog_id = ${id} and counter.id = offer.id and counter.capacity is not null
    ), true) as is_left
  from asked
  join ticketing.ticket on ticket.catalog_id = ${id} and ticket.event_id = asked.id and ticket.retired_at is null
  join ticketing.offer on offer.catalog_id = ${id} and offer.product_id = ticket.product_id
    and offer.day >= (statement_timestamp() at time zone ${timezone})::date and offer.retired_at is null
    and ${offerOnSaleIn(sql`${id}`)}
  ${withSetPriceIn(sql`${id}`)}
  left join open_session on not ticket.date_access and open_session.day = offer.day
    and (ticket.tag is null or ticket.tag = open_session.tag)
  where (ticket.date_access or open_session.event_id is not null) and ${range}`;

/** The state that sessions have together, of which none can be booked; `state`: of one of them. */
export const stateOfSessions = (state: SQL): SQL => sql`case
  when bool_or(${state} in ('on_sale', 'not_on_sale')) then 'not_on_sale'
  when bool_or(${state} = 'postponed') then 'postponed' else max(${state}) end`;

/** Summaries of events that are not retired, by their ids. */
export async function readSummaries(
  reader: Reader,
  catalog: Catalog,
  eventIds: readonly string[],
): Promise<Map<string, StoredSummary>> {
  if (eventIds.length === 0) return new Map();
  const found = await reader.read(
    columns,
    sql`from ${boundIds(eventIds)} asked
        left join lateral (
          with asked as (select asked.id), open_session as (${openSessions(catalog)}),
            offered as (${offered(catalog)}),
            of_sessions as (
              select min(next_at) as next_at, bool_or(unlimited) as unlimited, ${sumOfUnits(sql`units`)} as units,
                (array_agg(next_units order by next_at, next_units desc))[1] as next_units
              from open_session where exists (
                select from offered where offered.is_left and not offered.date_access
                  and offered.day = open_session.day and offered.tag is not distinct from open_session.tag))
          select exists (select from offered) as any_offer,
            array_agg(distinct offered.day::text) filter (where is_left) as days,
            array_agg(distinct offered.day::text || ' ' || part) filter (where is_left and part is not null)
              as days_with_part,
            min(offered.price) filter (where is_left) as price,
            (select next_at from of_sessions) as next_at,
            bool_or(date_access and is_left) or (select unlimited from of_sessions) as unlimited,
            (select units from of_sessions) as units,
            case when not bool_or(date_access and is_left) then (select next_units from of_sessions) end as next_units
          from offered left join lateral unnest(offered.parts) part on true) bookable on true
        left join lateral (
          select ${stateOfSessions(sql`state`)} as status
          from (
            select ${sessionStateIn(sql`${catalog.id}`)} as state from ticketing.session
            where session.catalog_id = ${catalog.id} and session.event_id = asked.id
              and session.retired_at is null and ${sessionToCome} offset 0) session_of_event
          ) planned on true
        left join lateral (
          select array_agg(product.id::text order by product.position, product.id) as ids,
            bool_and(product.gift_card) as gift_cards
          from ticketing.product
          where product.catalog_id = ${catalog.id} and product.retired_at is null and exists (
            select from ticketing.ticket where ticket.catalog_id = ${catalog.id}
              and ticket.product_id = product.id and ticket.event_id = asked.id and ticket.retired_at is null)
          ) sold_with on true`,
  );
  return new Map(found.map((summary) => [summary.eventId, summary]));
}
