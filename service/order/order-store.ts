import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import { boundTexts } from '@/lib/database/bound-rows';
import type { Reader } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { bulkInsert } from '@/lib/database/bulk-insert';
import { jsonRows } from '@/lib/database/json-rows';
import { decodedColumns } from '@/lib/database/row-columns';
import { catalogOf } from '../ids/catalog-id';
import type { Catalog } from '../catalog/catalog';
import { catalogOfOrder } from '../catalog/catalog-store';
import { areOf } from '../catalog/in-catalogs';
import type { StoredReservation } from '../reservation/reservation';
import { orderedReservation } from '../reservation/reservation-store';
import { sessionTable } from '../session/session-table';
import type { StoredCancellation, StoredItemTicket, StoredOrder } from './order';
import { cancellationTable, itemTicketTable, orderTable } from './order-table';

/** An order with the reservation that it converted, its single tickets, and its cancellations in their order. */
export interface WholeOrder {
  order: StoredOrder;
  reservation: StoredReservation;
  tickets: StoredItemTicket[];
  cancellations: StoredCancellation[];
}

const orderColumns = getTableColumns(orderTable);
const ticketColumns = getTableColumns(itemTicketTable);
const isOfTickets = (
  sessionId: SQL,
) => sql`${sessionId} in (select item_ticket.session_id from ticketing.item_ticket
  where item_ticket.catalog_id = booking_order.catalog_id and item_ticket.order_id = booking_order.id)`;
const ofOrder = (table: string) =>
  sql.raw(`from ticketing.${table}
    where ${table}.catalog_id = booking_order.catalog_id and ${table}.order_id = booking_order.id`);

/** An order with all that belongs to it, in one statement. */
const wholeColumns = {
  ...orderColumns,
  reservations: orderedReservation,
  tickets: jsonRows(ticketColumns, { rest: ofOrder('item_ticket'), orderBy: sql`item_ticket.position` }),
  cancellations: jsonRows(getTableColumns(cancellationTable), {
    rest: ofOrder('cancellation'),
    orderBy: sql`cancellation.created_at, cancellation.id`,
  }),
};
const wholeRow = decodedColumns(wholeColumns);
type WholeRow = NonNullable<(typeof wholeRow)['row']>;

/** With what the documents of an order show of its catalogue, but for what is kept by the catalogue’s version. */
const entriesRow = decodedColumns({
  ...wholeColumns,
  catalogs: catalogOfOrder,
  sessions: jsonRows(
    {
      id: sessionTable.id,
      occursAt: sessionTable.occursAt,
      name: sessionTable.name,
      status: sessionTable.status,
    },
    {
      rest: sql`from ticketing.session
        where session.catalog_id = booking_order.catalog_id and ${isOfTickets(sql`session.id`)}`,
      orderBy: sql`session.id`,
    },
  ),
  // When they took place at the order, of those that imports have moved since.
  moved: jsonRows(
    {
      sessionId: { value: sql`session_change.session_id`, like: sessionTable.id },
      from: { value: sql`session_change.from_time`, like: sessionTable.occursAt },
    },
    {
      rest: sql`from ticketing.session_change
        where session_change.catalog_id = booking_order.catalog_id
          and session_change.changed_at > booking_order.created_at and session_change.what = 'moved'
          and ${isOfTickets(sql`session_change.session_id`)}`,
      orderBy: sql`session_change.changed_at, session_change.id`,
    },
  ),
  day: sql<string>`(select offer.day::text from ticketing.offer
    join ticketing.reservation on reservation.catalog_id = offer.catalog_id and reservation.offer_id = offer.id
    where reservation.catalog_id = booking_order.catalog_id and reservation.id = booking_order.reservation_id)`,
});

/** What the documents of an order show of its catalogue. */
export interface OrderEntries {
  catalog: Catalog;
  sessions: ReadonlyMap<string, NonNullable<(typeof entriesRow)['row']>['sessions'][number]>;
  /** When sessions took place at the order, of those that imports have moved since. */
  formerTimes: ReadonlyMap<string, Date>;
  /** The day of the offer, YYYY-MM-DD. */
  day: string;
}

function wholeOrder({ reservations, tickets, cancellations, ...order }: WholeRow): WholeOrder {
  const [reservation] = reservations;
  if (reservation === undefined) throw new Error(`order ${order.id} has no reservation`);
  return { order, reservation: { ...reservation, expired: false }, tickets, cancellations };
}

const ordersInsert = bulkInsert(orderTable, orderColumns);
const ticketsInsert = bulkInsert(itemTicketTable, ticketColumns);

/**
 * The parts of a statement that write orders with their new tickets. Concurrency guarantee: UNIQUE(reservation) lets only
 * one writer of each order succeed.
 */
export const insertedOrders = (whole: readonly WholeOrder[]): SQL[] => [
  sql`ordered as (${ordersInsert(whole.map(({ order }) => order))})`,
  sql`ticketed as (${ticketsInsert(whole.flatMap(({ tickets }) => tickets))})`,
];

/** The condition that the single ticket with this reference belongs to the order. */
export function hasTicket(organizationId: string, reference: string): SQL {
  return sql`(catalog_id, id) in (select catalog_id, order_id from ticketing.item_ticket
    where organization_id = ${organizationId} and reference = ${reference})`;
}

/** The condition that a single ticket with one of these references belongs to the order. */
export function hasOneOfTickets(organizationId: string, references: readonly string[]): SQL {
  return sql`(catalog_id, id) in (select catalog_id, order_id from ticketing.item_ticket
    where organization_id = ${organizationId} and reference in ${boundTexts(references)})`;
}

/** The condition that one single ticket of the order is for the session and in the state, as far as these are given. */
export function hasTicketWith(
  organizationId: string,
  sessionId: string | undefined,
  status: StoredItemTicket['status'] | undefined,
): SQL {
  const ofSession =
    sessionId === undefined
      ? sql`true`
      : sql`catalog_id = ${catalogOf(sessionId)} and session_id = ${sessionId}`;
  const inState = status === undefined ? sql`true` : sql`status = ${status}`;
  return sql`(catalog_id, id) in (select catalog_id, order_id from ticketing.item_ticket
    where organization_id = ${organizationId} and ${ofSession} and ${inState})`;
}

/** Orders that meet a condition, complete, the latest first by default, and how many there are. */
export async function pageOfOrders(
  reader: Reader,
  organizationId: string,
  { skip, size, condition, ascending }: { skip: number; size: number; condition: SQL; ascending: boolean },
): Promise<{ total: number; orders: WholeOrder[] }> {
  const direction = ascending ? sql`asc` : sql`desc`;
  const where = sql`organization_id = ${organizationId} and ${condition}`;
  const { total, rows } = await readPage(reader, wholeRow, {
    from: sql`ticketing.booking_order`,
    where,
    sortedBy: sql`created_at ${direction}, id ${direction}`,
    skip,
    size,
  });
  return { total, orders: rows.map(wholeOrder) };
}

/** Orders of an organization by id, complete, in the order of `ids`; unknown ids are left out. */
export async function ordersById(
  reader: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<WholeOrder[]> {
  const whole = await readWhole(reader, ids, sql`organization_id = ${organizationId}`);
  return ids.flatMap((id) => whole.find(({ order }) => order.id === id) ?? []);
}

/** The same with what their documents show. */
export async function ordersWithEntries(
  reader: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<(WholeOrder & OrderEntries)[]> {
  const rows = await reader.read(entriesRow, ofIds(ids, sql`organization_id = ${organizationId}`));
  const found = rows.map(({ catalogs: [catalog], sessions, moved, day, ...row }) => {
    if (catalog === undefined) throw new Error(`order ${row.id} is of no catalogue`);
    return {
      ...wholeOrder(row),
      catalog: { ...catalog, version: catalog.version ?? '' },
      sessions: new Map(sessions.map((session) => [session.id, session])),
      // Of several changes, the first tells when it was.
      formerTimes: new Map(
        moved
          .reverse()
          .flatMap(({ sessionId, from }) => (sessionId && from ? [[sessionId, from] as const] : [])),
      ),
      day,
    };
  });
  return ids.flatMap((id) => found.find(({ order }) => order.id === id) ?? []);
}

/** Orders of any organization by id, complete, in no particular order. */
export function readOrders(reader: Reader, ids: readonly string[]): Promise<WholeOrder[]> {
  return readWhole(reader, ids, sql`true`);
}

async function readWhole(reader: Reader, ids: readonly string[], condition: SQL): Promise<WholeOrder[]> {
  if (ids.length === 0) return [];
  const rows = await reader.read(wholeRow, ofIds(ids, condition));
  return rows.map(wholeOrder);
}

const ofIds = (ids: readonly string[], condition: SQL) =>
  sql`from ticketing.booking_order where ${areOf(orderTable.catalogId, orderTable.id, ids)} and ${condition}`;
