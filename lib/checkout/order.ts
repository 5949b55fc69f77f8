import { ServiceError } from '../client/service-error';
import { addresses, lastSegment } from '../contract/iri';
import type { Order } from '../contract/order';
import type { Checkout, Hold, LookOnly } from './checkout';
import { move, saveRequest } from './checkout-store';
import { describe } from './describe';
import { readHolds } from './hold-store';
import { afterLook, judgeLook, judgeOrders, type Evidence, type ReservationSeen } from './order-evidence';
import { finishOrder, giveUpOrder, moved, reserveAgain, type Outcome } from './order-outcome';
import { renew } from './queue-store';
import type { Rooms } from './rooms';

/** When to look for an order whose making was not answered (seconds, by the number of tries). */
const lookAfter = [2, 5, 15, 60];
const lastLookAfter = 60;

export const secondsUntilLook = (tries: number): number => lookAfter[tries] ?? lastLookAfter;

/** Paid: asks for the order. From the moment that this is written down, it may have been asked for. */
export async function beginOrder(rooms: Rooms, checkout: Checkout): Promise<Outcome> {
  const holds = await readHolds(rooms.database, checkout.id);
  // In words while the catalogue still knows it: the confirmation and the order page need them.
  await describe(rooms, holds, checkout.language);
  const ordering = await rooms.database.transaction((transaction) =>
    move(transaction, checkout, { kind: 'order_begun' }),
  );
  return ordering === null ? moved : requestOrder(rooms, ordering, holds);
}

/** Requests the order, with the same body and key however often. Throws when it is unknown what became of it. */
async function requestOrder(rooms: Rooms, checkout: Checkout, holds: readonly Hold[]): Promise<Outcome> {
  const { customer, language, reference } = checkout;
  await renew(rooms.database, checkout.id);
  if (customer === null) throw new Error(`checkout ${checkout.id} has nobody to order for`);
  const answer = await rooms.client
    .createOrders(
      {
        reservations: holds.map(({ reservationId }) => addresses.reservation(reservationId)),
        customer,
        externalReference: reference,
      },
      { language, idempotencyKey: `order-${checkout.id}-${checkout.version}` },
    )
    .catch(async (error: unknown) => {
      // What never reached the service, or was turned away by it, made no order: nothing to look for.
      if (error instanceof ServiceError && error.effect === 'none')
        await saveRequest(rooms.database, checkout, { asked: false });
      throw error;
    });
  switch (answer.kind) {
    case 'ordered':
      return checkResponse(rooms, checkout, holds, answer.orders);
    case 'expired':
      // An earlier request may have made the order, whatever this one was answered.
      if (checkout.ambiguous) return onlyLook(rooms, checkout, 'expired');
      return (
        (await orderBehindRefusal(rooms, checkout, holds)) ??
        reserveAgain(rooms, checkout, holds, answer.indexes)
      );
    case 'busy':
      // 409: the same request is still running, and may be carried out. 429: nothing was done.
      if (!answer.running) await saveRequest(rooms.database, checkout, { asked: false });
      return { kind: 'again', seconds: answer.retryAfterSeconds };
    case 'invalid': {
      const paths = answer.violations.map(({ propertyPath }) => propertyPath);
      rooms.report('error', 'an order was refused', { checkout: checkout.id, paths });
      const isOrdered = paths.some((path) => /^reservations\[\d+\]\.order$/.test(path));
      if (isOrdered || checkout.ambiguous) return onlyLook(rooms, checkout, 'refused');
      return (
        (await orderBehindRefusal(rooms, checkout, holds)) ?? giveUpOrder(rooms, checkout, 'order_refused')
      );
    }
  }
}

/**
 * A refusal is believed unless an order shows all the same: on the way to the service a request may be repeated, and the
 * refusal answers the repetition. Null when none shows. When it can't be looked at, the order counts as requested.
 */
async function orderBehindRefusal(
  rooms: Rooms,
  checkout: Checkout,
  holds: readonly Hold[],
): Promise<Outcome | null> {
  const { evidence } = await look(rooms, checkout, holds);
  if (evidence.kind === 'ordered') return finishOrder(rooms, checkout, holds, evidence.orders);
  if (evidence.kind === 'none' || evidence.why === 'unreadable') return null;
  return onlyLook(rooms, checkout, 'refused');
}

/** A response with the orders: they count only when they are exactly those that were requested. */
async function checkResponse(
  rooms: Rooms,
  checkout: Checkout,
  holds: readonly Hold[],
  orders: readonly Order[],
): Promise<Outcome> {
  const evidence = judgeOrders({ reservationIds: idsOf(holds), total: checkout.total, orders });
  if (evidence.kind === 'ordered') return finishOrder(rooms, checkout, holds, evidence.orders);
  rooms.report('error', 'the service answered with other orders than were requested', {
    checkout: checkout.id,
    orders: orders.map(({ reference }) => reference),
  });
  return onlyLook(rooms, checkout, 'other_orders');
}

/** No further request and no refund: what the service says of earlier ones is contradictory, so the order is looked up. */
async function onlyLook(rooms: Rooms, checkout: Checkout, lookOnly: LookOnly): Promise<Outcome> {
  await saveRequest(rooms.database, checkout, { asked: true, lookOnly });
  return { kind: 'again', seconds: secondsUntilLook(0) };
}

/** Requests the order, which an earlier request that was never answered may have made too. */
async function requestAgain(rooms: Rooms, checkout: Checkout, holds: readonly Hold[]): Promise<Outcome> {
  const ambiguous = checkout.ambiguous || checkout.asked;
  await saveRequest(rooms.database, checkout, { asked: true, ambiguous });
  return requestOrder(rooms, { ...checkout, ambiguous }, holds);
}

/** It may have been asked for: looks at both places where an order shows, before asking again. */
export async function lookForOrder(rooms: Rooms, checkout: Checkout): Promise<Outcome> {
  const holds = await readHolds(rooms.database, checkout.id);
  if (!checkout.asked) return requestAgain(rooms, checkout, holds);
  const { evidence, listComplete, expired } = await look(rooms, checkout, holds);
  const { tries, lookOnly } = checkout;
  switch (afterLook(evidence, { tries, lookOnly, listComplete })) {
    case 'finish':
      return evidence.kind === 'ordered' ? finishOrder(rooms, checkout, holds, evidence.orders) : moved;
    case 'request_again':
      return requestAgain(rooms, checkout, holds);
    case 'reserve_again':
      return expired.length > 0
        ? reserveAgain(rooms, checkout, holds, expired)
        : callStaff(rooms, checkout, evidence);
    case 'look_again':
      return { kind: 'again', seconds: secondsUntilLook(tries) };
    case 'call_staff':
      return callStaff(rooms, checkout, evidence);
  }
}

async function look(
  { client }: Pick<Rooms, 'client'>,
  checkout: Checkout,
  holds: readonly Hold[],
): Promise<{ evidence: Evidence; listComplete: boolean; expired: number[] }> {
  const call = { language: checkout.language };
  // No order is older than its reservation, both by the service's clock.
  const oldest = Math.min(...holds.map(({ reservation }) => Date.parse(reservation.createdAt)));
  const [found, listed] = await Promise.all([
    Promise.all(holds.map(({ reservationId }) => client.getReservation(reservationId, call))),
    client.listOrders({ externalReference: checkout.reference }, call, new Date(oldest)),
  ]);
  const reservations = found.map((one): ReservationSeen =>
    one.kind === 'found' ? { order: one.value.order } : 'missing',
  );
  const named = reservations.flatMap((one) => (one === 'missing' ? [] : (one.order ?? [])));
  const read = await Promise.all(named.map((path) => client.getOrder(lastSegment(path), call)));
  const orders = [...read.flatMap((one) => (one.kind === 'found' ? one.value : [])), ...listed.members];
  const seen = { reservationIds: idsOf(holds), total: checkout.total, orders };
  const expired = found.flatMap((one, index) => (one.kind === 'found' && one.value.expired ? index : []));
  return { evidence: judgeLook(seen, reservations), listComplete: listed.complete, expired };
}

const idsOf = (holds: readonly Hold[]): string[] => holds.map(({ reservationId }) => reservationId);

/** Nobody can tell by program whether there is the right order: staff have to look. */
async function callStaff(rooms: Rooms, checkout: Checkout, evidence: Evidence): Promise<Outcome> {
  const why = evidence.kind === 'unclear' ? evidence.why : evidence.kind;
  const reason = why === 'unreadable' || why === 'none' ? 'order_unknown' : 'orders_differ';
  rooms.report('error', 'it is unclear whether there is an order', { checkout: checkout.id, why });
  await rooms.database.transaction((transaction) =>
    move(transaction, checkout, { kind: 'order_unknown' }, { reason, detail: { reason, why } }),
  );
  return moved;
}
