import { sql } from 'drizzle-orm';
import type { Customer } from '@/lib/contract/customer';
import type { ItemTicket } from '@/lib/contract/item-ticket';
import { boundIds } from '@/lib/database/bound-rows';
import type { Reader } from '@/lib/database/database';
import { rowColumns, type RowOf } from '@/lib/database/row-columns';
import type { Text } from '../catalog/catalog-table';
import type { GivenAnswer } from '../form/check-answers';
import type { StoredSeat } from '../seat/seat-plan';

/** A session, or any time of a day (null: today at the venue). */
export interface VisitKey {
  catalogId: string;
  eventId: string;
  session: string | null;
  date: string | null;
}

const visitFields = {
  organizationId: sql<string>`catalog.organization_id`,
  hidden: sql<boolean>`catalog.hidden`,
  timezone: sql<string>`catalog.timezone`,
  language: sql<string>`catalog.language`,
  languages: sql<string[]>`catalog.languages`,
  eventName: sql<Text>`event.name`,
  sessionId: sql<string | null>`session.id`,
  occursAt: sql<Date | null>`session.occurs_at`,
  day: sql<string>`coalesce(session.day, asked.day, (statement_timestamp() at time zone catalog.timezone)::date)::text`,
};
const visitColumns = rowColumns(visitFields);
export type Visit = RowOf<typeof visitFields>;

export async function findVisit(
  reader: Reader,
  { catalogId, eventId, session, date }: VisitKey,
): Promise<Visit | null> {
  const [found] = await reader.read(
    visitColumns,
    sql`from ticketing.catalog
        join ticketing.event on event.catalog_id = catalog.id and event.id = ${eventId}
        cross join (select ${date}::date as day) asked
        left join ticketing.session on session.catalog_id = catalog.id and session.event_id = event.id
          and session.id = ${session}::uuid
        where catalog.id = ${catalogId} and (${session}::uuid is null or session.id is not null)`,
  );
  return found ?? null;
}

const listedFields = {
  id: sql<string>`item_ticket.id`,
  orderId: sql<string>`item_ticket.order_id`,
  ticketId: sql<string>`item_ticket.ticket_id`,
  status: sql<ItemTicket['status']>`item_ticket.status`,
  redeemedAt: sql<Date | null>`item_ticket.redeemed_at`,
  holder: sql<ItemTicket['holder']>`item_ticket.holder`,
  seat: sql<StoredSeat | null>`item_ticket.seat`,
  answers: sql<GivenAnswer[]>`item_ticket.answers`,
  externalReference: sql<string | null>`booking_order.external_reference`,
  customer: sql<Customer>`booking_order.customer`,
};
const listedColumns = rowColumns(listedFields);
export type ListedRow = RowOf<typeof listedFields>;

interface Part {
  organization: string;
  /** Tickets behind this one. */
  after: string | null;
  limit: number;
}

/** The tickets that an organization sold for a visit, by id. Those for any time of a day are found through their offers. */
export function ticketsOfVisit(
  reader: Reader,
  { catalogId, eventId, session, day }: Omit<VisitKey, 'date'> & { day: string },
  { organization, after, limit }: Part,
): Promise<ListedRow[]> {
  const from =
    session === null
      ? sql`from ticketing.offer
        join ticketing.reservation on reservation.catalog_id = offer.catalog_id
          and reservation.offer_id = offer.id and reservation.order_id is not null and not reservation.gift_card
        join ticketing.item_ticket on item_ticket.catalog_id = reservation.catalog_id
          and item_ticket.order_id = reservation.order_id and item_ticket.session_id is null
        join ticketing.booking_order on booking_order.catalog_id = item_ticket.catalog_id
          and booking_order.id = item_ticket.order_id
        where offer.catalog_id = ${catalogId} and offer.day = ${day}::date`
      : sql`from ticketing.item_ticket
        join ticketing.booking_order on booking_order.catalog_id = item_ticket.catalog_id
          and booking_order.id = item_ticket.order_id
        where item_ticket.catalog_id = ${catalogId} and item_ticket.session_id = ${session}`;
  return reader.read(
    listedColumns,
    sql`${from} and item_ticket.event_id = ${eventId} and item_ticket.organization_id = ${organization}
          and ${after === null ? sql`true` : sql`item_ticket.id > ${after}`}
        order by item_ticket.id limit ${limit}`,
  );
}

const kindFields = {
  ticketId: sql<string>`ticket.id`,
  ticketName: sql<Text>`ticket.name`,
  productName: sql<Text>`product.name`,
  formIds: sql<string[]>`product.form_ids`,
};
const kindColumns = rowColumns(kindFields);
export type TicketKind = RowOf<typeof kindFields>;

/** The names of tickets and of their products, and what is asked for them. */
export function ticketKinds(
  reader: Reader,
  catalogId: string,
  ticketIds: readonly string[],
): Promise<TicketKind[]> {
  return reader.read(
    kindColumns,
    sql`from ticketing.ticket
        join ticketing.product on product.catalog_id = ticket.catalog_id and product.id = ticket.product_id
        where ticket.catalog_id = ${catalogId} and ticket.id in ${boundIds(ticketIds)}`,
  );
}
