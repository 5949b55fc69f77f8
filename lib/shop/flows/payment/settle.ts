import { PaymentError, type PaymentSession } from '../../../payment/payment';
import { raiseAlert } from '../../data/alert-store';
import { readWholeCheckout, type WholeCheckout } from '../../data/whole-checkout-store';
import { type Checkout, isUnsettled, type Payment } from '../../rules/checkout';
import { lockCheckout } from '../../data/checkout-store';
import { transition } from '../../data/transition';
import { claimAsking, findUnsettled, settlePayment } from '../../data/payment-store';
import type { CheckoutContext } from '../../context';
import { openTask } from '../../data/task-store';
import { note } from '../../data/timeline-store';

type Settling = Pick<CheckoutContext, 'database' | 'payments' | 'report'>;

/**
 * Stores what the provider said about a payment, and makes the transition that follows from it. The
 * provider's own object is used, whether it was read because of a webhook, a return or the reconciliation, so
 * the order of events does not matter.
 */
export async function applyPayment(
  context: Settling,
  payment: Payment,
  { state }: Pick<PaymentSession, 'state'>,
): Promise<void> {
  switch (state.status) {
    case 'open':
    case 'processing':
      return;
    case 'closed':
      await context.database.transaction(async (transaction) => {
        const checkout = await lockCheckout(transaction, payment.checkoutId);
        if (checkout === null || !(await settlePayment(transaction, payment.id, { state: 'closed' }))) return;
        await transition(transaction, checkout, { kind: 'payment_closed', holdAlive: checkout.holdAlive });
      });
      return;
    case 'authorized':
    case 'paid': {
      const { amount, currency, intent, status } = state;
      const asAgreed = amount === payment.amount && currency === 'EUR';
      const detail = { payment: payment.id, amount, currency };
      const changes = asAgreed ? { detail } : { detail, reason: 'amount_differs' as const };
      await context.database.transaction(async (transaction) => {
        const checkout = await lockCheckout(transaction, payment.checkoutId);
        if (checkout === null) return;
        // What was paid is booked, not what was asked for.
        const received = currency === 'EUR' ? amount : null;
        if (!(await settlePayment(transaction, payment.id, { state: status, intent, received }))) return;
        const moved = await transition(
          transaction,
          checkout,
          { kind: 'payment_received', asAgreed },
          changes,
        );
        // A second page is only opened when the first was closed. If this happens anyway, staff have to know.
        if (moved === null) {
          const { id: key } = payment;
          await note(transaction, checkout.id, 'payment_unexpected', { payment: key });
          const task = { kind: 'payment_unexpected', key, checkoutId: checkout.id } as const;
          await openTask(transaction, { ...task, reason: task.kind, amount: received ?? payment.amount });
          const alert = { kind: 'payment_incident', key: `unexpected:${payment.id}` } as const;
          const alertDetail = { incidentKind: 'payment_unexpected', ...detail };
          await raiseAlert(transaction, { ...alert, checkoutId: checkout.id, detail: alertDetail });
        }
        if (moved === null || !asAgreed) {
          const about = { checkout: checkout.id, payment: payment.id };
          context.report('error', 'a payment does not fit its checkout', about);
        }
      });
    }
  }
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
 * provider can't be asked, the page shows what is known without it. True when the checkout made a transition.
 * `left`: the payment whose page the customer has left without paying. It is closed, so that nothing can be charged on it
 * any more; if it was paid meanwhile, in another window, the payment counts.
 */
export async function askIfPaying(
  context: Settling,
  checkoutId: string,
  left: string | null = null,
): Promise<boolean> {
  const whole = await readWholeCheckout(context.database, checkoutId);
  return whole !== null && askAboutPaying(context, whole, left);
}

/** The same for a checkout that was just read. */
export async function askAboutPaying(
  context: Settling,
  { checkout, payments }: Pick<WholeCheckout, 'checkout' | 'payments'>,
  left: string | null,
): Promise<boolean> {
  if (checkout.state !== 'paying') return false;
  const { id: checkoutId } = checkout;
  const payment = payments.find(({ state }) => isUnsettled(state));
  if (payment?.state !== 'open') return false;
  // Another part of the page may just have asked. A page that was left is closed once.
  if (payment.id !== left && !(await claimAsking(context.database, payment.id))) return false;
  try {
    const session =
      payment.id === left && payment.sessionId !== null
        ? await closePage(context, payment, payment.sessionId)
        : await askProvider(context, checkoutId);
    return session !== null && session.state.status !== 'open';
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    context.report('warn', 'the payment provider could not be asked', {
      checkout: checkoutId,
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
    if (payment !== null) await settlePayment(transaction, payment.id, { state: 'closed' });
    await transition(transaction, checkout, { kind: 'payment_closed', holdAlive: checkout.holdAlive });
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
