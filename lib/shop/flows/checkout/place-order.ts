import { v7 as newId } from 'uuid';
import type { Customer } from '../../../contract/customer';
import { isSameCode } from '../../../contract/voucher';
import type { Transaction } from '../../../database/database';
import type { Language } from '../../../locale/languages';
import { compareAmounts } from '../../../money/money';
import { PaymentError } from '../../../payment/payment';
import { raiseAlert } from '../../data/alert-store';
import type { Checkout, Hold, Payment } from '../../rules/checkout';
import type { Entries } from '../../values/checkout-values';
import { isPlaced } from '../../values/checkout-state';
import { customerValues, findCheckout, lockCheckout, saveCustomer } from '../../data/checkout-store';
import { transition } from '../../data/transition';
import { readWholeCheckout, type WholeCheckout } from '../../data/whole-checkout-store';
import { describeHolds } from '../visit/describe-holds';
import { readHolds } from '../../data/hold-store';
import { isUnpaid } from '../../rules/discount-of';
import { totalOf } from '../../rules/fees';
import { pageRequest } from './page-request';
import {
  claimAsking,
  findUnsettled,
  forgetPage,
  insertPayment,
  readPayments,
  savePage,
  settlePayment,
} from '../../data/payment-store';
import type { CreditRefusal } from '../exchange/exchange-tickets';
import { readCreditUse } from '../exchange/credit-of-checkout';
import { isCalledOff, refreshVisits } from '../visit/called-off';
import { refreshPrice } from './refresh-price';
import type { CheckoutContext } from '../../context';
import { storeEntries } from './store-entries';
import { applyPayment, closePayment, closeUnshown } from '../payment/settle';

// The provider's minimum is 30 minutes; doubled for a late first try. An expired hold closes the page earlier.
const pageMinutes = 60;

export interface PlaceOrder {
  checkoutId: string;
  customer: Customer & { language: Language };
  entries: Entries;
  /** For the invoice, and the answers to the questions of issuers. */
  more?: Pick<Checkout, 'invoice' | 'answers'> & {
    /** To whom it is given, if something is paid for it: what is free could be used to write to strangers. */
    gift?: Checkout['gift'];
    /** Staff have moved a gift to another session, and nothing more is paid. */
    keepsGift?: boolean;
    /** False: the customer gave no e-mail address, and that of the shop stands for it. */
    isReached?: boolean;
  };
  /** What is to be paid, as the customer saw it on the button. */
  total: string;
}

export type PlacedOrder =
  | { kind: 'pay'; url: string }
  /** Nothing (more) to pay: continue to the order. */
  | { kind: 'placed' }
  | { kind: 'expired' }
  | { kind: 'total_changed' }
  /** The issuer has cancelled or postponed a session that is held: it has to be removed. */
  | { kind: 'called_off' }
  /** The earlier tickets can't pay for it any more: their credit was removed. */
  | { kind: 'credit_lost'; why: CreditRefusal }
  /** What is to be paid, with the voucher or the earlier tickets, is not known: the service can't be asked. */
  | { kind: 'service_unavailable' }
  | { kind: 'amount_too_small'; minimum: string }
  /** Less than `least`: more of the exchanged tickets would be paid back than their rule allows. */
  | { kind: 'credit_left'; least: string }
  /** The provider refuses permanently: because of the e-mail address, or for a reason that staff must see. */
  | { kind: 'payment_refused'; why: 'email' | 'other' }
  /**
   * The payment provider can't be asked; the hold continues. `mayHavePaid`: a payment page was shown, perhaps
   * in another window, so only the provider knows whether the customer was charged.
   */
  | { kind: 'provider_unavailable'; mayHavePaid: boolean };

type Begun =
  { kind: 'paying'; checkout: Checkout; payment: Payment; holds: Hold[]; isSame: boolean } | PlacedOrder;

/**
 * The customer orders and pays. Repeated clicks lead to the same payment page: the payment's row exists
 * before the provider is asked, and its ID is the provider's idempotency key. `seen`: the checkout, if it was just read.
 */
export async function placeOrder(
  context: CheckoutContext,
  order: PlaceOrder,
  seen?: WholeCheckout,
): Promise<PlacedOrder> {
  const whole = seen ?? (await readWholeCheckout(context.database, order.checkoutId));
  if (whole === null) return { kind: 'expired' };
  const refreshed = await refreshPrice(context, whole);
  if (refreshed.kind !== 'same') return refreshed;
  const { voucher } = refreshed;
  await refreshVisits(context, whole.holds, order.customer.language);
  // Another round follows only if the page was closed meanwhile, or if the idempotency key was spent.
  for (let round = 0; round < 3; round += 1) {
    const begun = await context.database.transaction((transaction) =>
      begin(context, transaction, { ...order, voucher, isExchange: whole.rebooking !== null }),
    );
    if (begun.kind !== 'paying') {
      // With an order, they are stored with its customer.
      if (begun.kind !== 'placed') await storeEntries(context, order.checkoutId, order.entries);
      return begun;
    }
    const page = await findPage(context, order, begun);
    if (page !== null) return page;
  }
  context.report('error', 'no payment page after several attempts', { checkout: order.checkoutId });
  return providerUnavailable(context, order);
}

async function providerUnavailable(
  { database }: CheckoutContext,
  { checkoutId }: PlaceOrder,
): Promise<PlacedOrder> {
  // Another window may have got a page meanwhile. A page in state `opening` was never shown.
  const payments = await readPayments(database, checkoutId);
  const mayHavePaid = payments.some(({ state }) => state !== 'opening' && state !== 'closed');
  return { kind: 'provider_unavailable', mayHavePaid };
}

async function findPage(
  context: CheckoutContext,
  order: PlaceOrder,
  begun: Begun & { kind: 'paying' },
): Promise<PlacedOrder | null> {
  const { payment } = begun;
  try {
    return payment.sessionId === null
      ? await openPage(context, begun)
      : await reusePage(context, order, begun);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    context.report('error', 'no payment page', { checkout: order.checkoutId, reason: error.message });
    if (payment.sessionId !== null || (error.retry && !error.idempotencyKeyMayBeSpent))
      return providerUnavailable(context, order);
    // The page was never shown: whatever the provider did with the request, the customer can't pay on it.
    await closeUnshown(context, order.checkoutId, payment);
    return error.idempotencyKeyMayBeSpent ? null : refusalOf(context, order.checkoutId, error);
  }
}

async function refusalOf(
  { database, payments }: CheckoutContext,
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

async function begin(
  context: CheckoutContext,
  transaction: Transaction,
  order: PlaceOrder & { voucher: string | null; isExchange: boolean },
): Promise<Begun> {
  const checkout = await lockCheckout(transaction, order.checkoutId);
  if (checkout === null) return { kind: 'expired' };
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
  const total = totalOf(holds);
  if (!checkout.holdAlive) return { kind: 'expired' };
  if (isCalledOff(holds)) return { kind: 'called_off' };
  const { due, ...paid } = await readCreditUse(transaction, { checkout, holds }, order.isExchange);
  // Another window may be about to change the price.
  const isSameVoucher = isSameCode(checkout.voucher, order.voucher);
  if (!isSameVoucher || compareAmounts(due, order.total) !== 0) return { kind: 'total_changed' };
  const { least } = paid;
  if (compareAmounts(total, least) < 0) return { kind: 'credit_left', least };
  const minimum = context.payments.minimumAmount;
  const nothingToPay = compareAmounts(due, '0.00') === 0;
  if (!nothingToPay && compareAmounts(due, minimum) < 0) return { kind: 'amount_too_small', minimum };
  const { entries, customer } = order;
  const mayGive = !isUnpaid(due, holds) || order.more?.keepsGift === true;
  const more = { ...order.more, ...(mayGive ? {} : { gift: null }) };
  const isSame = checkout.customer?.email === customer.email && checkout.language === customer.language;
  const { invoice = null, answers = null } = more;
  const now = { ...checkout, customer, language: customer.language, invoice, answers };
  if (checkout.state === 'held') {
    // What is held has no payment that can still be paid.
    const event = { kind: 'order_placed', nothingToPay } as const;
    const changes = { total, detail: { total }, customer: customerValues(customer, { ...more, entries }) };
    await paid.settle();
    if ((await transition(transaction, checkout, event, changes)) === null)
      throw new Error('a transition of a locked checkout failed');
    if (nothingToPay) return { kind: 'placed' };
  } else {
    await saveCustomer(transaction, checkout.id, customer, { ...more, entries });
    const unsettled = await usablePayment(transaction, checkout.id, { due, isSame });
    if (unsettled !== null) return { kind: 'paying', checkout: now, payment: unsettled, holds, isSame };
  }
  const { capture } = context;
  const made = { id: newId(), checkoutId: checkout.id, amount: due, capture, pageMinutes };
  return { kind: 'paying', checkout: now, payment: await insertPayment(transaction, made), holds, isSame };
}

/**
 * The pending payment. If its page was never shown and its data would differ now, it is closed: a request
 * must not change under one idempotency key.
 */
async function usablePayment(
  transaction: Transaction,
  checkoutId: string,
  { due, isSame }: { due: string; isSame: boolean },
): Promise<Payment | null> {
  const unsettled = await findUnsettled(transaction, checkoutId);
  if (unsettled === null || (isSame && compareAmounts(unsettled.amount, due) === 0)) return unsettled;
  if (unsettled.state === 'opening') {
    await settlePayment(transaction, unsettled.id, { state: 'closed' });
    return null;
  }
  await forgetPage(transaction, unsettled.id);
  return { ...unsettled, pageUrl: null };
}

async function openPage(
  context: CheckoutContext,
  { checkout, payment, holds }: { checkout: Checkout; payment: Payment; holds: Hold[] },
): Promise<PlacedOrder | null> {
  const lines = await describeHolds(context, holds, checkout.language);
  const session = await context.payments.openPaymentSession(
    pageRequest(context, checkout, payment, { holds, lines }),
  );
  const page = { sessionId: session.id, url: session.state.status === 'open' ? session.state.url : null };
  const saved = await savePage(context.database.single, payment.id, page);
  if (!saved) {
    // Closed meanwhile (another tab changed the basket, or the hold expired): this page must not be paid.
    await context.payments.expirePaymentSession(session.id);
    return null;
  }
  return follow(context, { ...payment, sessionId: session.id }, session);
}

/** The open page, or a new one if the customer's e-mail or language, or the total, has changed. */
async function reusePage(
  context: CheckoutContext,
  order: PlaceOrder,
  { payment }: { payment: Payment },
): Promise<PlacedOrder | null> {
  if (payment.sessionId === null) return null;
  const mayAsk = await claimAsking(context.database, payment.id);
  if (!mayAsk && payment.pageUrl !== null) return { kind: 'pay', url: payment.pageUrl };
  const session = await context.payments.getPaymentSession(payment.sessionId);
  const { email, language } = order.customer;
  const same =
    (session.email ?? email) === email &&
    (session.language ?? language) === language &&
    compareAmounts(payment.amount, order.total) === 0;
  if (session.state.status === 'open' && !same) {
    await closePayment(context, order.checkoutId);
    return null;
  }
  return follow(context, payment, session);
}

async function follow(
  context: CheckoutContext,
  payment: Payment,
  session: Awaited<ReturnType<CheckoutContext['payments']['getPaymentSession']>>,
): Promise<PlacedOrder | null> {
  switch (session.state.status) {
    case 'open':
      return { kind: 'pay', url: session.state.url };
    case 'processing':
      return { kind: 'placed' };
    case 'authorized':
    case 'paid':
      await applyPayment(context, payment, session);
      return { kind: 'placed' };
    case 'closed': {
      await applyPayment(context, payment, session);
      const checkout = await findCheckout(context.database, payment.checkoutId);
      return checkout?.state === 'expired' ? { kind: 'expired' } : null;
    }
  }
}
