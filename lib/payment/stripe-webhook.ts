import Stripe from 'stripe';
import { z } from 'zod';
import type { Webhook } from './payment';

/** How far from now a webhook may have been signed, in seconds, into the past and into the future. */
export const webhookTolerance = 300;

const eventSchema = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  data: z.object({
    object: z.object({
      id: z.string().optional(),
      object: z.string().optional(),
      client_reference_id: z.string().nullable().optional(),
    }),
  }),
});

/** Verifies and reads a webhook (https://docs.stripe.com/webhooks#verify-manually). */
export function readStripeWebhook(
  body: string,
  signature: string | null,
  secret: string,
  now: Date,
): Webhook {
  if (signature === null) return { kind: 'refused', why: 'no signature' };
  const signed = signingTime(signature);
  if (signed === null)
    return { kind: 'refused', why: 'the signature header is not exactly one time and one signature' };
  // Stripe's own check looks into the past only; a header from the future could be replayed until its time comes.
  if (signed > now.getTime() / 1000 + webhookTolerance)
    return { kind: 'refused', why: 'signed in the future' };
  let verified: unknown;
  try {
    verified = Stripe.webhooks.constructEvent(
      body,
      signature,
      secret,
      webhookTolerance,
      undefined,
      now.getTime(),
    );
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
      return { kind: 'refused', why: 'the signature does not verify' };
    }
    // Signed by the provider, and yet not JSON: nothing that could be worked off.
    if (error instanceof SyntaxError) return { kind: 'refused', why: 'the body is not JSON' };
    throw error;
  }
  const event = eventSchema.safeParse(verified);
  if (!event.success) return { kind: 'refused', why: 'not an event' };
  const { object } = event.data.data;
  const isSession = object.object === 'checkout.session';
  return {
    kind: 'event',
    id: event.data.id,
    type: event.data.type,
    sessionId: isSession ? (object.id ?? null) : null,
    checkoutId: isSession ? (object.client_reference_id ?? null) : null,
  };
}

/**
 * The time in the header, in seconds. Null unless there is exactly one time and one signature: a header with several
 * offers several guesses. (While a secret is rolled with an overlap, reconciliation does the webhooks' work.)
 */
function signingTime(header: string): number | null {
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const times = parts.filter(([key]) => key === 't').map(([, value]) => value ?? '');
  const signatures = parts.filter(([key]) => key === 'v1');
  const [time] = times;
  if (times.length !== 1 || signatures.length !== 1 || time === undefined || !/^\d{1,12}$/.test(time))
    return null;
  return Number(time);
}
