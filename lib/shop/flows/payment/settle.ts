import type { SQL } from 'drizzle-orm';
import type { Transaction } from '../../../database/database';
import { PaymentError, type PaymentSession } from '../../../payment/payment';
import { raiseAlert } from '../../data/alert-store';
import type { WholeCheckout } from '../../data/whole-checkout-store';
import { type Checkout, isUnsettled, type Payment } from '../../rules/checkout';
import { lockCheckout } from '../../data/checkout-store';
import { transition } from '../../data/transition';
import { claimAsking, findUnsettled, settlePayment, settling } from '../../data/payment-store';
import type { CheckoutContext } from '../../context';
import { openTask } from '../../data/task-store';
import { note } from '../../data/timeline-store';
import { decide } from '../../values/checkout-state';

type Settling = Pick<CheckoutContext, 'database' | 'payments' | 'report'>;

/**
 * Stores what the provider said about a payment, and makes the transition that follows from it. The
 * provider's own object is used, whether it was read because of a webhook, a return or the reconciliation, so
 * the order of events does not matter. True when the checkout moved, with what is `beside` it in the same statement.
 */
export async function applyPayment(
  context: Settling,
  payment: Payment,
  { state }: Pick<PaymentSession, 'state'>,
  beside: readonly SQL[] = [],
): Promise<boolean> {
  switch (state.status) {
    case 'open':
    case 'processing':
      return false;
    case 'closed':
      return context.database.transaction(async (transaction) => {
        const checkout = await lockCheckout(transaction, payment.checkoutId);
        return checkout !== null && (await close(transaction, checkout, payment, beside));
      });
    case 'authorized':
    case 'paid':
      return applyReceived(context, payment, state, beside);
  }
}

/** The page of a payment can't be paid any more. */
async function close(
  transaction: Transaction,
  checkout: Checkout,
  payment: Payment,
  beside: readonly SQL[] = [],
): Promise<boolean> {
  const event = { kind: 'payment_closed', holdAlive: checkout.holdAlive } as const;
  const outcome = { state: 'closed' } as const;
  if (decide(checkout.state, event) === null) {
    await settlePayment(transaction, payment.id, outcome);
    return false;
  }
  const after = settling(transaction, payment.id, outcome);
  return (await transition(transaction, checkout, event, { after, beside })) !== null;
}

type Received = Extract<PaymentSession['state'], { status: 'authorized' | 'paid' }>;

async function applyReceived(
  context: Settling,
  payment: Payment,
  { amount, currency, intent, status }: Received,
  beside: readonly SQL[],
): Promise<boolean> {
  const asAgreed = amount === payment.amount && currency === 'EUR';
  const event = { kind: 'payment_received', asAgreed } as const;
  const detail = { payment: payment.id, amount, currency };
  // What was paid is booked, not what was asked for.
  const received = currency === 'EUR' ? amount : null;
  const outcome = { state: status, intent, received };
  return context.database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, payment.checkoutId);
    if (checkout === null) return false;
    const isExpected = decide(checkout.state, event) !== null;
    if (isExpected) {
      const after = settling(transaction, payment.id, outcome);
      const reason = asAgreed ? {} : { reason: 'amount_differs' as const };
      const moved = await transition(transaction, checkout, event, { detail, ...reason, after, beside });
      if (moved === null) return false;
    } else {
      if (!(await settlePayment(transaction, payment.id, outcome))) return false;
      await noteUnexpected(transaction, payment, received ?? payment.amount, detail);
    }
    if (!isExpected || !asAgreed) {
      const about = { checkout: checkout.id, payment: payment.id };
      context.report('error', 'a payment does not fit its checkout', about);
    }
    return isExpected;
  });
}

/** A second page is only opened when the first was closed. If this happens anyway, staff have to know. */
export async function noteUnexpected(
  transaction: Transaction,
  { id: key, checkoutId }: Payment,
  amount: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await note(transaction, checkoutId, 'payment_unexpected', { payment: key });
  const task = { kind: 'payment_unexpected', key, checkoutId } as const;
  await openTask(transaction, { ...task, reason: task.kind, amount });
  const alert = { kind: 'payment_incident', key: `unexpected:${key}`, checkoutId } as const;
  const alertDetail = { incidentKind: 'payment_unexpected', ...detail };
  await raiseAlert(transaction, { ...alert, detail: alertDetail });
}

/** Asks about the checkout's unsettled payment. Null when there is none to ask about. */
export async function askProvider(context: Settling, checkoutId: string): Promise<PaymentSession | null> {
  const payment = await findUnsettled(context.database, checkoutId);
  if (payment?.sessionId === null || payment?.sessionId === undefined) return null;
  const session = await context.payments.getPaymentSession(payment.sessionId);
  await applyPayment(context, payment, session);
  return session;
}

/**
 * For a page view: asks about a pending payment, at most once in three seconds for all views. When the
 * provider can't be asked, the page shows what is known without it. `left`: the payment whose page the customer has left
 * without paying. It is closed, so that nothing can be charged on it any more; if it was paid meanwhile, in another window,
 * the payment counts. `read` reads the checkout again: a webhook may be faster than the answer. Resolves to whether the
 * payment was settled; the last reading shows that.
 */
export async function askAboutPaying(
  context: Settling,
  { checkout, payments }: Pick<WholeCheckout, 'checkout' | 'payments'>,
  left: string | null,
  read: () => Promise<Pick<WholeCheckout, 'payments'> | null>,
): Promise<boolean> {
  if (checkout.state !== 'paying') return false;
  const payment = payments.find(({ state }) => isUnsettled(state));
  if (payment?.state !== 'open' || payment.sessionId === null) return false;
  const isLeft = payment.id === left;
  // Another part of the page may just have asked. A page that was left is closed once.
  if (!isLeft && !(await claimAsking(context.database, payment.id))) return false;
  try {
    const session = isLeft
      ? await context.payments.expirePaymentSession(payment.sessionId)
      : await context.payments.getPaymentSession(payment.sessionId);
    if (session.state.status === 'open' || session.state.status === 'processing') return false;
    const known = (await read())?.payments.find(({ id }) => id === payment.id);
    if (known !== undefined && !isUnsettled(known.state)) return true;
    await applyPayment(context, payment, session);
    await read();
    return true;
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    context.report('warn', 'the payment provider could not be asked', {
      checkout: checkout.id,
      reason: error.message,
    });
    return false;
  }
}

/**
 * Makes sure that the checkout can't be paid any more, unless it was paid. A payment whose page was never
 * stored was never shown (the customer is sent there only after it is stored), so the provider need not be
 * asked.
 */
export async function closePayment(context: Settling, checkoutId: string): Promise<void> {
  const payment = await findUnsettled(context.database, checkoutId);
  if (payment?.sessionId !== null && payment?.sessionId !== undefined) {
    await closePage(context, payment, payment.sessionId);
    return;
  }
  await closeUnshown(context, checkoutId, payment);
}

async function closePage(context: Settling, payment: Payment, sessionId: string): Promise<PaymentSession> {
  const session = await context.payments.expirePaymentSession(sessionId);
  await applyPayment(context, payment, session);
  return session;
}

/** Ends `paying` when no page was shown. Does nothing if another request opened the next payment meanwhile. */
export async function closeUnshown(
  context: Settling,
  checkoutId: string,
  payment: Payment | null,
): Promise<void> {
  await context.database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, checkoutId);
    if (checkout === null) return;
    const unsettled = await findUnsettled(transaction, checkoutId);
    if (unsettled?.id !== payment?.id || (unsettled !== null && unsettled.state !== 'opening')) return;
    if (payment !== null) await close(transaction, checkout, payment);
    else await transition(transaction, checkout, { kind: 'payment_closed', holdAlive: checkout.holdAlive });
  });
}

/** The worker's step for `paying`: the seconds after which to ask again, if the payment is still pending. */
export async function settlePaying(context: Settling, checkout: Checkout): Promise<number> {
  if (checkout.holdAlive) {
    await askProvider(context, checkout.id);
    // Webhooks, or the list of events, report payments; when the hold ends, the page is closed.
    return checkout.secondsLeft + 1;
  }
  try {
    await closePayment(context, checkout.id);
  } catch (error) {
    // Another refusal says nothing about the payment: it is tried again, and staff see it after an hour.
    if (!(error instanceof PaymentError) || error.code !== 'resource_missing') throw error;
    await context.database.transaction((transaction) =>
      transition(transaction, checkout, { kind: 'payment_unknown' }, { reason: 'payment_unknown' }),
    );
    context.report('error', 'the provider knows nothing of a payment', { checkout: checkout.id });
  }
  return 60;
}
