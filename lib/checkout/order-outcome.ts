import { v7 as newId } from 'uuid';
import { lastSegment } from '../contract/iri';
import type { Order } from '../contract/order';
import type { Reader } from '../database/database';
import { compareAmounts, sumAmounts } from '../money/money';
import { replaceHolds } from './basket';
import type { Checkout, Hold } from './checkout';
import type { Money } from './checkout-state';
import { move, saveRequest } from './checkout-store';
import { queueMail } from './mail-store';
import { insertOrder } from './order-store';
import { findSecured } from './payment-store';
import { renew } from './queue-store';
import { giveBackAll, requestOf, reserve } from './reserve';
import type { Rooms } from './rooms';
import { countOf } from './timeline-store';

/** What a step came to: `again`: seconds after which to look again. `moved`: an arrow was gone, or lost to another. */
export type Outcome = { kind: 'again'; seconds: number } | { kind: 'moved' };
export const moved: Outcome = { kind: 'moved' };

/** There is an order: writes it down together with the letter that tells of it. */
export async function finishOrder(
  rooms: Rooms,
  checkout: Checkout,
  holds: readonly Hold[],
  orders: readonly Order[],
): Promise<Outcome> {
  const total = sumAmounts(orders.map((order) => order.totalAmountInclTax));
  await rooms.database.transaction(async (transaction) => {
    const detail = { orders: orders.map(({ reference }) => reference), total };
    const toCapture = (await moneyOf(transaction, checkout)) === 'set_aside';
    if ((await move(transaction, checkout, { kind: 'order_made', toCapture }, { detail })) === null) return;
    for (const order of orders) {
      const reservationId = lastSegment(order.reservation);
      const hold = holds.find((one) => one.reservationId === reservationId);
      if (hold === undefined) throw new Error(`order ${order.id} is for no reservation of its checkout`);
      const { catalogId } = hold;
      await insertOrder(transaction, { checkoutId: checkout.id, catalogId, reservationId, order });
    }
    await queueMail(transaction, { id: newId(), checkoutId: checkout.id, kind: 'confirmation' });
    // A document may come later than its order: then a letter of its own tells of it.
    if (orders.some(({ documents }) => documents.length === 0))
      await queueMail(transaction, { id: newId(), checkoutId: checkout.id, kind: 'tickets_ready' });
  });
  return moved;
}

/** A server that calls what it has just reserved expired is asked for no more reservations after so many. */
const mostReservedAgain = 3;

/** The hold died while it was being paid: takes the same again at the same price, or gives the money back. */
export async function reserveAgain(
  rooms: Rooms,
  checkout: Checkout,
  holds: readonly Hold[],
  indexes: readonly number[],
): Promise<Outcome> {
  const expired = holds.filter((_, index) => indexes.includes(index));
  const items = expired.flatMap(({ reservation }) => requestOf(reservation));
  if (items.length === 0) throw new Error('the service named an expired reservation that was not asked for');
  if ((await countOf(rooms.database, checkout.id, 'held_again')) >= mostReservedAgain)
    return giveUpOrder(rooms, checkout, 'order_refused');
  const { language } = checkout;
  await renew(rooms.database, checkout.id);
  // Other reservations expired than at an earlier try: another request.
  const idempotencyKey = `hold-${checkout.id}-${checkout.version}-${indexes.join('-')}`;
  const reserved = await reserve(rooms, items, { language, idempotencyKey });
  if (reserved.kind === 'busy') {
    // The answer that it has expired says that nothing was ordered.
    await saveRequest(rooms.database, checkout, { asked: false });
    return { kind: 'again', seconds: reserved.seconds };
  }
  if (reserved.kind === 'invalid') return giveUpOrder(rooms, checkout, 'order_refused');
  if (reserved.kind !== 'held') return giveUpOrder(rooms, checkout, 'sold_out');
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
  return compareAmounts(before, now) === 0 ? moved : giveUpOrder(rooms, checkout, 'price_changed');
}

/**
 * There is no order and there will be none: the money goes back. After a request that was never answered that is not
 * certain, however often the order was looked for: then staff decide.
 */
export async function giveUpOrder(rooms: Rooms, checkout: Checkout, reason: string): Promise<Outcome> {
  await rooms.database.transaction(async (transaction) => {
    if (checkout.ambiguous) {
      const changes = { reason: 'order_unknown', detail: { reason } };
      await move(transaction, checkout, { kind: 'order_unknown' }, changes);
      return;
    }
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
