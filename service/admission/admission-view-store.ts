import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import { boundIds } from '@/lib/database/bound-rows';
import { isOneOf } from '@/lib/database/conditions';
import type { Reader } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { rowColumns, type RowOf } from '@/lib/database/row-columns';
import type { Text } from '../catalog/catalog-table';
import type { RowPlace } from '../catalog/known-rows';
import { byCatalog } from '../ids/catalog-id';
import { itemTicketTable } from '../order/order-table';
import type { StoredSeat } from '../seat/seat-plan';
import { admissionTable } from './admission-table';
import { isReduced } from './reduced-tariff';

const viewFields = {
  ...getTableColumns(admissionTable),
  orderId: sql<string | null>`item_ticket.order_id`,
  itemId: sql<string | null>`booking_order.item_id`,
  eventId: sql<string | null>`item_ticket.event_id`,
  reference: sql<string | null>`item_ticket.reference`,
  occursAt: sql<Date | null>`session.occurs_at`,
  timezone: sql<string | null>`catalog.timezone`,
  language: sql<string | null>`catalog.language`,
  languages: sql<string[] | null>`catalog.languages`,
  eventName: sql<Text | null>`event.name`,
  ticketName: sql<Text | null>`ticket.name`,
  // Not joined: with one table more, the planner would no longer find the tickets of a few scans by their indexes.
  tariff: sql<{ name: Text; reduced: boolean } | null>`(
    select jsonb_build_object('name', product.name, 'reduced', ${isReduced(sql`admission.day`)})
    from ticketing.product where product.catalog_id = admission.catalog_id and product.id = ticket.product_id)`,
  seat: sql<StoredSeat | null>`item_ticket.seat`,
};
const columns = rowColumns(viewFields);

/** An admission with what its answer says about the ticket; all of it is null for an unknown code. */
export type AdmissionView = RowOf<typeof viewFields>;

const withTicket = sql`
  left join ticketing.item_ticket on item_ticket.catalog_id = admission.catalog_id
    and item_ticket.id = admission.ticket_id
  left join ticketing.booking_order on booking_order.catalog_id = admission.catalog_id
    and booking_order.id = item_ticket.order_id
  left join ticketing.catalog on catalog.id = admission.catalog_id
  left join ticketing.session on session.catalog_id = admission.catalog_id and session.id = admission.session_id
  left join ticketing.event on event.catalog_id = admission.catalog_id and event.id = item_ticket.event_id
  left join ticketing.ticket on ticket.catalog_id = admission.catalog_id and ticket.id = item_ticket.ticket_id`;

/** Admissions of an organization by id, in the order of `ids`; unknown ids are left out. Of two with one id, the first. */
export async function admissionsById(
  reader: Reader,
  organization: string,
  ids: readonly string[],
): Promise<AdmissionView[]> {
  const found = await reader.read(
    columns,
    sql`from ticketing.admission ${withTicket}
        where admission.organization_id = ${organization} and ${isOneOf(admissionTable.id, ids)}
        order by received_at desc`,
  );
  const byId = new Map(found.map((one) => [one.id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The condition that the scanned ticket belongs to an order of the organization with this external reference. */
export function isOfBooking(organization: string, externalReference: string): SQL {
  return sql`(admission.catalog_id, admission.ticket_id) in (
    select one.catalog_id, one.id from ticketing.booking_order own
      join ticketing.item_ticket one on one.catalog_id = own.catalog_id and one.order_id = own.id
    where own.organization_id = ${organization} and own.external_reference = ${externalReference})`;
}

/** One page of an organization's admissions, the latest first, and how many there are. */
export async function pageOfAdmissions(
  reader: Reader,
  organization: string,
  { skip, size, condition }: { skip: number; size: number; condition: SQL },
): Promise<{ total: number; rows: AdmissionView[] }> {
  return readPage(reader, columns, {
    from: sql`ticketing.admission`,
    joined: { to: 'admission', tables: withTicket },
    where: sql`admission.organization_id = ${organization} and ${condition}`,
    sortedBy: sql`admission.received_at desc, admission.id`,
    skip,
    size,
  });
}

const groupFields = {
  asked: sql<string>`asked.id`,
  id: itemTicketTable.id,
  orderId: itemTicketTable.orderId,
  itemId: sql<string>`sibling.item_id`,
  status: itemTicketTable.status,
};
const groupColumns = rowColumns(groupFields);

/** A ticket of the group of the ticket `asked`. */
export type GroupTicket = RowOf<typeof groupFields>;

/**
 * The tickets of the same booking for the same visit, each ticket's own included: a booking is the orders that share an
 * external reference. Void ones are left out. `offset 0`: PostgreSQL must not read all tickets of the organization instead,
 * while it knows nothing of the tables.
 */
export async function readGroups(reader: Reader, tickets: readonly RowPlace[]): Promise<GroupTicket[]> {
  const parts = byCatalog(tickets, (ticket) => ticket.catalogId).map(([catalogId, own]) =>
    reader.read(
      groupColumns,
      sql`from ${boundIds(own.map((ticket) => ticket.id))} asked
          join ticketing.item_ticket mine on mine.catalog_id = ${catalogId} and mine.id = asked.id
          join ticketing.booking_order own on own.catalog_id = ${catalogId} and own.id = mine.order_id
          cross join lateral (
            select own.id, own.item_id, own.created_at
            union
            select id, item_id, created_at from ticketing.booking_order
            where organization_id = own.organization_id and external_reference = own.external_reference
              and catalog_id = ${catalogId}) sibling
          cross join lateral (
            select id, order_id, status, position from ticketing.item_ticket
            where catalog_id = ${catalogId} and order_id = sibling.id
              and event_id = mine.event_id and session_id is not distinct from mine.session_id
              and status <> 'cancelled'
            offset 0) item_ticket
          order by sibling.created_at, sibling.id, item_ticket.position`,
    ),
  );
  return (await Promise.all(parts)).flat();
}
