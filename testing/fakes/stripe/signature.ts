import { createHmac } from 'node:crypto';

/** The Stripe-Signature header (https://docs.stripe.com/webhooks/signature): `t` in seconds, HMAC-SHA256 as `v1`. */
export function signatureHeader(payload: string, secret: string, time: number): string {
  const digest = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
  return `t=${time},v1=${digest}`;
}
