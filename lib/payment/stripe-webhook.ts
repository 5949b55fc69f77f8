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
  let verified: unknown;
  try {
    // Here only the signature is checked, as of the moment that it names; that moment is checked below.
    const moment = signed * 1000;
    verified = Stripe.webhooks.constructEvent(body, signature, secret, webhookTolerance, undefined, moment);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
      return { kind: 'refused', why: 'the signature does not verify' };
    }
    // Signed by the provider but not JSON, so it can't be processed.
    if (error instanceof SyntaxError) return { kind: 'refused', why: 'the body is not JSON' };
    throw error;
  }
  const why = wrongTime(Math.floor(now.getTime() / 1000) - signed);
  if (why !== null) return { kind: 'refused', why };
  return readStripeEvent(verified) ?? { kind: 'refused', why: 'not an event' };
}

/**
 * Why a signature that is right is not accepted now; null: it is. Stripe signs each delivery anew, so a time far from ours
 * is that of a wrong clock, or of a webhook that was recorded. One from the future could be replayed until its time comes.
 */
function wrongTime(secondsAgo: number): string | null {
  if (Math.abs(secondsAgo) <= webhookTolerance) return null;
  return secondsAgo > 0
    ? `the signature is right, but ${secondsAgo} seconds old by the clock of this machine: that clock is wrong, or an old webhook was sent again`
    : `the signature is right, but ${-secondsAgo} seconds in the future by the clock of this machine: that clock is wrong`;
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
