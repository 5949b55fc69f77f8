import Stripe from 'stripe';
import type { Webhook } from './payment';
import { readStripeEvent } from './stripe-event';

/** How many seconds the signing time of a webhook may be in the past or in the future. */
export const webhookTolerance = 300;

/** https://docs.stripe.com/webhooks#verify-manually */
export function readStripeWebhook(
  body: string,
  signature: string | null,
  secret: string,
  now: Date,
): Webhook {
  if (signature === null) return { kind: 'refused', why: 'no signature' };
  const signed = signingTime(signature);
  if (signed === null)
    return { kind: 'refused', why: 'the signature header has not exactly one time and a signature' };
  // Stripe's own check only looks into the past; a header from the future could be replayed until its time comes.
  if (signed > now.getTime() / 1000 + webhookTolerance)
    return { kind: 'refused', why: 'signed in the future' };
  let verified: unknown;
  try {
    const received = now.getTime();
    verified = Stripe.webhooks.constructEvent(body, signature, secret, webhookTolerance, undefined, received);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
      return { kind: 'refused', why: 'the signature does not verify' };
    }
    // Signed by the provider but not JSON, so it can't be processed.
    if (error instanceof SyntaxError) return { kind: 'refused', why: 'the body is not JSON' };
    throw error;
  }
  return readStripeEvent(verified) ?? { kind: 'refused', why: 'not an event' };
}

/**
 * The time in the header, in seconds. Null unless there is exactly one time and at least one signature. During a
 * change of the secret Stripe signs with both secrets: it is enough that one of the signatures verifies.
 */
function signingTime(header: string): number | null {
  const parts = header.split(',');
  const times = parts.filter((part) => part.startsWith('t='));
  const time = /^t=(\d{1,12})$/.exec(times.join(','))?.[1];
  if (time === undefined) return null;
  return parts.some((part) => part.startsWith('v1=')) ? Number(time) : null;
}
