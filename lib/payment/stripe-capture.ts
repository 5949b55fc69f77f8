import Stripe from 'stripe';
import { toCents } from '../money/money';
import { PaymentError, type Payments } from './payment';
import { isPermanent } from './stripe-call';

/** Whatever Stripe answers, its payment intent shows the state of the money. */
export function capture(
  stripe: Stripe,
  { intent, amount }: { intent: string; amount: string },
): ReturnType<Payments['capture']> {
  const cents = toCents(amount);
  // Without an idempotency key: a payment intent can be captured only once, and a key would store an error for a day.
  const ask = () => stripe.paymentIntents.capture(intent, { amount_to_capture: cents });
  return settle(stripe, intent, ask, ({ status, amount_received: received }) => {
    // Another amount was captured outside the shop, for example at the provider's dashboard: the rest can't be
    // captured any more.
    if (status === 'succeeded') return received === cents ? 'done' : 'failed';
    return status === 'canceled' ? 'failed' : null;
  });
}

export function voidPayment(stripe: Stripe, { intent }: { intent: string }): ReturnType<Payments['void']> {
  const ask = () => stripe.paymentIntents.cancel(intent);
  return settle(stripe, intent, ask, ({ status }) => {
    if (status === 'canceled') return 'done';
    return status === 'succeeded' ? 'captured' : null;
  });
}

/**
 * Sends the request, and reads the answer. If Stripe refuses, the intent is read: an earlier request whose answer
 * was lost, or staff at the provider's dashboard, may have settled it.
 */
async function settle<Status>(
  stripe: Stripe,
  id: string,
  ask: () => Promise<Stripe.PaymentIntent>,
  read: (intent: Stripe.PaymentIntent) => Status | null,
): Promise<{ status: Status | 'failed' }> {
  let status: Status | null;
  try {
    status = read(await ask());
  } catch (error) {
    // Without an answer Stripe can't be asked now either: the request is repeated later.
    if (!(error instanceof Stripe.errors.StripeError) || error instanceof Stripe.errors.StripeConnectionError)
      throw error;
    // Only once: the worker's lease has time for the attempts of one call and for one look.
    const seen = read(await stripe.paymentIntents.retrieve(id, {}, { maxNetworkRetries: 0 }));
    if (seen === null && !isPermanent(error)) throw error;
    return { status: seen ?? 'failed' };
  }
  if (status === null)
    throw new PaymentError('the provider did as it was asked, and nothing changed', { retry: true });
  return { status };
}
