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

/** Webhooks since a moment that no endpoint has accepted yet. */
export interface Unaccepted {
  since: Date;
  /** At most 100. */
  events: number;
}

/**
 * What an account says about itself. `endpoints`, `unaccepted`: null if the key may not read them. `date`: the Date header of an answer to a
 * question that was asked after `before` and answered before `after` (milliseconds). `unreachable`: there was no answer, or another one than Stripe's.
 */
export type StripeAccount =
  | {
      kind: 'usable';
      endpoints: WebhookEndpoint[] | null;
      unaccepted: Unaccepted | null;
      date: string | undefined;
      asked: { before: number; after: number };
    }
  | { kind: 'refused' | 'unreachable' };

/** Three reads: whether the key may read payments, the webhook endpoints of the account, and which webhooks they did not accept. */
export async function readStripeAccount(options: AccountOptions): Promise<StripeAccount> {
  const stripe = openStripe({ ...options, repetitions: 0 });
  try {
    const before = Date.now();
    const { lastResponse } = await stripe.checkout.sessions.list({ limit: 1 });
    const asked = { before, after: Date.now() };
    const date = lastResponse.headers['date'];
    const [endpoints, unaccepted] = [await readEndpoints(stripe), await readUnaccepted(stripe)];
    return { kind: 'usable', endpoints, unaccepted, date, asked };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    return { kind: isRefusal(error) ? 'refused' : 'unreachable' };
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAuthenticationError ||
  error instanceof Stripe.errors.StripePermissionError;

/** Stripe repeats a webhook for three days, and may be sending those of the last minute. */
const repeated = { from: 3 * 24 * 3600, until: 60 };

async function readUnaccepted(stripe: Stripe): Promise<Unaccepted | null> {
  const now = Math.floor(Date.now() / 1000);
  const created = { gte: now - repeated.from, lt: now - repeated.until };
  const types = [...handledTypes];
  return orNull(async () => {
    const { data } = await stripe.events.list({ delivery_success: false, created, types, limit: 100 });
    return { since: new Date(1000 * created.gte), events: data.length };
  });
}

async function readEndpoints(stripe: Stripe): Promise<WebhookEndpoint[] | null> {
  const endpoints: WebhookEndpoint[] = [];
  return orNull(async () => {
    for await (const { url, status, enabled_events: events } of stripe.webhookEndpoints.list({
      limit: 100,
    })) {
      const sent = new Set<string>(events);
      const missing = sent.has('*') ? [] : handledTypes.filter((type) => !sent.has(type));
      endpoints.push({ url, isEnabled: status === 'enabled', missing });
    }
    return endpoints;
  });
}

/** Null if the key may not read that. */
async function orNull<Answer>(read: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return null;
    throw error;
  }
}
