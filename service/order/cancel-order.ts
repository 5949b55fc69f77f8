import type { CancelOrderInput } from '@/lib/contract/cancellation';
import type { Transaction } from '@/lib/database/database';
import { databaseNow } from '@/lib/database/database-now';
import { enterHolds } from '../availability/set-capacities';
import { requireScope } from '../http/authenticate';
import { InvalidRequest } from '../http/problem';
import type { Call } from '../http/route';
import { lockReservations } from '../reservation/reservation-store';
import { endExpired } from '../reservation/voucher-uses';
import { decideCancellation } from './cancellation';
import { readDeadlines } from './cancellation-deadline';
import { cancellationResource, type CancellationResource } from './cancellation-resource';
import { lockGiftCards, usedGiftCards } from './gift-cards';
import { lockTickets } from './item-ticket-store';
import type { StoredCancellation } from './order';
import { requiredOrder } from './read-orders';
import type { WholeOrder } from './order-store';
import {
  afterCancelling,
  type CancellingContext,
  newCancellation,
  refuseRepeated,
  ticketIds,
  writeCancellation,
} from './write-cancellation';

type CancelOrderCall = Call<'id', unknown, CancelOrderInput>;

interface Outcome {
  whole: WholeOrder;
  cancellation: StoredCancellation;
  /** The files of the tickets that show them as valid. */
  superseded: string[];
}

/**
 * POST /v1/booking/orders/{id}/_cancel: cancels tickets of an order, all that the call names or none, and returns their
 * units to the counters. A repetition gives the same cancellation. 422 says why tickets can't be cancelled.
 */
export async function cancelOrder(
  context: CancellingContext,
  call: CancelOrderCall,
): Promise<CancellationResource> {
  const { override = false, refundAmountInclTax } = call.body;
  if (override || refundAmountInclTax !== undefined) requireScope(call.principal, 'booking:override');
  const { whole, cancellation, superseded } = await context.database.transaction((transaction) =>
    cancelUnderLocks(transaction, call, context.newId),
  );
  await afterCancelling(context, superseded);
  return cancellationResource(whole, cancellation);
}

async function cancelUnderLocks(
  transaction: Transaction,
  call: CancelOrderCall,
  newId: () => string,
): Promise<Outcome> {
  const organizationId = call.principal.organization.id;
  const before = await requiredOrder(transaction, call);
  const { order, reservation } = before;
  // While an import counts the units of a counter that had no limit, nothing is cancelled: the import would not see it.
  await enterHolds(transaction, [reservation.catalogId]);
  const expired = await lockGiftCards(transaction, before);
  const locked = await lockReservations(transaction, [{ organizationId, id: reservation.id }, ...expired]);
  const ended = [...locked.values()].filter((one) => one.expired).map(({ id }) => id);
  await endExpired(transaction, reservation.catalogId, ended);
  await lockTickets(transaction, order);
  const whole = await requiredOrder(transaction, call);
  const now = await databaseNow(transaction);
  const { cancellation: until } = await readDeadlines(transaction, whole);
  const { tickets, override = false, refundAmountInclTax: refundAmount = null } = call.body;
  refuseRepeated(tickets ?? [], 'tickets');
  const asked = {
    tickets: tickets === undefined ? null : ticketIds(whole, tickets),
    override,
    refundAmount,
    used: await usedGiftCards(transaction, whole, 'locked'),
  };
  const decision = decideCancellation(whole, asked, { until, now });
  switch (decision.kind) {
    case 'refused':
      throw new InvalidRequest(decision.violations);
    case 'repeated':
      return { whole, cancellation: decision.cancellation, superseded: [] };
    case 'cancel': {
      const cancellation = newCancellation(whole, decision, { reason: call.body.reason, now, newId });
      return {
        whole,
        cancellation,
        superseded: await writeCancellation(transaction, whole, cancellation, decision.units),
      };
    }
  }
}
