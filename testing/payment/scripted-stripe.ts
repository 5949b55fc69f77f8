import type { Payments } from '@/lib/payment/payment';
import { stripePayments, type StripeOptions } from '@/lib/payment/stripe-payments';
import { webhookSecret } from '../fakes/stripe/events';
import { secretKey, startStripe, type StripeAnswer, type StripeServer } from '../fakes/stripe/stripe-server';

/** The fake of Stripe, giving exactly the answers of a test, in their order, instead of its own. */
export interface ScriptedStripe extends Pick<StripeServer, 'url' | 'requests' | 'answers' | 'close'> {
  /** The module under test, which calls this server. */
  payments: (options?: Partial<StripeOptions>) => Payments;
  reset: () => void;
}

export async function startScriptedStripe(): Promise<ScriptedStripe> {
  const { url, requests, answers, close } = await startStripe();
  return {
    url,
    requests,
    answers,
    payments: (options = {}) =>
      stripePayments({
        secretKey,
        webhookSecret,
        url: new URL(url),
        requestsPerSecond: 10_000,
        repetitions: 0,
        ...options,
      }),
    reset: () => {
      requests.length = 0;
      answers.length = 0;
    },
    close,
  };
}

export const ok = (body: object): StripeAnswer => ({ status: 200, body });

export const listOf = (data: readonly object[], hasMore = false): StripeAnswer =>
  ok({ object: 'list', data, has_more: hasMore });

/** An error in Stripe's format (https://docs.stripe.com/api/errors). */
export function refusal(type: string, code?: string, status = 400): Exclude<StripeAnswer, 'none'> {
  return { status, body: { error: { type, message: 'no', ...(code === undefined ? {} : { code }) } } };
}

/** A payment page in Stripe's format: paid, unless the test says otherwise. */
export const sessionOf = (differences: object = {}): object => ({
  id: 'cs_1',
  object: 'checkout.session',
  mode: 'payment',
  created: 1809000000,
  status: 'complete',
  client_reference_id: 'c-1',
  customer_email: 'ada@example.org',
  locale: 'fr',
  url: null,
  payment_intent: intentOf(),
  ...differences,
});

export const intentOf = (differences: object = {}): object => ({
  id: 'pi_1',
  object: 'payment_intent',
  currency: 'eur',
  status: 'succeeded',
  amount: 3600,
  amount_capturable: 0,
  amount_received: 3600,
  ...differences,
});

export const refundOf = (differences: object = {}): object => ({
  id: 're_1',
  object: 'refund',
  created: 1809000000,
  payment_intent: 'pi_1',
  amount: 3600,
  currency: 'eur',
  status: 'succeeded',
  ...differences,
});
