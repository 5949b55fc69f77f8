import { v7 as newId } from 'uuid';
import type { Customer } from '../contract/customer';
import type { Transaction } from '../database/database';
import { formatDay, venueDay, venueTime } from '../locale/venue-time';
import type { Language } from '../locale/languages';
import { compareAmounts, sumAmounts } from '../money/money';
import { PaymentError, paymentLine, type OpenPayment } from '../payment/payment';
import type { Checkout, Entries, Hold, Line, Payment } from './checkout';
import { isPlaced } from './checkout-state';
import { findCheckout, lockCheckout, move, saveCustomer, saveEntries } from './checkout-store';
import { describe } from './describe';
import { readHolds } from './hold-store';
import { findUnsettled, insertPayment, readPayments, savePage, settlePayment } from './payment-store';
import type { Rooms } from './rooms';
import { applyPayment, closePayment } from './settle';

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
  /**
   * The payment provider can't be asked, and what is held stays held. `mayHavePaid`: a page to pay on was shown, in
   * another window perhaps, so that only the provider knows whether something was charged.
   */
  | { kind: 'provider_away'; mayHavePaid: boolean };

type Begun = { kind: 'paying'; checkout: Checkout; payment: Payment; holds: Hold[] } | PlacedOrder;

/**
 * The customer orders and pays. However often that is clicked, there is one page to pay on: the payment's row exists
 * before the provider is asked, and its id is the provider's idempotency key.
 */
export async function placeOrder(rooms: Rooms, order: PlaceOrder): Promise<PlacedOrder> {
  // A second round only after the first found a page that was closed meanwhile.
  for (let round = 0; round < 3; round += 1) {
    const begun = await rooms.database.transaction((transaction) => begin(transaction, order, rooms.capture));
    if (begun.kind !== 'paying') return begun;
    const page = await findPage(rooms, order, begun);
    if (page !== null) return page;
  }
  throw new Error('the payment page was closed again and again');
}

async function findPage(
  rooms: Rooms,
  order: PlaceOrder,
  begun: Begun & { kind: 'paying' },
): Promise<PlacedOrder | null> {
  const { payment } = begun;
  try {
    return payment.sessionId === null ? await openPage(rooms, begun) : await reusePage(rooms, order, payment);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    rooms.report('error', 'no payment page', { checkout: order.checkoutId, reason: error.message });
    // Read now: another window may have got a page meanwhile. One that is being opened was never shown.
    const payments = await readPayments(rooms.database, order.checkoutId);
    const mayHavePaid = payments.some(({ state }) => state !== 'opening' && state !== 'closed');
    return { kind: 'provider_away', mayHavePaid };
  }
}

async function begin(
  transaction: Transaction,
  order: PlaceOrder,
  capture: Payment['capture'],
): Promise<Begun> {
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
  await saveCustomer(transaction, checkout.id, order.customer);
  const { customer } = order;
  const unsettled = await usablePayment(transaction, checkout, customer);
  const now = { ...checkout, customer, language: customer.language };
  if (unsettled !== null) return { kind: 'paying', checkout: now, payment: unsettled, holds };
  if (checkout.state === 'held') {
    const nothingToPay = compareAmounts(total, '0.00') === 0;
    const fact = { kind: 'order_placed', nothingToPay } as const;
    const moved = await move(transaction, checkout, fact, { total, detail: { total } });
    if (moved === null) throw new Error('a locked checkout was moved by somebody else');
    if (nothingToPay) return { kind: 'placed' };
  }
  const made = { id: newId(), checkoutId: checkout.id, amount: total, capture, pageMinutes };
  return { kind: 'paying', checkout: now, payment: await insertPayment(transaction, made), holds };
}

/**
 * The payment that is under way. One that nobody was shown yet is given up when its page would be another now: what
 * the provider is told must not change under one idempotency key.
 */
async function usablePayment(
  transaction: Transaction,
  before: Checkout,
  customer: PlaceOrder['customer'],
): Promise<Payment | null> {
  const unsettled = await findUnsettled(transaction, before.id);
  const same = before.customer?.email === customer.email && before.language === customer.language;
  if (unsettled?.state !== 'opening' || same) return unsettled;
  await settlePayment(transaction, unsettled.id, { state: 'closed' });
  return null;
}

async function openPage(
  rooms: Rooms,
  { checkout, payment, holds }: { checkout: Checkout; payment: Payment; holds: Hold[] },
): Promise<PlacedOrder | null> {
  const lines = await describe(rooms, holds, checkout.language);
  const session = await rooms.payments.openPaymentSession(pageRequest(rooms, checkout, payment, lines));
  const saved = await rooms.database.transaction((transaction) =>
    savePage(transaction, payment.id, session.id),
  );
  if (!saved) {
    // Given up meanwhile (another tab changed the basket, or the hold died): nobody may pay on this page.
    await rooms.payments.expirePaymentSession(session.id);
    return null;
  }
  return follow(rooms, { ...payment, sessionId: session.id }, session);
}

/** The page that is open already; a new one when the customer's e-mail or language is another than on it. */
async function reusePage(rooms: Rooms, order: PlaceOrder, payment: Payment): Promise<PlacedOrder | null> {
  if (payment.sessionId === null) return null;
  const session = await rooms.payments.getPaymentSession(payment.sessionId);
  const { email, language } = order.customer;
  const same = (session.email ?? email) === email && (session.language ?? language) === language;
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
    lines: lines.map((line) =>
      paymentLine({
        name: line.productName === '' ? checkout.reference : line.productName,
        description: when(line, language),
        unitAmount: line.unitAmount,
        quantity: line.quantity,
        totalAmount: line.totalAmount,
      }),
    ),
    email: customer.email,
    language,
    successUrl: `${rooms.storefrontUrl}/${language}/orders/${checkout.id}`,
    cancelUrl: `${rooms.storefrontUrl}/${language}/checkout/${checkout.id}?payment=cancelled`,
    capture: payment.capture,
    expiresAt: payment.pageExpiresAt,
  };
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
