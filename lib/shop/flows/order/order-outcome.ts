import { sql } from 'drizzle-orm';
import { enqueuedAnswers } from '../answers/send-answers';
import { lastSegment } from '../../../contract/iri';
import type { Order } from '../../../contract/order';
import type { Reader } from '../../../database/database';
import { compareAmounts, sumAmounts } from '../../../money/money';
import { replaceHolds } from '../basket/basket';
import { type Checkout, type Holds, isSecured } from '../../rules/checkout';
import { type Money, nextStep } from '../../values/checkout-state';
import { saveRequest } from '../../data/checkout-store';
import { transition, transitionAlone } from '../../data/transition';
import type { Reason } from '../../values/checkout-values';
import { enqueuedGift } from '../../data/gift-mail-store';
import { enqueuedEmails } from '../../data/mail-store';
import { giftDue } from '../../rules/gift';
import { insertedOrders } from '../../data/order-store';
import { findSecured } from '../../data/payment-store';
import { finishRebooking, readExchanged } from '../exchange/finish-rebooking';
import { releaseAll, reserve } from '../basket/reserve';
import { requestOf } from '../../rules/requested-items';
import { applyAgain } from '../voucher/apply-voucher';
import { saveReservation } from '../../data/hold-store';
import type { WholeCheckout } from '../../data/whole-checkout-store';
import { totalOf } from '../../rules/fees';
import type { CheckoutContext } from '../../context';
import { countEvents } from '../../data/timeline-store';
import { moved, type Outcome } from '../../rules/outcome';

/** For the holder of the checkout's job, which ends with the last transition. */
export async function finishOrder(
  context: CheckoutContext,
  { checkout, holds, payments, rebooking }: WholeCheckout,
  orders: readonly Order[],
): Promise<Outcome> {
  const placed = orders.map((order) => {
    const reservationId = lastSegment(order.reservation);
    const hold = holds.find((one) => one.reservationId === reservationId);
    if (hold === undefined) throw new Error(`order ${order.id} is for no reservation of its checkout`);
    return { checkoutId: checkout.id, catalogId: hold.catalogId, reservationId, order };
  });
  // Documents may become available later than the order: then a separate e-mail announces them.
  const isReady = orders.every(({ documents }) => documents.length > 0);
  const mails = enqueuedEmails(
    sql`select id from moved`,
    isReady ? ['confirmation'] : ['confirmation', 'tickets_ready'],
  );
  const total = sumAmounts(orders.map((order) => order.totalAmountInclTax));
  const detail = { orders: orders.map(({ reference }) => reference), total };
  const toCapture = payments.find(({ state }) => isSecured(state))?.state === 'authorized';
  const event = { kind: 'order_made', toCapture } as const;
  const gifts =
    checkout.gift === null
      ? []
      : enqueuedGift(sql`select id from moved`, giftDue(checkout.gift, context.timeZone, new Date()));
  const beside = [insertedOrders(placed), ...mails, ...gifts, ...enqueuedAnswers(checkout)];
  const changes = { detail, beside, hasJob: true };
  const exchanged = rebooking === null ? null : await readExchanged(context, checkout, rebooking, orders);
  const made =
    exchanged === null
      ? await transitionAlone(context.database, checkout, event, changes)
      : await context.database.transaction(async (transaction) => {
          const changed = await transition(transaction, checkout, event, changes);
          if (changed !== null) await finishRebooking(transaction, checkout, total, exchanged);
          return changed;
        });
  return made !== null && nextStep(made.state) === 'rest' ? { kind: 'ended' } : moved;
}

/** The most new reservations requested from a server that calls each new reservation expired. */
const mostReservedAgain = 3;

/** The hold expired during the payment: reserves the same again at the same price, or gives up the order. */
export async function reserveAgain(
  context: CheckoutContext,
  checkout: Checkout,
  holds: Holds,
  indexes: readonly number[],
): Promise<Outcome> {
  const expired = holds.filter((_, index) => indexes.includes(index));
  const items = expired.flatMap(({ reservation }) => requestOf(reservation));
  if (items.length === 0) throw new Error('the service named an expired reservation that was not requested');
  if ((await countEvents(context.database, checkout.id, 'rereserved_after_payment')) >= mostReservedAgain)
    return giveUpOrder(context, checkout, 'order_refused');
  const { language } = checkout;
  // The key contains the expired reservations: if others expired than at an earlier try, it is another
  // request.
  const idempotencyKey = `hold-${checkout.id}-${checkout.version}-${indexes.join('-')}`;
  const atCounter = expired.some(({ reservation }) => reservation.counter === true);
  const reserved = await reserve(context, items, { language, idempotencyKey, atCounter });
  if (reserved.kind === 'busy') {
    // The response that the reservation has expired proves that nothing was ordered.
    await saveRequest(context.database, checkout, { asked: false });
    return { kind: 'again', seconds: reserved.seconds };
  }
  if (reserved.kind === 'invalid') return giveUpOrder(context, checkout, 'order_refused');
  if (reserved.kind !== 'held') return giveUpOrder(context, checkout, 'sold_out');
  const staying = holds.filter((_, index) => !indexes.includes(index));
  const all = await applyAgain(context, checkout, [...reserved.taken, ...staying]);
  const [taken, stayed] = [all.slice(0, reserved.taken.length), all.slice(reserved.taken.length)];
  const isSamePrice = compareAmounts(totalOf(holds), totalOf(all)) === 0;
  const again = isSamePrice
    ? await context.database.transaction(async (transaction) => {
        for (const { reservation } of stayed) await saveReservation(transaction, checkout.id, reservation);
        const event = { kind: 'rereserved_after_payment' } as const;
        return replaceHolds(transaction, checkout, expired, { taken }, event);
      })
    : null;
  if (again !== null) return moved;
  await releaseAll(context, taken, language);
  return isSamePrice ? moved : giveUpOrder(context, checkout, 'price_changed');
}

/**
 * There is no order and there will be none: the payment is refunded or voided. After an unanswered request
 * this is not certain, however often the order was looked up: then staff decide.
 */
export async function giveUpOrder(
  context: CheckoutContext,
  checkout: Checkout,
  reason: Reason,
): Promise<Outcome> {
  await context.database.transaction(async (transaction) => {
    if (checkout.ambiguous) {
      const changes = { reason: 'order_unknown', detail: { reason } } as const;
      await transition(transaction, checkout, { kind: 'order_unknown' }, changes);
      return;
    }
    const event = { kind: 'order_impossible', money: await readMoney(transaction, checkout) } as const;
    await transition(transaction, checkout, event, { reason, detail: { reason } });
  });
  return moved;
}

async function readMoney(reader: Reader, { id }: Checkout): Promise<Money> {
  const payment = await findSecured(reader, id);
  if (payment === null) return 'none';
  return payment.state === 'authorized' ? 'authorized' : 'captured';
}
