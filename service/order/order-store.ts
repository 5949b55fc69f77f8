import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { json, type Reader, type Transaction } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { type StoredReservation, storedReservationSchema } from '../reservation/reservation';
import { type StoredItemTicket, storedItemTicketSchema, type StoredOrder, storedOrderSchema } from './order';

/** An order with the reservation that it converted and its single tickets. */
export interface WholeOrder {
  order: StoredOrder;
  reservation: StoredReservation;
  tickets: StoredItemTicket[];
}

const columns = sql`
  id, organization_id as "organizationId", reservation_id as "reservationId", item_id as "itemId",
  document_id as "documentId", reference, external_reference as "externalReference", customer,
  created_at as "createdAt"`;

const ticketColumns = sql`
  id, order_id as "orderId", position, reference, ticket_id as "ticketId", event_id as "eventId",
  session_id as "sessionId", status, redeemed_at as "redeemedAt", holder, answers, updated_at as "updatedAt"`;

/** Writes orders with their new tickets. UNIQUE(reservation) lets one writer of each win. */
export async function insertOrders(transaction: Transaction, whole: readonly WholeOrder[]): Promise<void> {
  const orders = whole.map(({ order }) => order);
  const tickets = whole.flatMap(({ order: { organizationId }, tickets: own }) =>
    own.map((ticket) => ({ ...ticket, organizationId })),
  );
  await Promise.all([
    transaction.run(
      sql`insert into ticketing.booking_order (organization_id, id, reservation_id, item_id, document_id,
            reference, external_reference, customer, created_at)
          select "organizationId", id, "reservationId", "itemId", "documentId", reference, "externalReference",
            customer, "createdAt"
          from jsonb_to_recordset(${json(orders)}) as one ("organizationId" uuid, id uuid,
            "reservationId" uuid, "itemId" uuid, "documentId" uuid, reference text, "externalReference" text,
            customer jsonb, "createdAt" timestamptz)`,
    ),
    transaction.run(
      sql`insert into ticketing.item_ticket (organization_id, id, order_id, position, reference, ticket_id,
            event_id, session_id, updated_at)
          select "organizationId", id, "orderId", position, reference, "ticketId", "eventId", "sessionId",
            "updatedAt"
          from jsonb_to_recordset(${json(tickets)}) as one ("organizationId" uuid, id uuid, "orderId" uuid,
            position int, reference text, "ticketId" uuid, "eventId" uuid, "sessionId" uuid,
            "updatedAt" timestamptz)`,
    ),
  ]);
}

/** Orders that meet a condition, whole, the latest first unless asked otherwise, and how many there are. */
export async function pageOfOrders(
  reader: Reader,
  organizationId: string,
  { skip, size, condition, ascending }: { skip: number; size: number; condition: SQL; ascending: boolean },
): Promise<{ total: number; orders: WholeOrder[] }> {
  const direction = ascending ? sql`asc` : sql`desc`;
  const where = sql`organization_id = ${organizationId} and ${condition}`;
  const { total, rows: orders } = await readPage(reader, storedOrderSchema, {
    columns,
    from: sql`ticketing.booking_order`,
    where,
    order: sql`created_at ${direction}, id ${direction}`,
    skip,
    size,
  });
  return { total, orders: await wholeOrders(reader, organizationId, orders) };
}

/** Orders of an organization by id, whole, in the order of the ids; those that are not there are left out. */
export async function ordersById(
  reader: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<WholeOrder[]> {
  const orders = await reader.rows(
    storedOrderSchema,
    sql`select ${columns} from ticketing.booking_order
        where organization_id = ${organizationId}
          and id in (select value::uuid from jsonb_array_elements_text(${json(ids)}))`,
  );
  const whole = await wholeOrders(reader, organizationId, orders);
  return ids.flatMap((id) => whole.find(({ order }) => order.id === id) ?? []);
}

const itemReservation = storedReservationSchema.omit({ expired: true });

async function wholeOrders(
  reader: Reader,
  organizationId: string,
  orders: readonly StoredOrder[],
): Promise<WholeOrder[]> {
  if (orders.length === 0) return [];
  const list = (ids: readonly string[]) =>
    sql`(select value::uuid from jsonb_array_elements_text(${json(ids)}))`;
  const [reservations, tickets] = await Promise.all([
    reader.rows(
      itemReservation,
      sql`select id, organization_id as "organizationId", created_at as "createdAt", expires_at as "expiresAt",
            order_id as "orderId", catalog_id as "catalogId", offer_id as "offerId", product_id as "productId",
            quantity, unit_amount as "unitAmount", unit_amount_excl_tax as "unitAmountExclTax", tickets,
            held_counters as "heldCounters"
          from ticketing.reservation
          where organization_id = ${organizationId} and id in ${list(orders.map((one) => one.reservationId))}`,
    ),
    reader.rows(
      storedItemTicketSchema,
      sql`select ${ticketColumns} from ticketing.item_ticket
          where organization_id = ${organizationId} and order_id in ${list(orders.map(({ id }) => id))}
          order by order_id, position`,
    ),
  ]);
  const byId = new Map(reservations.map((one) => [one.id, { ...one, expired: false }]));
  return orders.map((order) => {
    const reservation = byId.get(order.reservationId);
    if (reservation === undefined) throw new Error(`order ${order.id} has no reservation`);
    return { order, reservation, tickets: tickets.filter(({ orderId }) => orderId === order.id) };
  });
}

/** The database's present moment. */
export async function databaseNow(reader: Reader): Promise<Date> {
  const [row] = await reader.rows(z.object({ at: z.date() }), sql`select clock_timestamp() as at`);
  if (row === undefined) throw new Error('the database told no time');
  return row.at;
}
