import { sql, type SQL } from 'drizzle-orm';
import { boundIds, boundRows } from '@/lib/database/bound-rows';
import type { Reader } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { rowColumns, type RowOf } from '@/lib/database/row-columns';
import { catalogTable, type Text } from '../catalog/catalog-table';
import { byCatalog } from '../ids/catalog-id';
import { eventTable } from '../event/event-table';
import { ticketTable } from '../product/product-table';
import type { ItemTicket } from '@/lib/contract/item-ticket';
import { isReduced } from './reduced-tariff';

/** Which tickets: of a day at each venue (null: today), of one session, of one catalogue, of several (null: of all). */
export interface DayFilter {
  organization: string;
  date: string | null;
  session: string | null;
  catalog: string | null;
  catalogs: readonly string[] | null;
}

/**
 * The tickets of a day that an organization may admit, as the table `visitor`. A session is found through its event, and
 * a ticket without a session through its offer, because these are the indexes that exist.
 */
export function visitors({ organization, date, session, catalog, catalogs }: DayFilter): SQL {
  const today = sql`(statement_timestamp() at time zone catalog.timezone)::date`;
  const day = date === null ? today : sql`${date}::date`;
  // After midnight, what began on the day before goes on.
  const isOfDay =
    date === null
      ? sql`session.day in (${today}, ${today} - 1)
          and (session.day = ${today} or session.occurs_at + session.duration::interval > statement_timestamp())`
      : sql`session.day = ${day}`;
  const isOne = catalog === null ? sql`true` : sql`catalog.id = ${catalog}`;
  const inCatalog = catalogs === null ? isOne : sql`${isOne} and catalog.id in ${boundIds(catalogs)}`;
  const mine = sql`(item_ticket.organization_id = ${organization} or catalog.organization_id = ${organization})`;
  const fields = sql`event.catalog_id, catalog.timezone, catalog.language, catalog.languages,
    event.id as event_id, event.name as event_name, item_ticket.organization_id, item_ticket.id,
    item_ticket.order_id, item_ticket.ticket_id, item_ticket.reference, item_ticket.status,
    item_ticket.redeemed_at, item_ticket.session_id, item_ticket.holder, item_ticket.seat`;
  const ofSessions = sql`
    select ${fields}, session.occurs_at, session.day
    from ticketing.catalog
    join ticketing.event on event.catalog_id = catalog.id
    join ticketing.session on session.catalog_id = event.catalog_id and session.event_id = event.id
      and ${isOfDay}
    join ticketing.item_ticket on item_ticket.catalog_id = session.catalog_id
      and item_ticket.session_id = session.id and item_ticket.event_id = event.id
    where ${inCatalog} and ${mine} and ${session === null ? sql`true` : sql`session.id = ${session}`}`;
  const ofOffers = sql`
    select ${fields}, null::timestamptz, offer.day
    from ticketing.catalog
    join ticketing.offer on offer.catalog_id = catalog.id and offer.day = ${day}
    join ticketing.reservation on reservation.catalog_id = offer.catalog_id
      and reservation.offer_id = offer.id and reservation.order_id is not null and not reservation.gift_card
    join ticketing.item_ticket on item_ticket.catalog_id = reservation.catalog_id
      and item_ticket.order_id = reservation.order_id and item_ticket.session_id is null
    join ticketing.event on event.catalog_id = catalog.id and event.id = item_ticket.event_id
    where ${inCatalog} and ${mine}`;
  return session === null ? sql`(${ofSessions} union all ${ofOffers}) visitor` : sql`(${ofSessions}) visitor`;
}

const visitFields = {
  catalogId: sql<string>`visit.catalog_id`,
  timezone: sql<string>`visit.timezone`,
  language: sql<string>`visit.language`,
  languages: sql<string[]>`visit.languages`,
  eventId: sql<string>`visit.event_id`,
  eventName: sql<Text>`visit.event_name`,
  sessionId: sql<string | null>`visit.session_id`,
  occursAt: sql<Date | null>`visit.occurs_at`,
  day: sql<string>`visit.day`,
};

const countedVisit = rowColumns({
  ...visitFields,
  tickets: sql<number>`visit.tickets`,
  admitted: sql<number>`visit.admitted`,
});

/** One page of the visits of a day by time, with how many tickets each has, and how many visits there are. */
export async function pageOfVisits(reader: Reader, filter: DayFilter, page: { skip: number; size: number }) {
  const visits = sql`(
    select catalog_id, timezone, language, languages, event_id, event_name, session_id, occurs_at, day,
      count(*) filter (where status <> 'cancelled')::int as tickets,
      count(*) filter (where status = 'redeemed')::int as admitted
    from ${visitors(filter)}
    group by catalog_id, timezone, language, languages, event_id, event_name, session_id, occurs_at, day) visit`;
  return readPage(reader, countedVisit, {
    from: visits,
    where: sql`true`,
    sortedBy: sql`visit.occurs_at nulls last, visit.catalog_id, visit.event_id, visit.session_id`,
    ...page,
  });
}

export const listedFields = {
  id: sql<string>`visitor.id`,
  organizationId: sql<string>`visitor.organization_id`,
  reference: sql<string>`visitor.reference`,
  status: sql<ItemTicket['status']>`visitor.status`,
  redeemedAt: sql<Date | null>`visitor.redeemed_at`,
  catalogId: sql<string>`visitor.catalog_id`,
  eventId: sql<string>`visitor.event_id`,
  /** Null: any time that day. */
  sessionId: sql<string | null>`visitor.session_id`,
  ticketId: sql<string>`visitor.ticket_id`,
  day: sql<string>`visitor.day`,
  booking: sql<string>`coalesce(booking_order.external_reference, booking_order.id::text)`,
};
const listedColumns = rowColumns(listedFields);

export type ListedTicket = RowOf<typeof listedFields>;

/** The tickets of a day, by id. Their names are read apart, because each is the same for thousands of tickets. */
export async function ticketsOfDay(reader: Reader, filter: DayFilter): Promise<ListedTicket[]> {
  return reader.read(
    listedColumns,
    sql`from ${visitors(filter)}
        join ticketing.booking_order on booking_order.catalog_id = visitor.catalog_id
          and booking_order.id = visitor.order_id
        order by visitor.id`,
  );
}

/** A type of tickets, and the visit that it is for. */
export type TypeKey = Pick<ListedTicket, 'catalogId' | 'eventId' | 'sessionId' | 'ticketId' | 'day'>;

const typeFields = {
  catalogId: catalogTable.id,
  timezone: catalogTable.timezone,
  language: catalogTable.language,
  languages: catalogTable.languages,
  eventId: eventTable.id,
  eventName: sql<Text>`event.name`,
  sessionId: sql<string | null>`session.id`,
  occursAt: sql<Date | null>`session.occurs_at`,
  endsAt: sql<Date | null>`session.occurs_at + session.duration::interval`,
  ticketId: ticketTable.id,
  ticketName: sql<Text>`ticket.name`,
  tariffName: sql<Text>`product.name`,
  tariffReduced: isReduced(sql`asked.day`),
};
const typeColumns = rowColumns(typeFields);

export type TicketType = RowOf<typeof typeFields>;

export const typeKey = ({
  eventId,
  sessionId,
  ticketId,
}: Pick<TypeKey, 'eventId' | 'sessionId' | 'ticketId'>) => `${sessionId ?? eventId} ${ticketId}`;

export async function ticketTypes(reader: Reader, keys: readonly TypeKey[]): Promise<TicketType[]> {
  const parts = byCatalog(keys, ({ catalogId }) => catalogId).map(([catalogId, own]) =>
    reader.read(
      typeColumns,
      sql`from ${boundRows(own, 'asked ("eventId" uuid, "sessionId" uuid, "ticketId" uuid, day date)')}
          join ticketing.catalog on catalog.id = ${catalogId}
          join ticketing.event on event.catalog_id = ${catalogId} and event.id = asked."eventId"
          join ticketing.ticket on ticket.catalog_id = ${catalogId} and ticket.id = asked."ticketId"
          join ticketing.product on product.catalog_id = ${catalogId} and product.id = ticket.product_id
          left join ticketing.session on session.catalog_id = ${catalogId} and session.id = asked."sessionId"`,
    ),
  );
  return (await Promise.all(parts)).flat();
}
