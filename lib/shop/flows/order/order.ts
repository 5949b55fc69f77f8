import { ServiceError } from '../../../client/service-error';
import { addresses, lastSegment } from '../../../contract/iri';
import type { CreateOrdersInput, Order } from '../../../contract/order';
import type { Checkout, Holds } from '../../rules/checkout';
import type { LookOnly } from '../../values/checkout-values';
import { saveRequest } from '../../data/checkout-store';
import { transition, transitionAlone } from '../../data/transition';
import { describeHolds } from '../visit/describe-holds';
import type { WholeCheckout } from '../../data/whole-checkout-store';
import {
  afterLook,
  judgeLook,
  judgeOrders,
  type Evidence,
  type ReservationSeen,
} from '../../rules/order-evidence';
import { finishOrder, giveUpOrder, reserveAgain } from './order-outcome';
import { moved, type Outcome } from '../../rules/outcome';
import { ticketsByOrder } from '../../rules/tickets-by-order';
import type { CheckoutContext } from '../../context';

/** When to look up an order whose request was not answered (seconds, by the number of tries). */
const lookAfter = [2, 5, 15, 60];
const lastLookAfter = 60;

export const secondsUntilLook = (tries: number): number => lookAfter[tries] ?? lastLookAfter;

/** For state `paid`: requests the order. Once the transition is stored, the order may have been requested. */
export async function beginOrder(context: CheckoutContext, whole: WholeCheckout): Promise<Outcome> {
  const { checkout, holds } = whole;
  // Stored while the catalogue still has the event: the confirmation and the order page need them.
  await describeHolds(context, holds, checkout.language);
  const ordering = await transitionAlone(context.database, checkout, { kind: 'order_begun' });
  return ordering === null ? moved : requestOrder(context, { ...whole, checkout: ordering });
}

/** Requests the order, always with the same body and key. Throws when the result is unknown. */
async function requestOrder(context: CheckoutContext, whole: WholeCheckout): Promise<Outcome> {
  const { checkout, holds } = whole;
  const { customer, language, reference } = checkout;
  if (customer === null) throw new Error(`checkout ${checkout.id} has no customer to order for`);
  const answer = await context.client
    .createOrders(
      {
        reservations: holds.map(({ reservationId }) => addresses.reservation(reservationId)),
        customer,
        externalReference: reference,
        ...totalPaidFor(checkout, holds),
        ...exchangeOf(whole),
      },
      { language, idempotencyKey: `order-${checkout.id}-${checkout.version}` },
    )
    .catch(async (error: unknown) => {
      // A request that never reached the service, or that it rejected, made no order.
      if (error instanceof ServiceError && error.effect === 'none')
        await saveRequest(context.database, checkout, { asked: false });
      throw error;
    });
  switch (answer.kind) {
    case 'ordered':
      return checkResponse(context, whole, answer.orders);
    case 'expired':
      // An earlier request may have made the order, whatever the response to this one.
      if (checkout.ambiguous) return onlyLook(context, checkout, 'expired');
      return (
        (await orderBehindRefusal(context, whole)) ?? reserveAgain(context, checkout, holds, answer.indexes)
      );
    case 'busy':
      // 409: the same request is still running and may succeed. 429: nothing was done.
      if (!answer.running) await saveRequest(context.database, checkout, { asked: false });
      return { kind: 'again', seconds: answer.retryAfterSeconds };
    case 'invalid': {
      const paths = answer.violations.map(({ propertyPath }) => propertyPath);
      context.report('error', 'an order was refused', { checkout: checkout.id, paths });
      const isOrdered = paths.some((path) => /^reservations\[\d+\]\.order$/.test(path));
      if (isOrdered || checkout.ambiguous) return onlyLook(context, checkout, 'refused');
      return (await orderBehindRefusal(context, whole)) ?? giveUpOrder(context, checkout, 'order_refused');
    }
  }
}

/**
 * A server that counts the changes of reservations keeps idempotency keys, too, and knows the total of an order. Others may
 * refuse what they do not know.
 */
const isExtended = (holds: Holds) => holds.every(({ reservation }) => reservation.version !== undefined);

const totalPaidFor = ({ total }: Checkout, holds: Holds): Pick<CreateOrdersInput, 'totalAmountInclTax'> =>
  total === null || !isExtended(holds) ? {} : { totalAmountInclTax: total };

/** Tickets of earlier orders that the service cancels together with the orders that it makes. */
function exchangeOf({ rebooking }: WholeCheckout): Pick<CreateOrdersInput, 'rebooking'> {
  if (rebooking === null) return {};
  const { tickets, override } = rebooking;
  const [first, ...others] = ticketsByOrder(tickets);
  // A service of the release before asks for the order.
  const only = first !== undefined && others.length === 0 ? { order: addresses.order(first.orderId) } : {};
  return { rebooking: { ...only, tickets, reason: 'rebooked', ...(override ? { override } : {}) } };
}

/**
 * A refusal is accepted unless a lookup shows an order: a request may be repeated on its way to the service,
 * and then the refusal is the response to the repetition. Null when no order shows. When the lookup fails,
 * the order counts as requested.
 */
async function orderBehindRefusal(context: CheckoutContext, whole: WholeCheckout): Promise<Outcome | null> {
  const { evidence } = await look(context, whole);
  if (evidence.kind === 'ordered') return finishOrder(context, whole, evidence.orders);
  if (evidence.kind === 'none' || evidence.why === 'unreadable') return null;
  return onlyLook(context, whole.checkout, 'refused');
}

/** A response with orders is accepted only if they are exactly those that were requested. */
async function checkResponse(
  context: CheckoutContext,
  whole: WholeCheckout,
  orders: readonly Order[],
): Promise<Outcome> {
  const { checkout, holds } = whole;
  const evidence = judgeOrders({ reservationIds: idsOf(holds), total: checkout.total, orders });
  if (evidence.kind === 'ordered') return finishOrder(context, whole, evidence.orders);
  context.report('error', 'the service answered with other orders than were requested', {
    checkout: checkout.id,
    orders: orders.map(({ reference }) => reference),
  });
  return onlyLook(context, checkout, 'other_orders');
}

/** Makes no further request and no refund, because the service's responses are contradictory. */
async function onlyLook(context: CheckoutContext, checkout: Checkout, lookOnly: LookOnly): Promise<Outcome> {
  await saveRequest(context.database, checkout, { asked: true, lookOnly });
  return { kind: 'again', seconds: secondsUntilLook(0) };
}

/** Requests the order again, although an earlier unanswered request may have made it. */
async function requestAgain(context: CheckoutContext, whole: WholeCheckout): Promise<Outcome> {
  const { checkout } = whole;
  const ambiguous = checkout.ambiguous || checkout.asked;
  // The same request to a server that does it once: the looks go on, less and less often.
  await saveRequest(context.database, checkout, { asked: true, ambiguous }, isExtended(whole.holds));
  return requestOrder(context, { ...whole, checkout: { ...checkout, ambiguous } });
}

/** Looks the order up in both places where an order shows, before requesting it again. */
export async function lookForOrder(context: CheckoutContext, whole: WholeCheckout): Promise<Outcome> {
  const { checkout, holds } = whole;
  const { tries, lookOnly } = checkout;
  if (!checkout.asked && lookOnly !== 'restored') return requestAgain(context, whole);
  const { evidence, listComplete, expired } = await look(context, whole);
  switch (afterLook(evidence, { tries, lookOnly, listComplete, keepsKeys: isExtended(holds) })) {
    case 'finish':
      return evidence.kind === 'ordered' ? finishOrder(context, whole, evidence.orders) : moved;
    case 'request_again':
      return requestAgain(context, whole);
    case 'reserve_again':
      if (expired.length > 0) return reserveAgain(context, checkout, holds, expired);
      if (lookOnly === 'restored') return orderRestored(context, whole);
      return callStaff(context, checkout, evidence);
    case 'look_again':
      return { kind: 'again', seconds: secondsUntilLook(tries) };
    case 'call_staff':
      return callStaff(context, checkout, evidence);
  }
}

/** After a restore: its order was not made, and its reservations are as they were, or are not known. */
async function orderRestored(context: CheckoutContext, whole: WholeCheckout): Promise<Outcome> {
  const { checkout } = whole;
  if (whole.holds.length === 0) return giveUpOrder(context, checkout, 'order_refused');
  await saveRequest(context.database, checkout, { asked: true, lookOnly: null });
  return requestOrder(context, whole);
}

async function look(
  { client }: Pick<CheckoutContext, 'client'>,
  { checkout, holds }: WholeCheckout,
): Promise<{ evidence: Evidence; listComplete: boolean; expired: number[] }> {
  const call = { language: checkout.language };
  // No order is older than its reservation, both by the service's clock.
  const oldest = Math.min(
    ...(holds.length === 0 ? [checkout.createdAt.getTime()] : []),
    ...holds.map(({ reservation }) => Date.parse(reservation.createdAt)),
  );
  const [found, listed] = await Promise.all([
    Promise.all(holds.map(({ reservationId }) => client.getReservation(reservationId, call))),
    client.listOrders({ externalReference: checkout.reference }, call, new Date(oldest)),
  ]);
  // The service was restored, too, and has lost what it does not know.
  const isLost = checkout.lookOnly === 'restored' && listed.complete;
  const reservations = found.map((one): ReservationSeen => {
    if (one.kind === 'found') return { order: one.value.order };
    return isLost ? { order: null } : 'missing';
  });
  const named = reservations.flatMap((one) => (one === 'missing' ? [] : (one.order ?? [])));
  const read = await Promise.all(named.map((path) => client.getOrder(lastSegment(path), call)));
  const orders = [...read.flatMap((one) => (one.kind === 'found' ? one.value : [])), ...listed.members];
  const seen = { reservationIds: idsOf(holds), total: checkout.total, orders };
  const expired = found.flatMap((one, index) => (one.kind !== 'found' || one.value.expired ? index : []));
  const isNone = isLost && holds.length === 0 && orders.length === 0;
  return {
    evidence: isNone ? { kind: 'none' } : judgeLook(seen, reservations),
    listComplete: listed.complete,
    expired,
  };
}

const idsOf = (holds: Holds): string[] => holds.map(({ reservationId }) => reservationId);

/** The program can't decide whether there is the right order: staff have to look. */
async function callStaff(context: CheckoutContext, checkout: Checkout, evidence: Evidence): Promise<Outcome> {
  const why = evidence.kind === 'unclear' ? evidence.why : evidence.kind;
  const reason = why === 'unreadable' || why === 'none' ? 'order_unknown' : 'orders_differ';
  context.report('error', 'it is unclear whether there is an order', { checkout: checkout.id, why });
  await context.database.transaction((transaction) =>
    transition(transaction, checkout, { kind: 'order_unknown' }, { reason, detail: { reason, why } }),
  );
  return moved;
}
