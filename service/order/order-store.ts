import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { Reader } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { bulkInsert } from '@/lib/database/bulk-insert';
import { jsonRows } from '@/lib/database/json-rows';
import { decodedColumns } from '@/lib/database/row-columns';
import { catalogOf } from '../ids/catalog-id';
import { areOf } from '../catalog/in-catalogs';
import type { StoredReservation } from '../reservation/reservation';
import { orderedReservation } from '../reservation/reservation-store';
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
const ofOrder = (table: string) =>
  sql.raw(`from ticketing.${table}
    where ${table}.catalog_id = booking_order.catalog_id and ${table}.order_id = booking_order.id`);

/** An order with all that belongs to it, in one statement. */
const wholeRow = decodedColumns({
  ...orderColumns,
  reservations: orderedReservation,
  tickets: jsonRows(ticketColumns, { rest: ofOrder('item_ticket'), orderBy: sql`item_ticket.position` }),
  cancellations: jsonRows(getTableColumns(cancellationTable), {
    rest: ofOrder('cancellation'),
    orderBy: sql`cancellation.created_at, cancellation.id`,
  }),
});
type WholeRow = NonNullable<(typeof wholeRow)['row']>;

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

/** Orders of any organization by id, complete, in no particular order. */
export function readOrders(reader: Reader, ids: readonly string[]): Promise<WholeOrder[]> {
  return readWhole(reader, ids, sql`true`);
}

async function readWhole(reader: Reader, ids: readonly string[], condition: SQL): Promise<WholeOrder[]> {
  if (ids.length === 0) return [];
  const rows = await reader.read(
    wholeRow,
    sql`from ticketing.booking_order where ${areOf(orderTable.catalogId, orderTable.id, ids)} and ${condition}`,
  );
  return rows.map(wholeOrder);
}
