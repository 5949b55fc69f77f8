import { v7 as newId } from 'uuid';
import type { Customer } from '../contract/customer';
import type { Transaction } from '../database/database';
import { formatDay, venueDay, venueTime } from '../locale/venue-time';
import type { Language } from '../locale/languages';
import { wordings } from '../mail/wordings';
import { compareAmounts, subtractAmounts, sumAmounts } from '../money/money';
import { PaymentError, paymentLine, type OpenPayment, type PaymentLine } from '../payment/payment';
import { raiseAlert } from './alert-store';
import type { Checkout, Entries, Hold, Line, Payment } from './checkout';
import { isPlaced } from './checkout-state';
import { findCheckout, lockCheckout, move, saveCustomer, saveEntries } from './checkout-store';
import { describe } from './describe';
import { readHolds } from './hold-store';
import {
  claimAsking,
  findUnsettled,
  forgetPage,
  insertPayment,
  readPayments,
  savePage,
  settlePayment,
} from './payment-store';
import type { Rooms } from './rooms';
import { applyPayment, closePayment, closeUnshown } from './settle';

// A page lives at least 30 minutes at the provider; twice that, so that the row's first try may be late.
// When the hold dies before, the page is closed.
const pageMinutes = 60;

export interface PlaceOrder {
  checkoutId: string;
  customer: Customer & { language: Language };
  entries: Entries;
  /** What the customer saw on the button. */
  total: string;
}

export type PlacedOrder =
  /** To the provider's page. */
  | { kind: 'pay'; url: string }
  /** Nothing (more) to pay: to the order. */
  | { kind: 'placed' }
  | { kind: 'expired' }
  /** What is held costs something else than the customer saw. */
  | { kind: 'total_changed' }
  /** Less than the payment provider charges at all. */
  | { kind: 'amount_too_small'; minimum: string }
  /** The provider refuses for good, and would again: for the e-mail address, or for a reason that staff have to see. */
  | { kind: 'payment_refused'; why: 'email' | 'other' }
  /**
   * The payment provider can't be asked, and what is held stays held. `mayHavePaid`: a page to pay on was shown, in
   * another window perhaps, so that only the provider knows whether something was charged.
   */
  | { kind: 'provider_away'; mayHavePaid: boolean };

type Begun =
  { kind: 'paying'; checkout: Checkout; payment: Payment; holds: Hold[]; isSame: boolean } | PlacedOrder;

/**
 * The customer orders and pays. However often that is clicked, there is one page to pay on: the payment's row exists
 * before the provider is asked, and its id is the provider's idempotency key.
 */
export async function placeOrder(rooms: Rooms, order: PlaceOrder): Promise<PlacedOrder> {
  // A second round only after the first found a page that was closed meanwhile, or an idempotency key that was spent.
  for (let round = 0; round < 3; round += 1) {
    const begun = await rooms.database.transaction((transaction) => begin(rooms, transaction, order));
    if (begun.kind !== 'paying') return begun;
    const page = await findPage(rooms, order, begun);
    if (page !== null) return page;
  }
  rooms.report('error', 'no payment page after several attempts', { checkout: order.checkoutId });
  return providerAway(rooms, order);
}

async function providerAway({ database }: Rooms, { checkoutId }: PlaceOrder): Promise<PlacedOrder> {
  // Read now: another window may have got a page meanwhile. One that is being opened was never shown.
  const payments = await readPayments(database, checkoutId);
  const mayHavePaid = payments.some(({ state }) => state !== 'opening' && state !== 'closed');
  return { kind: 'provider_away', mayHavePaid };
}

async function findPage(
  rooms: Rooms,
  order: PlaceOrder,
  begun: Begun & { kind: 'paying' },
): Promise<PlacedOrder | null> {
  const { payment } = begun;
  try {
    return payment.sessionId === null ? await openPage(rooms, begun) : await reusePage(rooms, order, begun);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    rooms.report('error', 'no payment page', { checkout: order.checkoutId, reason: error.message });
    if (payment.sessionId !== null || (error.retry && !error.keySpent)) return providerAway(rooms, order);
    // The page was never shown: whatever the provider made of the request, nobody can pay on it.
    await closeUnshown(rooms, order.checkoutId, payment);
    return error.keySpent ? null : refusalOf(rooms, order.checkoutId, error);
  }
}

/** The provider refuses for good: what the customer can do about it, or else the operator. */
async function refusalOf(
  { database, payments }: Rooms,
  checkoutId: string,
  { code }: PaymentError,
): Promise<PlacedOrder> {
  switch (code) {
    case 'amount_too_small':
      return { kind: 'amount_too_small', minimum: payments.minimumAmount };
    case 'email_invalid':
      return { kind: 'payment_refused', why: 'email' };
    case null:
    default: {
      const alert = { kind: 'payment_incident', key: `refused:${checkoutId}`, checkoutId } as const;
      const detail = { incidentKind: 'payment_refused', code };
      await database.transaction((transaction) => raiseAlert(transaction, { ...alert, detail }));
      return { kind: 'payment_refused', why: 'other' };
    }
  }
}

async function begin(rooms: Rooms, transaction: Transaction, order: PlaceOrder): Promise<Begun> {
  const checkout = await lockCheckout(transaction, order.checkoutId);
  if (checkout === null) return { kind: 'expired' };
  await saveEntries(transaction, checkout.id, order.entries);
  if (isPlaced(checkout.state)) return { kind: 'placed' };
  switch (checkout.state) {
    case 'held':
    case 'paying':
      break;
    case 'expired':
    case 'cancelled':
      return { kind: 'expired' };
  }
  const holds = await readHolds(transaction, checkout.id);
  const total = sumAmounts(holds.map(({ reservation }) => reservation.totalAmountInclTax));
  if (!checkout.holdAlive) return { kind: 'expired' };
  if (compareAmounts(total, order.total) !== 0) return { kind: 'total_changed' };
  const minimum = rooms.payments.minimumAmount;
  const nothingToPay = compareAmounts(total, '0.00') === 0;
  if (!nothingToPay && compareAmounts(total, minimum) < 0) return { kind: 'amount_too_small', minimum };
  await saveCustomer(transaction, checkout.id, order.customer);
  const { customer } = order;
  const isSame = checkout.customer?.email === customer.email && checkout.language === customer.language;
  const unsettled = await usablePayment(transaction, checkout.id, { total, isSame });
  const now = { ...checkout, customer, language: customer.language };
  if (unsettled !== null) return { kind: 'paying', checkout: now, payment: unsettled, holds, isSame };
  if (checkout.state === 'held') {
    const fact = { kind: 'order_placed', nothingToPay } as const;
    const moved = await move(transaction, checkout, fact, { total, detail: { total } });
    if (moved === null) throw new Error('a locked checkout was moved by somebody else');
    if (nothingToPay) return { kind: 'placed' };
  }
  const { capture } = rooms;
  const made = { id: newId(), checkoutId: checkout.id, amount: total, capture, pageMinutes };
  return { kind: 'paying', checkout: now, payment: await insertPayment(transaction, made), holds, isSame };
}

/**
 * The payment that is under way. One whose page was never shown is closed when its page would be another now: what the
 * provider is told must not change under one idempotency key.
 */
async function usablePayment(
  transaction: Transaction,
  checkoutId: string,
  { total, isSame }: { total: string; isSame: boolean },
): Promise<Payment | null> {
  const unsettled = await findUnsettled(transaction, checkoutId);
  if (unsettled === null || (isSame && compareAmounts(unsettled.amount, total) === 0)) return unsettled;
  if (unsettled.state === 'opening') {
    await settlePayment(transaction, unsettled.id, { state: 'closed' });
    return null;
  }
  await forgetPage(transaction, unsettled.id);
  return { ...unsettled, pageUrl: null };
}

async function openPage(
  rooms: Rooms,
  { checkout, payment, holds }: { checkout: Checkout; payment: Payment; holds: Hold[] },
): Promise<PlacedOrder | null> {
  const lines = await describe(rooms, holds, checkout.language);
  const session = await rooms.payments.openPaymentSession(pageRequest(rooms, checkout, payment, lines));
  const saved = await rooms.database.transaction((transaction) =>
    savePage(transaction, payment.id, {
      sessionId: session.id,
      url: session.state.status === 'open' ? session.state.url : null,
    }),
  );
  if (!saved) {
    // Given up meanwhile (another tab changed the basket, or the hold died): nobody may pay on this page.
    await rooms.payments.expirePaymentSession(session.id);
    return null;
  }
  return follow(rooms, { ...payment, sessionId: session.id }, session);
}

/** The page that is open already; a new one when the customer's e-mail or language, or the total, is another than on it. */
async function reusePage(
  rooms: Rooms,
  order: PlaceOrder,
  { payment }: { payment: Payment },
): Promise<PlacedOrder | null> {
  if (payment.sessionId === null) return null;
  const mayAsk = await claimAsking(rooms.database, payment.id);
  if (!mayAsk && payment.pageUrl !== null) return { kind: 'pay', url: payment.pageUrl };
  const session = await rooms.payments.getPaymentSession(payment.sessionId);
  const { email, language } = order.customer;
  const same =
    (session.email ?? email) === email &&
    (session.language ?? language) === language &&
    compareAmounts(payment.amount, order.total) === 0;
  if (session.state.status === 'open' && !same) {
    await closePayment(rooms, order.checkoutId);
    return null;
  }
  return follow(rooms, payment, session);
}

async function follow(
  rooms: Rooms,
  payment: Payment,
  session: Awaited<ReturnType<Rooms['payments']['getPaymentSession']>>,
): Promise<PlacedOrder | null> {
  switch (session.state.status) {
    case 'open':
      return { kind: 'pay', url: session.state.url };
    case 'processing':
      return { kind: 'placed' };
    case 'authorized':
    case 'paid':
      await applyPayment(rooms, payment, session);
      return { kind: 'placed' };
    case 'closed': {
      await applyPayment(rooms, payment, session);
      const checkout = await findCheckout(rooms.database, payment.checkoutId);
      return checkout?.state === 'expired' ? { kind: 'expired' } : null;
    }
  }
}

function pageRequest(
  rooms: Rooms,
  checkout: Checkout,
  payment: Payment,
  lines: readonly Line[],
): OpenPayment {
  const { language, customer } = checkout;
  if (customer === null) throw new Error('nobody to pay');
  return {
    id: payment.id,
    checkoutId: checkout.id,
    reference: checkout.reference,
    lines: pageLines(checkout, payment.amount, lines),
    email: customer.email,
    language,
    successUrl: `${rooms.storefrontUrl}/${language}/orders/${checkout.id}`,
    cancelUrl: `${rooms.storefrontUrl}/${language}/checkout/${checkout.id}?payment=cancelled`,
    capture: payment.capture,
    expiresAt: payment.pageExpiresAt,
  };
}

/**
 * What the page lists; its sum is exactly what is charged. A reservation may cost more than its items (a booking fee,
 * which is a line of its own) or less (a discount, for which the provider has no line: then all of it is one line).
 */
function pageLines(checkout: Checkout, amount: string, lines: readonly Line[]): PaymentLine[] {
  const { language, reference } = checkout;
  const fee = subtractAmounts(amount, sumAmounts(lines.map(({ totalAmount }) => totalAmount)));
  if (compareAmounts(fee, '0.00') < 0) {
    const description = lines.map(({ quantity, productName }) => `${quantity} × ${productName}`).join(', ');
    return [{ name: reference, description, unitAmount: amount, quantity: 1 }];
  }
  const items = lines.map((line) =>
    paymentLine({
      name: line.productName === '' ? reference : line.productName,
      description: when(line, language),
      unitAmount: line.unitAmount,
      quantity: line.quantity,
      totalAmount: line.totalAmount,
    }),
  );
  if (compareAmounts(fee, '0.00') === 0) return items;
  return [...items, { name: wordings[language].fee, description: '', unitAmount: fee, quantity: 1 }];
}

/** "Harbour walk, Saturday 21 November, 14:30 · …" */
function when(line: Line, language: Language): string {
  const times = line.tickets.flatMap(({ event, occursAt }) => {
    if (event === null || occursAt === null) return [];
    const timezone = line.timezone ?? undefined;
    const day = formatDay(venueDay(occursAt, timezone), language);
    return `${event.name}, ${day}, ${venueTime(occursAt, timezone)}`;
  });
  if (times.length > 0) return times.join(' · ');
  return line.date === null ? '' : formatDay(line.date, language);
}
