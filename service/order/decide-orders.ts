import type { Customer } from '@/lib/contract/customer';
import type { Complaint } from '../http/problem';
import type { StoredReservation } from '../reservation/reservation';
import { keyText } from '../reservation/reservation-store';
import { isSameBooking, newReference, type StoredItemTicket } from './order';
import type { WholeOrder } from './order-store';

/** What one call asks to be ordered: all of its reservations or none. Ids, none twice. */
export interface OrderCall {
  organizationId: string;
  reservationIds: readonly string[];
  customer: Customer;
  externalReference: string | null;
}

export type OrderOutcome =
  { kind: 'ordered'; orders: WholeOrder[] } | { kind: 'refused'; complaints: Complaint[] };

/** What was read under the locks of the reservations and of the counters that they hold units of. */
export interface OrderFacts {
  /** By `keyText`. */
  reservations: ReadonlyMap<string, StoredReservation>;
  /** What was ordered before, by the order's id. */
  earlier: ReadonlyMap<string, WholeOrder>;
  /** Of how many counters each reservation still holds units. */
  alive: ReadonlyMap<string, number>;
  at: Date;
}

// The same for a reservation of somebody else as for one that never was.
export function unknownReservation(index: number): Complaint {
  return { path: `reservations[${index}]`, code: 'regex', saying: 'unknownReservation' };
}

/**
 * Pure: what becomes of calls, in the order in which they came. A call that names what a call before it ordered is
 * a repeat, and gets the same orders when it asks for the same booking. `made` is to be written.
 */
export function decideOrders(
  calls: readonly OrderCall[],
  facts: OrderFacts,
  newId: () => string,
): { outcomes: OrderOutcome[]; made: WholeOrder[] } {
  const made = new Map<string, WholeOrder>();
  const outcomes = calls.map((call): OrderOutcome => {
    const complaints: Complaint[] = [];
    const orders = call.reservationIds.flatMap((id, index): WholeOrder[] => {
      const key = keyText({ organizationId: call.organizationId, id });
      const decision = decideOne(call, index, facts.reservations.get(key), made.get(key), facts);
      if ('path' in decision) complaints.push(decision);
      if ('order' in decision) return [decision];
      return 'quantity' in decision ? [wholeOrder(decision, call, facts.at, newId)] : [];
    });
    if (complaints.length > 0) return { kind: 'refused', complaints };
    for (const order of orders) {
      if (facts.earlier.has(order.order.id)) continue;
      made.set(keyText({ organizationId: call.organizationId, id: order.order.reservationId }), order);
    }
    return { kind: 'ordered', orders };
  });
  return { outcomes, made: [...made.values()] };
}

/** The order that there is already, the reservation that can become one, or what is wrong. */
function decideOne(
  call: OrderCall,
  index: number,
  reservation: StoredReservation | undefined,
  justMade: WholeOrder | undefined,
  { earlier, alive }: OrderFacts,
): WholeOrder | StoredReservation | Complaint {
  if (reservation === undefined) return unknownReservation(index);
  const before = justMade ?? (reservation.orderId === null ? undefined : earlier.get(reservation.orderId));
  if (before !== undefined) {
    return isSameBooking(before.order, call)
      ? before
      : { path: `reservations[${index}].order`, code: 'isNull' };
  }
  if (reservation.orderId !== null) throw new Error(`order ${reservation.orderId} was not read`);
  const expired = reservation.expired || (alive.get(reservation.id) ?? 0) < reservation.heldCounters;
  return expired ? { path: `reservations[${index}].expired`, code: 'isFalse' } : reservation;
}

function wholeOrder(
  reservation: StoredReservation,
  { customer, externalReference }: OrderCall,
  createdAt: Date,
  newId: () => string,
): WholeOrder {
  const order = {
    id: newId(),
    organizationId: reservation.organizationId,
    reservationId: reservation.id,
    itemId: newId(),
    documentId: newId(),
    reference: newReference(3, 3),
    externalReference,
    customer,
    createdAt,
  };
  return {
    order,
    reservation: { ...reservation, orderId: order.id },
    tickets: newTickets(order.id, reservation, createdAt, newId),
  };
}

/** One ticket for each one of the offer and each of its tickets. */
function newTickets(
  orderId: string,
  { quantity, tickets }: StoredReservation,
  updatedAt: Date,
  newId: () => string,
): StoredItemTicket[] {
  const each = Array.from({ length: quantity }, () => tickets).flat();
  return each.map(({ ticket, event, session }, position) => ({
    id: newId(),
    orderId,
    position,
    reference: newReference(3, 4),
    ticketId: ticket,
    eventId: event,
    sessionId: session,
    status: 'valid',
    redeemedAt: null,
    holder: null,
    answers: [],
    updatedAt,
  }));
}
