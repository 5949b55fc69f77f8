import type { Reader } from '../../../database/database';
import { PaymentError } from '../../../payment/payment';
import type { CheckoutContext } from '../../context';
import { enqueueEmail } from '../../data/mail-store';
import { moved, type Outcome } from '../../rules/outcome';
import type { Checkout, Payment } from '../../rules/checkout';
import { transition } from '../../data/transition';
import type { Reason } from '../../values/checkout-values';
import { findSecured, settleAuthorized } from '../../data/payment-store';

type SecuredPayment = Payment & { intent: string };

const refused = { status: 'failed' } as const;

/** There is an order: captures the money that was authorized for it. The order stands whatever the result. */
export async function capturePayment(context: CheckoutContext, checkout: Checkout): Promise<Outcome> {
  const payment = await securedPayment(context.database, checkout.id);
  const { intent, amount } = payment;
  const { status } = await orFailed(() => context.payments.capture({ intent, amount }), refused);
  return conclude(context, checkout, payment, status === 'done' ? 'capture_confirmed' : 'capture_failed');
}

/** There can be no order. The customer is told "not charged" only when the provider has confirmed it. */
export async function voidPayment(context: CheckoutContext, checkout: Checkout): Promise<Outcome> {
  const payment = await securedPayment(context.database, checkout.id);
  const { intent } = payment;
  const { status } = await orFailed(() => context.payments.void({ intent }), refused);
  // Captured: by staff at the provider's own pages. Then it has to be refunded.
  const events = { done: 'void_confirmed', captured: 'void_too_late', failed: 'void_failed' } as const;
  return conclude(context, checkout, payment, events[status]);
}

/** The captured or authorized payment, with the provider's ID. Throws when there is none. */
async function securedPayment(reader: Reader, checkoutId: string): Promise<SecuredPayment> {
  const payment = await findSecured(reader, checkoutId);
  if (payment?.intent === null || payment?.intent === undefined)
    throw new Error(`checkout ${checkoutId} has no payment to capture or void`);
  return { ...payment, intent: payment.intent };
}

/** Asks the provider; returns `failed` when it refuses permanently. */
async function orFailed<Answer>(ask: () => Promise<Answer>, failed: Answer): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PaymentError) || error.retry) throw error;
    return failed;
  }
}

type ConcludingEvent = `${'capture' | 'void'}_${'confirmed' | 'failed'}` | 'void_too_late';

interface Consequence {
  /** The new state of a payment that was authorized. */
  authorizedTo?: 'paid' | 'closed';
  email?: 'not_charged';
  /** Staff have to look. */
  reason?: Reason;
  log?: string;
}

const consequences: Record<ConcludingEvent, Consequence> = {
  capture_confirmed: { authorizedTo: 'paid' },
  capture_failed: { reason: 'capture_failed', log: 'an order could not be charged' },
  void_confirmed: { authorizedTo: 'closed', email: 'not_charged' },
  void_too_late: { authorizedTo: 'paid' },
  void_failed: { reason: 'void_failed', log: 'money could not be let go' },
};

async function conclude(
  { database, report }: CheckoutContext,
  checkout: Checkout,
  { id, checkoutId, amount }: Payment,
  kind: ConcludingEvent,
): Promise<Outcome> {
  const { authorizedTo, email, reason, log } = consequences[kind];
  const changes = { detail: { payment: id, amount }, ...(reason === undefined ? {} : { reason }) };
  await database.transaction(async (transaction) => {
    const changed = await transition(transaction, checkout, { kind }, changes);
    if (changed === null) return;
    if (authorizedTo !== undefined) await settleAuthorized(transaction, id, authorizedTo);
    if (email !== undefined) await enqueueEmail(transaction, { checkoutId, kind: email });
  });
  if (log !== undefined) report('error', log, { checkout: checkoutId, payment: id });
  return moved;
}
