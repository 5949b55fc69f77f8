import type { RebookingInput } from '@/lib/contract/cancellation';
import { addresses, lastSegment } from '@/lib/contract/iri';
import type { Transaction } from '@/lib/database/database';
import { databaseNow } from '@/lib/database/database-now';
import { lockCounters } from '../availability/hold-store';
import { enterHolds } from '../availability/set-capacities';
import { requireScope } from '../http/authenticate';
import { InvalidRequest, type Violation } from '../http/problem';
import type { Call } from '../http/route';
import type { StoredReservation } from '../reservation/reservation';
import { lockReservations } from '../reservation/reservation-store';
import { decideCancellation } from './cancellation';
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
  ticketIds,
  writeCancellation,
} from './write-cancellation';

interface Rebooked {
  orders: WholeOrder[];
  /** The files of the exchanged tickets that show them as valid. */
  superseded: string[];
}

/**
 * Orders reservations in exchange for tickets of an earlier order: in one transaction the orders are made and the
 * tickets are cancelled, or neither. A repetition gives the same orders. Throws 422 when a reservation can't be ordered
 * or a ticket can't be exchanged.
 */
export async function rebookOrder(
  context: CancellingContext,
  call: OrderCall,
  rebooking: RebookingInput,
  { principal }: Pick<Call, 'principal'>,
): Promise<WholeOrder[]> {
  if (rebooking.override === true) requireScope(principal, 'booking:override');
  const { orders, superseded } = await context.database.transaction((transaction) =>
    rebookUnderLocks(transaction, call, rebooking, context.newId),
  );
  await afterCancelling(context, superseded);
  return orders;
}

async function rebookUnderLocks(
  transaction: Transaction,
  call: OrderCall,
  rebooking: RebookingInput,
  newId: () => string,
): Promise<Rebooked> {
  const { organizationId } = call;
  const { order, reservation } = await earlierOrder(transaction, call, rebooking);
  await enterHolds(transaction, [reservation.catalogId]);
  const keys = [...call.reservationIds, reservation.id].map((id) => ({ organizationId, id }));
  const locked = await lockReservations(transaction, keys);
  await lockTickets(transaction, order);
  const whole = await earlierOrder(transaction, call, rebooking);
  // Else tickets that can't be given back would become a gift card that can.
  const isCard = ({ id }: Pick<StoredReservation, 'id'>) => call.reservationIds.includes(id);
  if ([...locked.values()].some((one) => one.giftCard && isCard(one)))
    throw refusal([{ path: 'tickets', code: 'choice', messageKey: 'notForGiftCards' }]);
  // All counters at once, so that two exchanges in opposite directions do not wait for each other.
  await lockCounters(transaction, [
    ...countedOfOrder(whole, 1),
    ...[...locked.values()].flatMap((one) => countedOfOrder({ reservation: one }, 1)),
  ]);
  const { outcomes, made } = await orderAll(transaction, [call], newId);
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error('an order call has no outcome');
  if (outcome.kind === 'refused') throw new InvalidRequest(outcome.violations);
  const { orders } = outcome;
  if (made.length < orders.length) {
    if (wasRebooked(whole, orders)) return { orders, superseded: [] };
    throw refusal([{ path: 'order', code: 'choice', messageKey: 'orderedBefore' }]);
  }
  return { orders, superseded: await exchange(transaction, whole, rebooking, orders, newId) };
}

/** The order whose tickets are exchanged. An order of another organization is answered as one that does not exist. */
async function earlierOrder(
  transaction: Transaction,
  { organizationId }: OrderCall,
  { order }: RebookingInput,
): Promise<WholeOrder> {
  const id = lastSegment(order);
  const [found] = order === addresses.order(id) ? await ordersById(transaction, organizationId, [id]) : [];
  if (found === undefined) throw refusal([{ path: 'order', code: 'regex', messageKey: 'unknownOrder' }]);
  return found;
}

/** Cancels the tickets; resolves to the files that this supersedes. */
async function exchange(
  transaction: Transaction,
  whole: WholeOrder,
  { tickets, override = false, reason }: RebookingInput,
  orders: readonly WholeOrder[],
  newId: () => string,
): Promise<string[]> {
  const now = await databaseNow(transaction);
  const { rebooking: until } = await readDeadlines(transaction, whole);
  const call = {
    tickets: ticketIds(whole, tickets, 'rebooking.tickets'),
    override,
    refundAmount: null,
    isRebooking: true,
  };
  const decision = decideCancellation(whole, call, { until, now });
  switch (decision.kind) {
    case 'refused':
      throw refusal(decision.violations);
    case 'repeated':
      throw refusal([{ path: 'tickets', code: 'choice', messageKey: 'ticketCancelled' }]);
    case 'cancel': {
      const rebookedTo = orders.map(({ order }) => order.id);
      const cancellation = newCancellation(whole, decision, { reason, now, newId, rebookedTo });
      return writeCancellation(transaction, whole, cancellation, decision.units);
    }
  }
}

/** Whether an earlier call has exchanged tickets of an order for exactly these orders. */
function wasRebooked(whole: Pick<WholeOrder, 'cancellations'>, orders: readonly WholeOrder[]): boolean {
  const ids = orders.map(({ order }) => order.id);
  return whole.cancellations.some(
    ({ rebookedTo }) => rebookedTo.length === ids.length && rebookedTo.every((id) => ids.includes(id)),
  );
}

function refusal(violations: readonly Violation[]): InvalidRequest {
  return new InvalidRequest(violations.map((one) => ({ ...one, path: `rebooking.${one.path}` })));
}
