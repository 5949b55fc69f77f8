import { sql, type SQL } from 'drizzle-orm';
import { boundIds } from '@/lib/database/bound-rows';
import type { ManagedSession } from '@/lib/contract/managed-catalog';
import type { Reader } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { overrideKinds } from '@/lib/contract/catalog-override';
import { columnsExcept, rowColumns, type RowOf } from '@/lib/database/row-columns';
import { unitsForDesk, unitsHeld } from '../availability/counts';
import type { Text } from '../catalog/catalog-table';
import { areOf } from '../catalog/in-catalogs';
import { priceInForce, withSetPrice } from '../catalog/override-conditions';
import type { StoredOverride } from '../catalog/override-store';
import { overrideTable } from '../catalog/override-table';
import { sessionState } from '../session/on-sale';
import { type OwnCatalog, ownColumns } from './own-catalog';

interface Range {
  skip: number;
  size: number;
}

/** One page of an organization's catalogues in the order of their keys, hidden or not. */
export async function pageOfOwnCatalogs(
  reader: Reader,
  organizationId: string,
  range: Range,
): Promise<{ total: number; rows: OwnCatalog[] }> {
  return readPage(reader, ownColumns, {
    from: sql`ticketing.catalog`,
    where: sql`organization_id = ${organizationId}`,
    sortedBy: sql`key, id`,
    ...range,
  });
}

const overrideColumns = rowColumns(columnsExcept(overrideTable, []));
const kinds = sql.raw(overrideKinds.map((kind) => `'${kind}'`).join(', '));

/** The overrides of these subjects of catalogues, prices by their first day. */
export async function readOverrides(
  reader: Reader,
  subjects: readonly { catalogId: string; id: string }[],
): Promise<StoredOverride[]> {
  if (subjects.length === 0) return [];
  const ids = subjects.map(({ id }) => id);
  return reader.read(
    overrideColumns,
    sql`from ticketing.catalog_override
        where kind in (${kinds}) and ${areOf(overrideTable.catalogId, overrideTable.subjectId, ids)}
        order by from_day nulls first, created_at`,
  );
}

const countColumns = rowColumns({ catalogId: sql<string>`catalog_id`, count: sql<number>`count(*)::int` });

/** How many overrides each of these catalogues has; those without are left out. */
export async function overrideCounts(
  reader: Reader,
  catalogIds: readonly string[],
): Promise<Map<string, number>> {
  if (catalogIds.length === 0) return new Map();
  const found = await reader.read(
    countColumns,
    sql`from ticketing.catalog_override
        where catalog_id in ${boundIds(catalogIds)}
        group by catalog_id`,
  );
  return new Map(found.map(({ catalogId, count }) => [catalogId, count]));
}

/** Without a capacity nothing is counted but the tickets themselves. */
const soldOfSession = sql`(case when counter.capacity is not null then counter.sold else (
  select count(*)::int from ticketing.item_ticket
  where item_ticket.catalog_id = session.catalog_id and item_ticket.session_id = session.id
    and item_ticket.status <> 'cancelled') end)`;

const eventFields = {
  id: sql<string>`event.id`,
  name: sql<Text>`event.name`,
  sessionCount: sql<number>`coming.sessions`,
  nextSessionAt: sql<Date | null>`coming.next_at`,
  held: sql<number>`coming.held`,
  sold: sql<number>`coming.sold`,
};
const eventColumns = rowColumns(eventFields);

/** One page of a catalogue's events in the issuer's order, with the counts of their sessions to come. */
export async function pageOfManagedEvents(
  reader: Reader,
  catalogId: string,
  { condition, ...range }: Range & { condition: SQL },
): Promise<{ total: number; rows: RowOf<typeof eventFields>[] }> {
  return readPage(reader, eventColumns, {
    from: sql`ticketing.event cross join lateral (
        select count(*)::int as sessions, min(session.occurs_at) as next_at,
          coalesce(sum(case when counter.capacity is not null then ${unitsHeld(sql`counter`)} end), 0)::int as held,
          coalesce(sum(${soldOfSession}), 0)::int as sold
        from ticketing.session
        left join ticketing.counter on counter.catalog_id = session.catalog_id and counter.id = session.id
        where session.catalog_id = event.catalog_id and session.event_id = event.id
          and session.retired_at is null and session.occurs_at > statement_timestamp()) coming`,
    counted: sql`ticketing.event`,
    where: sql`event.catalog_id = ${catalogId} and event.retired_at is null and ${condition}`,
    sortedBy: sql`event.position, event.id`,
    ...range,
  });
}

const sessionFields = {
  id: sql<string>`session.id`,
  eventId: sql<string>`session.event_id`,
  name: sql<Text | null>`session.name`,
  occursAt: sql<Date>`session.occurs_at`,
  status: sql<ManagedSession['status']>`${sessionState}`,
  capacity: sql<number | null>`least(counter.capacity, counter.sale_limit)`,
  held: sql<number | null>`case when counter.capacity is not null then ${unitsHeld(sql`counter`)} end`,
  sold: sql<number>`${soldOfSession}`,
  counterOnly: unitsForDesk(sql`counter`) as SQL<number>,
};
const sessionColumns = rowColumns(sessionFields);

/** One page of an event's sessions by time. `condition` reads only columns of `session`. */
export async function pageOfManagedSessions(
  reader: Reader,
  { catalogId, eventId }: { catalogId: string; eventId: string },
  { condition, ...range }: Range & { condition: SQL },
): Promise<{ total: number; rows: RowOf<typeof sessionFields>[] }> {
  return readPage(reader, sessionColumns, {
    from: sql`ticketing.session
      left join ticketing.counter on counter.catalog_id = session.catalog_id and counter.id = session.id`,
    counted: sql`ticketing.session`,
    where: sql`session.catalog_id = ${catalogId} and session.event_id = ${eventId}
      and session.retired_at is null and ${condition}`,
    sortedBy: sql`session.occurs_at, session.id`,
    ...range,
  });
}

const dayFields = {
  ...sessionFields,
  status: sql<
    ManagedSession['status']
  >`case when session.retired_at is null then ${sessionState} else 'not_on_sale' end`,
  retired: sql<boolean>`(session.retired_at is not null)`,
  endsAt: sql<Date | null>`session.occurs_at + session.duration::interval`,
  eventName: sql<Text>`event.name`,
  admitted: sql<number>`(select count(*)::int from ticketing.item_ticket
    where item_ticket.catalog_id = session.catalog_id and item_ticket.session_id = session.id
      and item_ticket.status = 'redeemed')`,
};
const dayColumns = rowColumns(dayFields);

/**
 * One page of a catalogue's sessions of a day (YYYY-MM-DD, of its time zone) by time; null: of today, and those of the day
 * before that go on. One that the catalogue has no longer is listed while it has tickets, because their holders come (for `exists`,
 * PostgreSQL may read all tickets of all sessions first).
 */
export async function pageOfSessionsOfDay(
  reader: Reader,
  { id, timezone }: Pick<OwnCatalog, 'id' | 'timezone'>,
  { day, ...range }: Range & { day: string | null },
): Promise<{ total: number; rows: RowOf<typeof dayFields>[] }> {
  const today = sql`(statement_timestamp() at time zone ${timezone})::date`;
  const isOfDay =
    day === null
      ? sql`session.day in (${today}, ${today} - 1)
          and (session.day = ${today} or session.occurs_at + session.duration::interval > statement_timestamp())`
      : sql`session.day = ${day}::date`;
  return readPage(reader, dayColumns, {
    from: sql`ticketing.session
      join ticketing.event on event.catalog_id = session.catalog_id and event.id = session.event_id
      left join ticketing.counter on counter.catalog_id = session.catalog_id and counter.id = session.id`,
    counted: sql`ticketing.session`,
    where: sql`session.catalog_id = ${id} and ${isOfDay} and (session.retired_at is null or (
      select true from ticketing.item_ticket
      where item_ticket.catalog_id = session.catalog_id and item_ticket.session_id = session.id
        and item_ticket.status <> 'cancelled'
      limit 1))`,
    sortedBy: sql`session.occurs_at, session.id`,
    ...range,
  });
}

const productFields = {
  id: sql<string>`product.id`,
  key: sql<string>`product.key`,
  name: sql<Text>`product.name`,
  nextDate: sql<string | null>`coming.day::text`,
  nextPrice: sql<string | null>`coming.price`,
  feedPrice: sql<string | null>`coming.feed_price`,
};
const productColumns = rowColumns(productFields);

/** One page of a catalogue's products in the issuer's order, with the price of the next offer. */
export async function pageOfManagedProducts(
  reader: Reader,
  { id, timezone }: Pick<OwnCatalog, 'id' | 'timezone'>,
  range: Range,
): Promise<{ total: number; rows: RowOf<typeof productFields>[] }> {
  return readPage(reader, productColumns, {
    from: sql`ticketing.product left join lateral (
        select offer.day, ${priceInForce} as price, offer.price as feed_price from ticketing.offer ${withSetPrice}
        where offer.catalog_id = product.catalog_id and offer.product_id = product.id
          and offer.retired_at is null and offer.day >= (statement_timestamp() at time zone ${timezone})::date
        order by offer.day limit 1) coming on true`,
    counted: sql`ticketing.product`,
    where: sql`product.catalog_id = ${id} and product.retired_at is null`,
    sortedBy: sql`product.position, product.id`,
    ...range,
  });
}
