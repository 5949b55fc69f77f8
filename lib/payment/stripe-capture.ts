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
      stripe.paymentIntents.capture(
        request.intent,
        { amount_to_capture: cents },
        { idempotencyKey: `capture-${request.id}` },
      ),
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
    () => stripe.paymentIntents.cancel(request.intent, {}, { idempotencyKey: `void-${request.id}` }),
    ({ status }) => {
      if (status === 'canceled') return { status: 'done' };
      return status === 'succeeded' ? { status: 'captured' } : null;
    },
  );
}

/**
 * Asks, and reads the answer. When Stripe refuses, the intent is looked at: it may have come to its end on another way,
 * and a refusal or an error of the first time is repeated under the same key, whatever happened since.
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
