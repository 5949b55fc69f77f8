import { PaymentError, type PaymentSession } from '../payment/payment';
import { raiseAlert } from './alert-store';
import type { Checkout, Payment } from './checkout';
import { findCheckout, lockCheckout, move } from './checkout-store';
import { claimAsking, findUnsettled, settlePayment } from './payment-store';
import type { Rooms } from './rooms';
import { note } from './timeline-store';

type Settling = Pick<Rooms, 'database' | 'payments' | 'report'>;

/**
 * Writes down what the provider said of a payment, and goes the arrow that it means. The provider's object is the
 * truth, however it was come by (webhook, return, reconciliation), so the order of events does not matter.
 */
export async function applyPayment(
  rooms: Settling,
  payment: Payment,
  { state }: Pick<PaymentSession, 'state'>,
): Promise<void> {
  switch (state.status) {
    case 'open':
    case 'processing':
      return;
    case 'closed':
      await rooms.database.transaction(async (transaction) => {
        const checkout = await lockCheckout(transaction, payment.checkoutId);
        if (checkout === null || !(await settlePayment(transaction, payment.id, { state: 'closed' }))) return;
        await move(transaction, checkout, { kind: 'payment_closed', holdAlive: checkout.holdAlive });
      });
      return;
    case 'authorized':
    case 'paid': {
      const { amount, currency, intent, status } = state;
      const asAgreed = amount === payment.amount && currency === 'EUR';
      await rooms.database.transaction(async (transaction) => {
        const checkout = await lockCheckout(transaction, payment.checkoutId);
        if (checkout === null || !(await settlePayment(transaction, payment.id, { state: status, intent })))
          return;
        const moved = await move(
          transaction,
          checkout,
          { kind: 'payment_received', asAgreed },
          {
            detail: { payment: payment.id, amount, currency },
            ...(asAgreed ? {} : { reason: 'amount_differs' }),
          },
        );
        // Can't be: a second page is only opened when the first was closed. If it is, a person has to know.
        if (moved === null) {
          await note(transaction, checkout.id, 'payment_unexpected', { payment: payment.id });
          const alert = { kind: 'payment_incident', key: `unexpected:${payment.id}` } as const;
          const detail = { incidentKind: 'payment_unexpected', payment: payment.id, amount, currency };
          await raiseAlert(transaction, { ...alert, checkoutId: checkout.id, detail });
        }
        if (moved === null || !asAgreed) {
          rooms.report('error', 'a payment does not fit its checkout', {
            checkout: checkout.id,
            payment: payment.id,
          });
        }
      });
    }
  }
}

/** Asks the provider how the checkout's unsettled payment stands. Null when there is none to ask about. */
export async function askProvider(rooms: Settling, checkoutId: string): Promise<PaymentSession | null> {
  const payment = await findUnsettled(rooms.database, checkoutId);
  if (payment?.sessionId === null || payment?.sessionId === undefined) return null;
  const session = await rooms.payments.getPaymentSession(payment.sessionId);
  await applyPayment(rooms, payment, session);
  return session;
}

/**
 * For a page that is shown: asks about a payment under way, at most once in three seconds however often the page is
 * shown. When the provider can't be asked, the page is made of what is known without it. True when the checkout moved on.
 */
export async function askIfPaying(rooms: Settling, checkoutId: string): Promise<boolean> {
  const checkout = await findCheckout(rooms.database, checkoutId);
  if (checkout?.state !== 'paying') return false;
  const payment = await findUnsettled(rooms.database, checkoutId);
  if (payment?.state !== 'open' || !(await claimAsking(rooms.database, payment.id))) return false;
  try {
    const session = await askProvider(rooms, checkoutId);
    return session !== null && session.state.status !== 'open';
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    rooms.report('warn', 'the payment provider could not be asked', {
      checkout: checkoutId,
      reason: error.message,
    });
    return false;
  }
}

/**
 * Makes sure that nobody can pay any more, unless somebody has. A payment whose page was never stored was never shown
 * to anybody either (the customer is sent there only after it is stored), so it needs no asking.
 */
export async function closePayment(rooms: Settling, checkoutId: string): Promise<void> {
  const payment = await findUnsettled(rooms.database, checkoutId);
  if (payment?.sessionId !== null && payment?.sessionId !== undefined) {
    await applyPayment(rooms, payment, await rooms.payments.expirePaymentSession(payment.sessionId));
    return;
  }
  await closeUnshown(rooms, checkoutId, payment);
}

/**
 * Closes a payment whose page was never shown, or a stay in `paying` without any payment. Where another request opened
 * the next payment in the meantime, nothing changes.
 */
export async function closeUnshown(
  rooms: Settling,
  checkoutId: string,
  payment: Payment | null,
): Promise<void> {
  await rooms.database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, checkoutId);
    if (checkout === null) return;
    const unsettled = await findUnsettled(transaction, checkoutId);
    if (unsettled?.id !== payment?.id || (unsettled !== null && unsettled.state !== 'opening')) return;
    if (payment !== null) await settlePayment(transaction, payment.id, { state: 'closed' });
    await move(transaction, checkout, { kind: 'payment_closed', holdAlive: checkout.holdAlive });
  });
}

/** The worker's step for `paying`: resolves to the seconds after which to ask again, if it is still being paid. */
export async function settlePaying(rooms: Settling, checkout: Checkout): Promise<number> {
  if (checkout.holdAlive) {
    await askProvider(rooms, checkout.id);
    // Webhooks tell of payments, lost ones are caught up with; when the hold ends, the page is closed.
    return checkout.secondsLeft + 1;
  }
  try {
    await closePayment(rooms, checkout.id);
  } catch (error) {
    // Another refusal tells nothing of the payment: it is tried again, and staff see it after an hour.
    if (!(error instanceof PaymentError) || error.code !== 'resource_missing') throw error;
    await rooms.database.transaction((transaction) =>
      move(transaction, checkout, { kind: 'payment_unknown' }, { reason: 'payment_unknown' }),
    );
    rooms.report('error', 'the provider knows nothing of a payment', { checkout: checkout.id });
  }
  return 60;
}
