import type { RebookingInput } from '@/lib/contract/cancellation';
import { addresses, itemTicketPath, lastSegment } from '@/lib/contract/iri';
import type { Transaction } from '@/lib/database/database';
import { databaseNow } from '@/lib/database/database-now';
import { lockCounters } from '../availability/hold-store';
import { enterHolds } from '../availability/set-capacities';
import { requireScope } from '../http/authenticate';
import { InvalidRequest, type Violation } from '../http/problem';
import type { Call } from '../http/route';
import { lockReservations } from '../reservation/reservation-store';
import { type CancellationDecision, decideCancellation, unknownTicket } from './cancellation';
import { readDeadlines } from './cancellation-deadline';
import type { OrderCall } from './decide-orders';
import { lockTickets } from './item-ticket-store';
import { ordersById, type WholeOrder } from './order-store';
import { orderAll } from './shared-orders';
import {
  afterCancelling,
  type CancellingContext,
  countedOfOrder,
  newCancellation,
  refuseRepeated,
  ticketIds,
  writeCancellation,
} from './write-cancellation';

interface Rebooked {
  orders: WholeOrder[];
  /** The files of the exchanged tickets that show them as valid. */
  superseded: string[];
}

/**
 * Orders reservations in exchange for tickets of earlier orders of one catalogue: in one transaction the orders are made
 * and the tickets are cancelled, or neither. A repetition gives the same orders. Throws 422 when a reservation can't be
 * ordered or a ticket can't be exchanged.
 */
export async function rebookOrders(
  context: CancellingContext,
  call: OrderCall,
  rebooking: RebookingInput,
  { principal }: Pick<Call, 'principal'>,
): Promise<WholeOrder[]> {
  if (rebooking.override === true) requireScope(principal, 'booking:override');
  refuseRepeated(rebooking.tickets, 'rebooking.tickets');
  const named = namedTickets(rebooking);
  const exchanged = new Set(rebooking.tickets.map((path) => lastSegment(path.toLowerCase())));
  const { orders, superseded } = await context.database.transaction((transaction) =>
    rebookUnderLocks(transaction, { ...call, exchanged }, { ...rebooking, named }, context.newId),
  );
  await afterCancelling(context, superseded);
  return orders;
}

/** The tickets of one order, with their places in the request. */
interface NamedTickets {
  orderId: string;
  tickets: string[];
  places: number[];
}

/** The tickets by order, in the order of its id, in which orders are locked. */
function namedTickets({ order, tickets }: Pick<RebookingInput, 'order' | 'tickets'>): NamedTickets[] {
  const only = order === undefined ? null : lastSegment(order);
  if (only !== null && order !== addresses.order(only))
    throw refusal([{ path: 'order', code: 'regex', messageKey: 'unknownOrder' }]);
  const byOrder = new Map<string, NamedTickets>();
  for (const [place, path] of tickets.entries()) {
    const orderId = only ?? itemTicketPath(path)?.orderId;
    if (orderId === undefined) throw refusal([unknownTicket(place)]);
    const known = byOrder.get(orderId) ?? { orderId, tickets: [], places: [] };
    byOrder.set(orderId, known);
    known.tickets.push(path);
    known.places.push(place);
  }
  return [...byOrder.values()].sort((one, other) => (one.orderId < other.orderId ? -1 : 1));
}

type Exchange = RebookingInput & { named: readonly NamedTickets[] };

async function rebookUnderLocks(
  transaction: Transaction,
  call: OrderCall,
  rebooking: Exchange,
  newId: () => string,
): Promise<Rebooked> {
  const { organizationId } = call;
  const seen = await earlierOrders(transaction, call, rebooking);
  const catalogIds = seen.map(({ order }) => order.catalogId);
  await enterHolds(transaction, [...new Set(catalogIds)]);
  const keys = [...call.reservationIds, ...seen.map(({ reservation }) => reservation.id)];
  const locked = await lockReservations(
    transaction,
    keys.map((id) => ({ organizationId, id })),
  );
  // Else tickets that can't be given back would become a gift card that can.
  if ([...locked.values()].some((one) => one.giftCard && call.reservationIds.includes(one.id)))
    throw refusal([{ path: 'tickets', code: 'choice', messageKey: 'notForGiftCards' }]);
  for (const { order } of seen) await lockTickets(transaction, order);
  const earlier = await earlierOrders(transaction, call, rebooking);
  // All counters at once, so that two exchanges in opposite directions do not wait for each other.
  await lockCounters(
    transaction,
    [...locked.values()].flatMap((reservation) => countedOfOrder({ reservation }, 1)),
  );
  const { outcomes, made } = await orderAll(transaction, [call], newId);
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error('an order call has no outcome');
  if (outcome.kind === 'refused') throw new InvalidRequest(outcome.violations);
  const { orders } = outcome;
  if (made.length < orders.length) {
    if (earlier.every((one) => wasRebooked(one, orders))) return { orders, superseded: [] };
    const path = rebooking.order === undefined ? 'tickets' : 'order';
    throw refusal([{ path, code: 'choice', messageKey: 'orderedBefore' }]);
  }
  return { orders, superseded: await exchangeAll(transaction, earlier, rebooking, orders, newId) };
}

/**
 * The orders whose tickets are exchanged, all of one catalogue. An order of another organization is answered as one that
 * does not exist.
 */
async function earlierOrders(
  transaction: Transaction,
  { organizationId }: OrderCall,
  { order, named }: Exchange,
): Promise<WholeOrder[]> {
  const ids = named.map(({ orderId }) => orderId);
  const found = await ordersById(transaction, organizationId, ids);
  const [first] = found;
  const violations = named.flatMap(({ orderId, places }): Violation[] => {
    const own = found.find((one) => one.order.id === orderId);
    if (own === undefined)
      return order === undefined
        ? places.map(unknownTicket)
        : [{ path: 'order', code: 'regex', messageKey: 'unknownOrder' }];
    if (own.order.catalogId === first?.order.catalogId) return [];
    return places.map((place) => ({ path: `tickets[${place}]`, code: 'choice', messageKey: 'otherCatalog' }));
  });
  if (violations.length > 0) throw refusal(violations);
  return found;
}

/** Cancels the tickets of all orders; resolves to the files that this supersedes. */
async function exchangeAll(
  transaction: Transaction,
  earlier: readonly WholeOrder[],
  rebooking: Exchange,
  orders: readonly WholeOrder[],
  newId: () => string,
): Promise<string[]> {
  const catalogId = earlier[0]?.order.catalogId;
  // Tickets of other sellers are only ordered beside them.
  const rebookedTo = orders.filter(({ order }) => order.catalogId === catalogId).map(({ order }) => order.id);
  if (rebookedTo.length === 0)
    throw new InvalidRequest([{ path: 'reservations', code: 'choice', messageKey: 'otherSeller' }]);
  const now = await databaseNow(transaction);
  const superseded: string[] = [];
  for (const whole of earlier) {
    const own = rebooking.named.find(({ orderId }) => orderId === whole.order.id);
    if (own === undefined) throw new Error(`no ticket of order ${whole.order.id} is exchanged`);
    const unit = await decideExchange(transaction, whole, { ...rebooking, ...own }, now);
    const { reason } = rebooking;
    const cancellation = newCancellation(whole, unit, { reason, now, newId, rebookedTo });
    superseded.push(...(await writeCancellation(transaction, whole, cancellation, unit.units)));
  }
  return superseded;
}

/** What is cancelled of one order. Throws 422 when it can't be exchanged. */
async function decideExchange(
  transaction: Transaction,
  whole: WholeOrder,
  { tickets, places, override = false }: Exchange & NamedTickets,
  now: Date,
): Promise<Extract<CancellationDecision, { kind: 'cancel' }>> {
  const { rebooking: until } = await readDeadlines(transaction, whole);
  const call = { tickets: ticketIds(whole, tickets), override, refundAmount: null, isRebooking: true };
  const decision = decideCancellation(whole, call, { until, now });
  switch (decision.kind) {
    case 'refused':
      throw refusal(
        decision.violations.map((one) => ({
          ...one,
          // By its place in the request.
          path: one.path.replace(/\d+/, (index) => String(places[Number(index)])),
        })),
      );
    case 'repeated':
      throw refusal([{ path: 'tickets', code: 'choice', messageKey: 'ticketCancelled' }]);
    case 'cancel':
      return decision;
  }
}

/** Whether an earlier call has exchanged tickets of an order for these orders. */
function wasRebooked(whole: Pick<WholeOrder, 'cancellations'>, orders: readonly WholeOrder[]): boolean {
  const ids = orders.map(({ order }) => order.id);
  return whole.cancellations.some(
    ({ rebookedTo }) => rebookedTo.length > 0 && rebookedTo.every((id) => ids.includes(id)),
  );
}

function refusal(violations: readonly Violation[]): InvalidRequest {
  return new InvalidRequest(violations.map((one) => ({ ...one, path: `rebooking.${one.path}` })));
}
