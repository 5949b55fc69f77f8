import Stripe from 'stripe';
import { fromCents, toCents } from '../money/money';
import type { ListedPayment, ListedRefund, Payments, PaymentSession, Refund, RefundRequest } from './payment';
import { asking, askingForAll } from './stripe-asking';
import { capture, letGo } from './stripe-capture';
import { readDispute, readFraudWarning } from './stripe-incidents';
import { limitedHttpClient } from './stripe-limit';
import { handledTypes, readStripeEvent } from './stripe-event';
import { readSession, sessionParameters, withIntent } from './stripe-session';
import { readStripeWebhook } from './stripe-webhook';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Scheme, host and port of a server that speaks Stripe's protocol; Stripe itself when left out. */
  url?: URL;
  timeoutMilliseconds?: number;
  /** The most requests that this process sends (25). */
  requestsPerSecond?: number;
  /** How often the SDK repeats a request that was not answered, or by an error, after half a second and more (2). */
  repetitions?: number;
  now?: () => Date;
}

/** Payments by Stripe Checkout, with Stripe's own SDK. */
export function stripePayments(options: StripeOptions): Payments {
  const stripe = new Stripe(options.secretKey, {
    maxNetworkRetries: options.repetitions ?? 2,
    timeout: options.timeoutMilliseconds ?? 10_000,
    telemetry: false,
    httpClient: limitedHttpClient(Stripe.createNodeHttpClient(), options.requestsPerSecond ?? 25),
    ...(options.url === undefined ? {} : address(options.url)),
  });
  const now = options.now ?? (() => new Date());
  const { sessions } = stripe.checkout;
  return {
    minimumAmount,
    openPaymentSession: (request) =>
      asking(async () =>
        readSession(
          await sessions.create(sessionParameters(request), { idempotencyKey: `pay-${request.id}` }),
        ),
      ),
    getPaymentSession: (id) =>
      asking(async () => readSession(await sessions.retrieve(id, { expand: withIntent }))),
    expirePaymentSession: (id) => asking(() => expire(stripe, id)),
    refund: (request) => asking(() => refund(stripe, request)),
    getRefund: (id) => asking(async () => readRefund(await stripe.refunds.retrieve(id))),
    capture: (request) => asking(() => capture(stripe, request)),
    void: (request) => asking(() => letGo(stripe, request)),
    findPaymentSession: (id) => asking(() => findSession(stripe, id)),
    listPayments: (since, until) =>
      askingForAll(
        () => sessions.list({ ...page(since, until), expand: withIntent.map((name) => `data.${name}`) }),
        readListedPayment,
      ),
    listRefundsOf: (intent) =>
      askingForAll(() => stripe.refunds.list({ payment_intent: intent, limit: 100 }), readListedRefund),
    listRefunds: (since, until) =>
      askingForAll(() => stripe.refunds.list(page(since, until)), readListedRefund),
    getDispute: (id) => asking(async () => readDispute(await stripe.disputes.retrieve(id))),
    getFraudWarning: (id) =>
      asking(async () => readFraudWarning(await stripe.radar.earlyFraudWarnings.retrieve(id))),
    listEvents: (since) =>
      askingForAll(
        () => stripe.events.list({ created: { gte: seconds(since) }, limit: 100, types: [...handledTypes] }),
        readStripeEvent,
      ),
    readWebhook: (body, signature) => readStripeWebhook(body, signature, options.webhookSecret, now()),
  };
}

/** What Stripe charges at least in EUR (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const minimumAmount = '0.50';

function address(url: URL): { protocol: 'http' | 'https'; host: string; port: string } {
  const protocol = url.protocol === 'http:' ? 'http' : 'https';
  return {
    protocol,
    host: url.hostname,
    port: url.port === '' ? (protocol === 'http' ? '80' : '443') : url.port,
  };
}

async function findSession(stripe: Stripe, id: string): Promise<PaymentSession | null> {
  try {
    return readSession(await stripe.checkout.sessions.retrieve(id, { expand: withIntent }));
  } catch (error) {
    const isMissing =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
    if (isMissing) return null;
    throw error;
  }
}

async function expire(stripe: Stripe, id: string): Promise<PaymentSession> {
  try {
    return readSession(await stripe.checkout.sessions.expire(id, { expand: withIntent }));
  } catch (error) {
    // Only an open session can be expired: paid or expired meanwhile is an answer, not a failure.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const session = readSession(await stripe.checkout.sessions.retrieve(id, { expand: withIntent }));
    if (session.state.status === 'open') throw error;
    return session;
  }
}

async function refund(stripe: Stripe, request: RefundRequest): Promise<Refund> {
  const { id, attempt = 0, intent } = request;
  if (attempt > 0) {
    const made = await findRefund(stripe, request);
    if (made !== null) return made;
  }
  try {
    const answer = await stripe.refunds.create(
      {
        payment_intent: intent,
        amount: toCents(request.amount),
        metadata: { checkout: request.checkoutId },
      },
      { idempotencyKey: attempt === 0 ? `refund-${id}` : `refund-${id}-${attempt}` },
    );
    return readRefund(answer);
  } catch (error) {
    const already =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded';
    if (already) return { id: null, status: 'done' };
    throw error;
  }
}

/** The refund of the whole amount that an earlier request made, although it was answered with an error. */
async function findRefund(stripe: Stripe, { intent, amount }: RefundRequest): Promise<Refund | null> {
  for await (const refund of stripe.refunds.list({ payment_intent: intent, limit: 100 })) {
    if (refundStatus(refund.status) !== 'failed' && refund.amount === toCents(amount))
      return readRefund(refund);
  }
  return null;
}

function readRefund({ id, status }: Stripe.Refund): Refund {
  return { id, status: refundStatus(status) };
}

function refundStatus(status: string | null): Refund['status'] {
  if (status === 'succeeded') return 'done';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}

/** A hundred at a time, the most that Stripe gives. */
function page(since: Date, until: Date): { created: { gte: number; lt: number }; limit: number } {
  return { created: { gte: seconds(since), lt: seconds(until) }, limit: 100 };
}

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/** Null for a page of somebody else at the same account: a subscription, or one on which nothing was to be paid. */
function readListedPayment(session: Stripe.Checkout.Session): ListedPayment | null {
  const { mode, status, payment_intent: intent } = session;
  if (mode !== 'payment' || (status === 'complete' && intent === null)) return null;
  return { session: readSession(session), createdAt: moment(session.created) };
}

function readListedRefund({ id, amount, currency, status, ...rest }: Stripe.Refund): ListedRefund {
  const { payment_intent: intent, created } = rest;
  return {
    id,
    intent: typeof intent === 'string' ? intent : (intent?.id ?? null),
    amount: fromCents(amount),
    currency: currency.toUpperCase(),
    status: refundStatus(status),
    createdAt: moment(created),
  };
}

const moment = (seconds: number): Date => new Date(seconds * 1000);
