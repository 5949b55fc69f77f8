import { v7 as newId } from 'uuid';
import { ServiceError } from '../client/service-error';
import { addresses } from '../contract/iri';
import type { Order } from '../contract/order';
import type { Reader } from '../database/database';
import { compareAmounts, sumAmounts } from '../money/money';
import { replaceHolds } from './basket';
import { findSecured } from './payment-store';
import type { Checkout, Hold } from './checkout';
import type { Money } from './checkout-state';
import { move, saveAsked } from './checkout-store';
import { describe } from './describe';
import { readHolds } from './hold-store';
import { queueMail } from './mail-store';
import { insertOrder } from './order-store';
import { renew } from './queue-store';
import { giveBackAll, requestOf, reserve } from './reserve';
import type { Rooms } from './rooms';

/** What a step came to: `again`: seconds after which to look again. `moved`: an arrow was gone, or lost to another. */
export type Outcome = { kind: 'again'; seconds: number } | { kind: 'moved' };
const moved: Outcome = { kind: 'moved' };

/** When to look for an order whose making was not answered (seconds, by the number of tries). */
const lookAfter = [2, 5, 15, 60];
/** From this look on, "there is none" is believed: a server that answers nothing may still be at work. */
const firstBelieved = lookAfter.length;
/** So many looks that tell neither "there is one" nor "there is none", and a person has to look. */
const mostBlindLooks = 8;

export const secondsUntilLook = (tries: number): number =>
  lookAfter[Math.min(tries, lookAfter.length - 1)] ?? 60;

/** Paid: asks for the order. From the moment that this is written down, it may have been asked for. */
export async function beginOrder(rooms: Rooms, checkout: Checkout): Promise<Outcome> {
  const holds = await readHolds(rooms.database, checkout.id);
  // In words while the catalogue still knows it: the confirmation and the order page need them.
  await describe(rooms, holds, checkout.language);
  const ordering = await rooms.database.transaction((transaction) =>
    move(transaction, checkout, { kind: 'order_begun' }),
  );
  return ordering === null ? moved : askForOrder(rooms, ordering, holds);
}

/** Asks, with the same body and key however often. Throws when it is unknown what became of it. */
async function askForOrder(rooms: Rooms, checkout: Checkout, holds: readonly Hold[]): Promise<Outcome> {
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
        await saveAsked(rooms.database, checkout, false);
      throw error;
    });
  switch (answer.kind) {
    case 'ordered':
      return finish(rooms, checkout, holds, answer.orders);
    case 'expired':
      return holdAgainAndOrder(rooms, checkout, holds, answer.indexes);
    case 'busy':
      return { kind: 'again', seconds: answer.retryAfterSeconds };
    case 'invalid': {
      const paths = answer.violations.map(({ propertyPath }) => propertyPath);
      rooms.report('error', 'an order was refused', { checkout: checkout.id, paths });
      // Ordered before: there is an order to be found.
      if (paths.some((path) => /^reservations\[\d+\]\.order$/.test(path)))
        return lookForOrder(rooms, checkout);
      return giveUp(rooms, checkout, 'order_refused');
    }
  }
}

async function askAgain(rooms: Rooms, checkout: Checkout, holds: readonly Hold[]): Promise<Outcome> {
  await saveAsked(rooms.database, checkout, true);
  return askForOrder(rooms, checkout, holds);
}

/** It may have been asked for: looks at both places where an order shows, before asking again. */
export async function lookForOrder(rooms: Rooms, checkout: Checkout): Promise<Outcome> {
  const { client, database } = rooms;
  const call = { language: checkout.language };
  const holds = await readHolds(database, checkout.id);
  if (!checkout.asked) return askAgain(rooms, checkout, holds);
  const [reservations, listed] = await Promise.all([
    Promise.all(holds.map(({ reservationId }) => client.getReservation(reservationId, call))),
    client.listOrders({ externalReference: checkout.reference }, call),
  ]);
  const named = reservations.flatMap((found) => (found.kind === 'found' ? (found.value.order ?? []) : []));
  const read = await Promise.all(
    named.map((path) => client.getOrder(path.slice(path.lastIndexOf('/') + 1), call)),
  );
  const seen = [...read.flatMap((found) => (found.kind === 'found' ? found.value : [])), ...listed.members];
  const orders = holds.flatMap((hold) => seen.find((order) => isFor(order, hold)) ?? []);
  if (holds.length > 0 && orders.length === holds.length) return finish(rooms, checkout, holds, orders);
  const allReadable = reservations.every((found) => found.kind === 'found');
  const none = allReadable && listed.complete && orders.length === 0 && named.length === 0;
  if (none && checkout.tries >= firstBelieved) return askAgain(rooms, checkout, holds);
  if (none) return { kind: 'again', seconds: secondsUntilLook(checkout.tries) };
  return lookAgain(rooms, checkout);
}

/** Neither "there is one" nor "there is none": looks again, and after so many times calls a person. */
async function lookAgain(rooms: Rooms, checkout: Checkout): Promise<Outcome> {
  if (checkout.tries < mostBlindLooks) return { kind: 'again', seconds: secondsUntilLook(checkout.tries) };
  rooms.report('error', 'nobody can tell whether there is an order', { checkout: checkout.id });
  await rooms.database.transaction((transaction) =>
    move(transaction, checkout, { kind: 'order_unknown' }, { reason: 'order_unknown' }),
  );
  return moved;
}

const isFor = (order: Order, hold: Hold): boolean => order.reservation.endsWith(`/${hold.reservationId}`);

/** There is an order: writes it down together with the letter that tells of it. */
async function finish(
  rooms: Rooms,
  checkout: Checkout,
  holds: readonly Hold[],
  orders: readonly Order[],
): Promise<Outcome> {
  const total = sumAmounts(orders.map((order) => order.totalAmountInclTax));
  if (checkout.total === null || compareAmounts(total, checkout.total) !== 0) {
    rooms.report('error', 'the orders cost something else than was paid', { checkout: checkout.id });
  }
  await rooms.database.transaction(async (transaction) => {
    const detail = { orders: orders.map(({ reference }) => reference), total };
    const toCapture = (await moneyOf(transaction, checkout)) === 'set_aside';
    if ((await move(transaction, checkout, { kind: 'order_made', toCapture }, { detail })) === null) return;
    for (const order of orders) {
      const hold = holds.find((one) => isFor(order, one));
      const reservationId = order.reservation.slice(order.reservation.lastIndexOf('/') + 1);
      const catalogId = hold?.catalogId ?? holds[0]?.catalogId ?? '';
      await insertOrder(transaction, { checkoutId: checkout.id, catalogId, reservationId, order });
    }
    await queueMail(transaction, { id: newId(), checkoutId: checkout.id, kind: 'confirmation' });
    // A document may come later than its order: then a letter of its own tells of it.
    if (orders.some(({ documents }) => documents.length === 0))
      await queueMail(transaction, { id: newId(), checkoutId: checkout.id, kind: 'tickets_ready' });
  });
  return moved;
}

/** The hold died while it was being paid: takes the same again at the same price, or gives the money back. */
async function holdAgainAndOrder(
  rooms: Rooms,
  checkout: Checkout,
  holds: readonly Hold[],
  indexes: readonly number[],
): Promise<Outcome> {
  const expired = holds.filter((_, index) => indexes.includes(index));
  const items = expired.flatMap(({ reservation }) => requestOf(reservation));
  if (items.length === 0) throw new Error('the service named an expired reservation that was not asked for');
  const { language } = checkout;
  await renew(rooms.database, checkout.id);
  const idempotencyKey = `hold-${checkout.id}-${checkout.version}`;
  const reserved = await reserve(rooms, items, { language, idempotencyKey });
  if (reserved.kind === 'busy') {
    // The answer that it has expired says that nothing was ordered.
    await saveAsked(rooms.database, checkout, false);
    return { kind: 'again', seconds: reserved.seconds };
  }
  if (reserved.kind !== 'held') return giveUp(rooms, checkout, 'sold_out');
  const before = sumAmounts(expired.map(({ reservation }) => reservation.totalAmountInclTax));
  const now = sumAmounts(reserved.taken.map(({ reservation }) => reservation.totalAmountInclTax));
  const again =
    compareAmounts(before, now) === 0
      ? await rooms.database.transaction((transaction) =>
          replaceHolds(transaction, checkout, expired, reserved, { kind: 'held_again' }),
        )
      : null;
  if (again !== null) return moved;
  await giveBackAll(
    rooms,
    reserved.taken.map(({ reservation }) => reservation),
    language,
  );
  return compareAmounts(before, now) === 0 ? moved : giveUp(rooms, checkout, 'price_changed');
}

/** There is no order, for certain, and there will be none. */
async function giveUp(rooms: Rooms, checkout: Checkout, reason: string): Promise<Outcome> {
  await rooms.database.transaction(async (transaction) => {
    const money = await moneyOf(transaction, checkout);
    await move(transaction, checkout, { kind: 'order_impossible', money }, { reason, detail: { reason } });
  });
  return moved;
}

async function moneyOf(reader: Reader, { id }: Checkout): Promise<Money> {
  const payment = await findSecured(reader, id);
  if (payment === null) return 'none';
  return payment.state === 'authorized' ? 'set_aside' : 'taken';
}
