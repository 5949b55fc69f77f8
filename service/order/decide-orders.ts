import type { Customer } from '@/lib/contract/customer';
import { compareAmounts, sumAmounts } from '@/lib/money/money';
import { inCatalog } from '../ids/catalog-id';
import type { Violation } from '../http/problem';
import type { StoredReservation } from '../reservation/reservation';
import { unknownReservation } from '../reservation/reservation-paths';
import { itemAmounts } from '../reservation/reservation-resource';
import { keyText } from '../reservation/reservation-store';
import { isSameBooking, newReference, type StoredItemTicket, type StoredOrder } from './order';
import type { WholeOrder } from './order-store';

/** The reservations that one call orders: all of them or none. Ids, without repetitions. */
export interface OrderCall {
  organizationId: string;
  reservationIds: readonly string[];
  customer: Customer;
  externalReference: string | null;
  /** What was paid for them together, in EUR; null: the client does not say. */
  total: string | null;
  /** The ids of the tickets that are exchanged for them; left out: none. */
  exchanged?: ReadonlySet<string>;
}

export type OrderOutcome =
  { kind: 'ordered'; orders: WholeOrder[] } | { kind: 'refused'; violations: Violation[] };

/** The data that was read under the locks of the reservations and of the counters that they hold units of. */
export interface OrderData {
  /** The key is `keyText`. */
  reservations: ReadonlyMap<string, StoredReservation>;
  /** Earlier orders, by the order's id. */
  earlier: ReadonlyMap<string, WholeOrder>;
  /** Of how many counters each reservation still holds units. */
  alive: ReadonlyMap<string, number>;
  /** The time under the locks; null: none of the reservations can be ordered. */
  at: Date | null;
}

/**
 * Pure: the results of calls, in the order in which they came. A call that names reservations which an earlier call
 * ordered is a repeat, and gets the same orders if it asks for the same booking. The caller writes `made`.
 */
export function decideOrders(
  calls: readonly OrderCall[],
  data: OrderData,
  newId: () => string,
): { outcomes: OrderOutcome[]; made: WholeOrder[] } {
  const made = new Map<string, WholeOrder>();
  const outcomes = calls.map((call): OrderOutcome => {
    const violations: Violation[] = [];
    const orders = call.reservationIds.flatMap((id, index): WholeOrder[] => {
      const key = keyText({ organizationId: call.organizationId, id });
      const decision = decideOne(call, index, data.reservations.get(key), made.get(key), data);
      if ('path' in decision) violations.push(decision);
      if ('order' in decision) return [decision];
      if (!('quantity' in decision)) return [];
      if (data.at === null) throw new Error(`reservation ${id} was not locked`);
      return [wholeOrder(decision, call, data.at, newId)];
    });
    if (violations.length === 0 && !isTotal(call, orders))
      violations.push({ path: 'totalAmountInclTax', code: 'choice', messageKey: 'otherTotal' });
    if (violations.length > 0) return { kind: 'refused', violations };
    for (const order of orders) {
      if (data.earlier.has(order.order.id)) continue;
      made.set(keyText({ organizationId: call.organizationId, id: order.order.reservationId }), order);
    }
    return { kind: 'ordered', orders };
  });
  return { outcomes, made: [...made.values()] };
}

/** Whether the orders cost what the client says. */
function isTotal({ total }: OrderCall, orders: readonly WholeOrder[]): boolean {
  if (total === null) return true;
  const amounts = orders.map(({ reservation }) => itemAmounts(reservation).totalAmountInclTax);
  return compareAmounts(sumAmounts(amounts), total) === 0;
}

/** The existing order, the reservation that can be ordered, or the violation. */
function decideOne(
  call: OrderCall,
  index: number,
  reservation: StoredReservation | undefined,
  justMade: WholeOrder | undefined,
  { earlier, alive }: OrderData,
): WholeOrder | StoredReservation | Violation {
  if (reservation === undefined) return unknownReservation(index);
  const before = justMade ?? (reservation.orderId === null ? undefined : earlier.get(reservation.orderId));
  if (before !== undefined) {
    return isSameBooking(before.order, call)
      ? before
      : { path: `reservations[${index}].order`, code: 'isNull' };
  }
  if (reservation.orderId !== null) throw new Error(`order ${reservation.orderId} was not read`);
  const expired = reservation.expired || (alive.get(reservation.id) ?? 0) < reservation.heldCounters;
  if (expired) return { path: `reservations[${index}].expired`, code: 'isFalse' };
  const isOfOthers = reservation.voucher?.replaces?.some((id) => call.exchanged?.has(id) !== true) ?? false;
  return isOfOthers
    ? { path: `reservations[${index}].voucher`, code: 'choice', messageKey: 'voucherOfExchange' }
    : reservation;
}

function wholeOrder(
  reservation: StoredReservation,
  { customer, externalReference }: OrderCall,
  createdAt: Date,
  newId: () => string,
): WholeOrder {
  const { catalogId } = reservation;
  const order = {
    catalogId,
    id: inCatalog(newId(), catalogId),
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
    tickets: newTickets(order, reservation, newId),
    cancellations: [],
  };
}

/** One ticket for each unit and each ticket of the offer. */
function newTickets(
  { catalogId, id: orderId, organizationId, createdAt }: StoredOrder,
  { quantity, tickets, giftCard }: StoredReservation,
  newId: () => string,
): StoredItemTicket[] {
  const each = Array.from({ length: quantity }, (_, unit) =>
    tickets.map(({ seats, ...ticket }) => ({ ...ticket, seat: seats?.[unit] ?? null })),
  ).flat();
  return each.map(({ ticket, event, session, seat }, position) => ({
    catalogId,
    id: inCatalog(newId(), catalogId),
    organizationId,
    orderId,
    position,
    // The code of a gift card is money, so it has 99 bits.
    reference: newReference(giftCard ? 5 : 3, 4),
    ticketId: ticket,
    eventId: event,
    sessionId: session,
    seat,
    status: 'valid',
    redeemedAt: null,
    holder: null,
    answers: [],
    updatedAt: createdAt,
  }));
}
