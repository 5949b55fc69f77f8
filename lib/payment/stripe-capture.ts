import Stripe from 'stripe';
import { toCents } from '../money/money';
import { PaymentError, type Capture, type CaptureRequest, type Voiding, type VoidRequest } from './payment';
import { isLasting } from './stripe-asking';

/** Takes what was set aside. Whatever Stripe answers, its payment intent tells what became of the money. */
export async function capture(stripe: Stripe, request: CaptureRequest): Promise<Capture> {
  const cents = toCents(request.amount);
  return settle(
    stripe,
    request.intent,
    () =>
      // No key of our own: a payment intent can be captured once only, and a key would keep an error for a day.
      stripe.paymentIntents.capture(request.intent, { amount_to_capture: cents }),
    ({ status, amount_received: received }) => {
      // Another amount was taken by somebody else: what is missing can't be taken any more.
      if (status === 'succeeded') return { status: received === cents ? 'done' : 'failed' };
      return status === 'canceled' ? { status: 'failed' } : null;
    },
  );
}

/** Lets go what was set aside; says so when it had been taken before. */
export async function letGo(stripe: Stripe, request: VoidRequest): Promise<Voiding> {
  return settle(
    stripe,
    request.intent,
    () => stripe.paymentIntents.cancel(request.intent),
    ({ status }) => {
      if (status === 'canceled') return { status: 'done' };
      return status === 'succeeded' ? { status: 'captured' } : null;
    },
  );
}

/**
 * Asks, and reads the answer. When Stripe refuses, the intent is looked at: an earlier request whose answer was lost, or
 * a person at the provider's own pages, may have settled it.
 */
async function settle<Answer>(
  stripe: Stripe,
  id: string,
  ask: () => Promise<Stripe.PaymentIntent>,
  read: (intent: Stripe.PaymentIntent) => Answer | null,
): Promise<Answer | { status: 'failed' }> {
  let answered: Stripe.PaymentIntent;
  try {
    answered = await ask();
  } catch (error) {
    // Without an answer there is nobody to look at it now either: it is asked again later.
    if (!(error instanceof Stripe.errors.StripeError) || error instanceof Stripe.errors.StripeConnectionError)
      throw error;
    // Once: the worker's lease has room for the tries of one call and for a look.
    const seen = await stripe.paymentIntents.retrieve(id, {}, { maxNetworkRetries: 0 });
    const end = read(seen);
    if (end !== null) return end;
    if (isLasting(error)) return { status: 'failed' };
    throw error;
  }
  const end = read(answered);
  if (end === null) throw new PaymentError('the provider did as it was asked, and nothing changed', true);
  return end;
}
