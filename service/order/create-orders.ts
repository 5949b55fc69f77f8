import { idSchema, lastSegment, addresses } from '@/lib/contract/iri';
import type { CreateOrdersInput } from '@/lib/contract/order';
import type { Database, Transaction } from '@/lib/database/database';
import { convertHolds } from '../availability/hold-store';
import { type Answer, created } from '../http/answer';
import { type Complaint, InvalidRequest } from '../http/problem';
import type { Call } from '../organization/call';
import type { StoredReservation } from '../reservation/reservation';
import { lockReservations, markOrdered } from '../reservation/reservation-store';
import { isSameBooking, newReference, type StoredOrder } from './order';
import { orderResource } from './order-resource';
import { databaseNow, insertOrders, type NewItemTicket, ordersById } from './order-store';

interface Tools {
  database: Database;
  newId: () => string;
}

/**
 * POST /v1/booking/orders/_bulk: an order for each reservation, all or none. Asking again for the same booking gives
 * the same orders, even after the reservations' time. 422 names each reservation that can't be ordered.
 */
export async function createOrders(
  { database, newId }: Tools,
  call: Call<unknown, unknown, CreateOrdersInput>,
): Promise<Answer> {
  const organizationId = call.principal.organization.id;
  const ids = reservationIds(call.body.reservations);
  const orders = await database.transaction(async (transaction) => {
    const reservations = await lockReservations(transaction, organizationId, ids);
    const { fresh, complaints } = await sortOut(transaction, ids, reservations, organizationId, call.body);
    if (complaints.length > 0) throw new InvalidRequest(complaints);
    await convert(transaction, fresh, ids);
    const made = await order(transaction, fresh, call.body, newId);
    const idOfOrder = (id: string) => made.get(id) ?? reservations.get(id)?.orderId ?? '';
    return ordersById(transaction, organizationId, ids.map(idOfOrder));
  });
  return created({
    '@context': '/contexts/CreateOrderBulkOutput',
    '@id': `/.well-known/genid/${newId()}`,
    '@type': 'CreateOrderBulkOutput',
    orders: orders.map(orderResource),
  });
}

/** The ids in the paths. Throws 422 for a path that is none, or that is there twice. */
function reservationIds(paths: readonly string[]): string[] {
  const ids = paths.map((path) => lastSegment(path).toLowerCase());
  const complaints = ids.flatMap((id, i): Complaint[] => {
    if (!idSchema.safeParse(id).success || paths[i]?.toLowerCase() !== addresses.reservation(id))
      return [unknown(i)];
    return ids.indexOf(id) === i ? [] : [{ path: `reservations[${i}]`, code: 'unique' }];
  });
  if (complaints.length > 0) throw new InvalidRequest(complaints);
  return ids;
}

// The same for a reservation of somebody else as for one that never was.
function unknown(index: number): Complaint {
  return { path: `reservations[${index}]`, code: 'regex', saying: 'unknownReservation' };
}

/** Which reservations are still to be ordered, and what is wrong with any of them. */
async function sortOut(
  transaction: Transaction,
  ids: readonly string[],
  reservations: ReadonlyMap<string, StoredReservation>,
  organizationId: string,
  asked: CreateOrdersInput,
): Promise<{ fresh: StoredReservation[]; complaints: Complaint[] }> {
  const earlier = await ordersById(
    transaction,
    organizationId,
    [...reservations.values()].flatMap(({ orderId }) => orderId ?? []),
  );
  const fresh: StoredReservation[] = [];
  const complaints = ids.flatMap((id, i): Complaint[] => {
    const reservation = reservations.get(id);
    if (reservation === undefined) return [unknown(i)];
    if (reservation.orderId !== null) {
      const before = earlier.find(({ order: { id: orderId } }) => orderId === reservation.orderId);
      const same =
        before !== undefined &&
        isSameBooking(before.order, {
          customer: asked.customer,
          externalReference: asked.externalReference ?? null,
        });
      return same ? [] : [{ path: `reservations[${i}].order`, code: 'isNull' }];
    }
    if (reservation.expired) return [{ path: `reservations[${i}].expired`, code: 'isFalse' }];
    fresh.push(reservation);
    return [];
  });
  return { fresh, complaints };
}

/** Sells what the reservations hold. One whose time ran out since it was looked at is 422, and nothing is sold. */
async function convert(
  transaction: Transaction,
  fresh: readonly StoredReservation[],
  ids: readonly string[],
): Promise<void> {
  const converted = await convertHolds(
    transaction,
    fresh.map(({ id }) => id),
  );
  const complaints = fresh
    .filter(({ id, heldCounters }) => (converted.get(id) ?? 0) < heldCounters)
    .map(({ id }): Complaint => ({ path: `reservations[${ids.indexOf(id)}].expired`, code: 'isFalse' }));
  if (complaints.length > 0) throw new InvalidRequest(complaints);
}

/** Writes the orders; resolves to the order's id for each reservation's. */
async function order(
  transaction: Transaction,
  fresh: readonly StoredReservation[],
  { customer, externalReference }: CreateOrdersInput,
  newId: () => string,
): Promise<Map<string, string>> {
  if (fresh.length === 0) return new Map();
  const createdAt = await databaseNow(transaction);
  const orders = fresh.map(({ id, organizationId }): StoredOrder => ({
    id: newId(),
    organizationId,
    reservationId: id,
    itemId: newId(),
    documentId: newId(),
    reference: newReference(3, 3),
    externalReference: externalReference ?? null,
    customer,
    createdAt,
  }));
  const tickets = orders.flatMap(({ id }, i) => ticketsFor(id, fresh[i], newId));
  await insertOrders(transaction, orders, tickets);
  const [first] = fresh;
  if (first !== undefined) await markOrdered(transaction, first.organizationId, orders);
  return new Map(orders.map(({ id, reservationId }) => [reservationId, id]));
}

/** One ticket for each one of the offer and each of its tickets. */
function ticketsFor(
  orderId: string,
  reservation: StoredReservation | undefined,
  newId: () => string,
): NewItemTicket[] {
  const { quantity, tickets } = reservation ?? { quantity: 0, tickets: [] };
  const each = Array.from({ length: quantity }, () => tickets).flat();
  return each.map(({ ticket, event, session }, position) => ({
    id: newId(),
    orderId,
    position,
    reference: newReference(3, 4),
    ticketId: ticket,
    eventId: event,
    sessionId: session,
  }));
}
