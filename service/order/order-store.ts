import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { Reader } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { bulkInsert } from '@/lib/database/bulk-insert';
import { rowColumns } from '@/lib/database/row-columns';
import { catalogOf } from '../ids/catalog-id';
import { areOf } from '../catalog/in-catalogs';
import type { StoredReservation } from '../reservation/reservation';
import { orderedReservations } from '../reservation/reservation-store';
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
const orderRow = rowColumns(orderColumns);
const ticketRow = rowColumns(ticketColumns);
const cancellationColumns = getTableColumns(cancellationTable);
const cancellationRow = rowColumns(cancellationColumns);
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
  const { total, rows: orders } = await readPage(reader, orderRow, {
    from: sql`ticketing.booking_order`,
    where,
    sortedBy: sql`created_at ${direction}, id ${direction}`,
    skip,
    size,
  });
  return { total, orders: await wholeOrders(reader, orders) };
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

/** Orders of any organization by id, complete, in no particular order. */
export function readOrders(reader: Reader, ids: readonly string[]): Promise<WholeOrder[]> {
  return readWhole(reader, ids, sql`true`);
}

async function readWhole(reader: Reader, ids: readonly string[], condition: SQL): Promise<WholeOrder[]> {
  if (ids.length === 0) return [];
  const orders = await reader.read(
    orderRow,
    sql`from ticketing.booking_order where ${areOf(orderTable.catalogId, orderTable.id, ids)} and ${condition}`,
  );
  return wholeOrders(reader, orders);
}

async function wholeOrders(reader: Reader, orders: readonly StoredOrder[]): Promise<WholeOrder[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const [reservations, tickets, cancellations] = await Promise.all([
    orderedReservations(
      reader,
      orders.map(({ reservationId }) => reservationId),
    ),
    reader.read(
      ticketRow,
      sql`from ticketing.item_ticket
          where ${areOf(itemTicketTable.catalogId, itemTicketTable.orderId, ids)}
          order by order_id, position`,
    ),
    reader.read(
      cancellationRow,
      sql`from ticketing.cancellation
          where ${areOf(cancellationTable.catalogId, cancellationTable.orderId, ids)}
          order by order_id, created_at, id`,
    ),
  ]);
  const byId = new Map(reservations.map((one) => [one.id, one]));
  return orders.map((order) => {
    const reservation = byId.get(order.reservationId);
    if (reservation === undefined) throw new Error(`order ${order.id} has no reservation`);
    const ofOrder = ({ orderId }: { orderId: string }) => orderId === order.id;
    return {
      order,
      reservation,
      tickets: tickets.filter(ofOrder),
      cancellations: cancellations.filter(ofOrder),
    };
  });
}
