import Stripe from 'stripe';
import { handledTypes } from './stripe-event';
import { openStripe } from './stripe-payments';

interface AccountOptions {
  secretKey: string;
  /** Scheme, host and port of a server that speaks Stripe's protocol; default: Stripe itself. */
  url?: URL;
  timeoutMilliseconds: number;
}

/** Where an account sends its webhooks. */
export interface WebhookEndpoint {
  url: string;
  isEnabled: boolean;
  /** Of the types of events that the shop handles: those that it does not send. */
  missing: string[];
}

/**
 * What an account says about itself. `endpoints`: null if the key may not read them. `date`: the Date header of an answer to a
 * question that was asked after `before` and answered before `after` (milliseconds). `unreachable`: there was no answer, or another one than Stripe's.
 */
export type StripeAccount =
  | {
      kind: 'usable';
      endpoints: WebhookEndpoint[] | null;
      date: string | undefined;
      asked: { before: number; after: number };
    }
  | { kind: 'refused' | 'unreachable' };

/** Two reads: whether the key may read payments, and the webhook endpoints of the account. */
export async function readStripeAccount(options: AccountOptions): Promise<StripeAccount> {
  const stripe = openStripe({ ...options, repetitions: 0 });
  try {
    const before = Date.now();
    const { lastResponse } = await stripe.checkout.sessions.list({ limit: 1 });
    const asked = { before, after: Date.now() };
    const date = lastResponse.headers['date'];
    return { kind: 'usable', endpoints: await readEndpoints(stripe), date, asked };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    return { kind: isRefusal(error) ? 'refused' : 'unreachable' };
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAuthenticationError ||
  error instanceof Stripe.errors.StripePermissionError;

async function readEndpoints(stripe: Stripe): Promise<WebhookEndpoint[] | null> {
  const endpoints: WebhookEndpoint[] = [];
  try {
    for await (const { url, status, enabled_events: events } of stripe.webhookEndpoints.list({
      limit: 100,
    })) {
      const sent = new Set<string>(events);
      const missing = sent.has('*') ? [] : handledTypes.filter((type) => !sent.has(type));
      endpoints.push({ url, isEnabled: status === 'enabled', missing });
    }
    return endpoints;
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return null;
    throw error;
  }
}
