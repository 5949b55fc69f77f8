import Stripe from 'stripe';
import { fromCents, toCents } from '../money/money';
import type { ListedRefund, OpenedPayment, Payments, PaymentSession, Refund, RefundRequest } from './payment';
import { callStripe, listAll } from './stripe-call';
import { capture, voidPayment } from './stripe-capture';
import { idOf, readDispute, readFraudWarning } from './stripe-incidents';
import { limitedHttpClient } from './stripe-limit';
import { handledTypes, readStripeEvent } from './stripe-event';
import { listPayoutEntries, listPayouts } from './stripe-payouts';
import { readOpening, readSession, sessionParameters, withIntent } from './stripe-session';
import { readStripeWebhook } from './stripe-webhook';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Scheme, host and port of a server that speaks Stripe's protocol; default: Stripe itself. */
  url?: URL;
  timeoutMilliseconds?: number;
  /** The maximum number of requests that this process sends in a second (25). */
  requestsPerSecond?: number;
  /** How often the SDK repeats a request without an answer, or with an error, after half a second and more (2). */
  repetitions?: number;
  now?: () => Date;
}

/** The SDK, with the limits of time and number that all our requests have. */
export function openStripe(options: Omit<StripeOptions, 'webhookSecret' | 'now'>): Stripe {
  return new Stripe(options.secretKey, {
    maxNetworkRetries: options.repetitions ?? 2,
    timeout: options.timeoutMilliseconds ?? 10_000,
    telemetry: false,
    httpClient: limitedHttpClient(Stripe.createNodeHttpClient(), options.requestsPerSecond ?? 25),
    ...(options.url === undefined ? {} : address(options.url)),
  });
}

export function stripePayments(options: StripeOptions): Payments {
  const stripe = openStripe(options);
  const now = options.now ?? (() => new Date());
  const { sessions } = stripe.checkout;
  return {
    minimumAmount,
    openPaymentSession: (request) =>
      callStripe(async () => {
        const idempotencyKey = `pay-${request.id}`;
        return readSession(await sessions.create(sessionParameters(request), { idempotencyKey }));
      }),
    getPaymentSession: (id) => callStripe(() => retrieveSession(stripe, id)),
    expirePaymentSession: (id) => callStripe(() => expire(stripe, id)),
    refund: (request) => callStripe(() => refund(stripe, request)),
    getRefund: (id) => callStripe(async () => readRefund(await stripe.refunds.retrieve(id))),
    capture: (request) => callStripe(() => capture(stripe, request)),
    void: (request) => callStripe(() => voidPayment(stripe, request)),
    findPaymentSession: (id) => callStripe(() => findSession(stripe, id)),
    listPayments: (since, until) =>
      listAll(
        () => sessions.list({ ...page(since, until), expand: withIntent.map((name) => `data.${name}`) }),
        readListedPayment,
      ),
    listRefundsOf: (intent) =>
      listAll(() => stripe.refunds.list({ payment_intent: intent, limit: 100 }), readListedRefund),
    listRefunds: (since, until) => listAll(() => stripe.refunds.list(page(since, until)), readListedRefund),
    listPayouts: (since, until) => listPayouts(stripe, since, until),
    listPayoutEntries: (payoutId) => listPayoutEntries(stripe, payoutId),
    getDispute: (id) => callStripe(async () => readDispute(await stripe.disputes.retrieve(id))),
    getFraudWarning: (id) =>
      callStripe(async () => readFraudWarning(await stripe.radar.earlyFraudWarnings.retrieve(id))),
    listEvents: (since) =>
      listAll(
        () => stripe.events.list({ created: { gte: seconds(since) }, limit: 100, types: [...handledTypes] }),
        readStripeEvent,
      ),
    readWebhook: (body, signature) => readStripeWebhook(body, signature, options.webhookSecret, now()),
  };
}

/** In EUR (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const minimumAmount = '0.50';

function address(url: URL): Pick<Stripe.StripeConfig, 'protocol' | 'host' | 'port'> {
  return url.protocol === 'http:'
    ? { protocol: 'http', host: url.hostname, port: url.port || '80' }
    : { protocol: 'https', host: url.hostname, port: url.port || '443' };
}

async function retrieveSession(stripe: Stripe, id: string): Promise<PaymentSession> {
  return readSession(await stripe.checkout.sessions.retrieve(id, { expand: withIntent }));
}

async function findSession(stripe: Stripe, id: string): Promise<PaymentSession | null> {
  try {
    return await retrieveSession(stripe, id);
  } catch (error) {
    if (isRefusedFor(error, 'resource_missing')) return null;
    throw error;
  }
}

function isRefusedFor(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === code;
}

async function expire(stripe: Stripe, id: string): Promise<PaymentSession> {
  try {
    return readSession(await stripe.checkout.sessions.expire(id, { expand: withIntent }));
  } catch (error) {
    // Only an open session can be expired: if it was paid or expired meanwhile, that is an answer, not a failure.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const session = await retrieveSession(stripe, id);
    if (session.state.status === 'open') throw error;
    return session;
  }
}

async function refund(stripe: Stripe, request: RefundRequest): Promise<Refund> {
  const { id, attempt = 0, intent, isPart = false } = request;
  const metadata = { checkout: request.checkoutId, request: id };
  try {
    const answer = await stripe.refunds.create(
      { payment_intent: intent, amount: toCents(request.amount), metadata },
      { idempotencyKey: attempt === 0 ? `refund-${id}` : `refund-${id}-${attempt}` },
    );
    return readRefund(answer);
  } catch (error) {
    // Of a part this says only that others have refunded the rest.
    if (!isPart && isRefusedFor(error, 'charge_already_refunded')) return { id: null, status: 'done' };
    throw error;
  }
}

function readRefund({ id, status }: Stripe.Refund): Refund {
  return { id, status: refundStatus(status) };
}

function refundStatus(status: string | null): Refund['status'] {
  if (status === 'succeeded') return 'done';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}

/** A hundred at a time, the maximum of Stripe. */
function page(since: Date, until: Date): { created: { gte: number; lt: number }; limit: number } {
  return { created: { gte: seconds(since), lt: seconds(until) }, limit: 100 };
}

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/** Null for a page that is not the shop's at the same account: a subscription, or one without anything to pay. */
function readListedPayment(session: Stripe.Checkout.Session): OpenedPayment | null {
  const { mode, status, payment_intent: intent } = session;
  if (mode !== 'payment' || (status === 'complete' && intent === null)) return null;
  return { session: readSession(session), createdAt: moment(session.created), ...readOpening(session) };
}

function readListedRefund({ id, amount, currency, status, ...rest }: Stripe.Refund): ListedRefund {
  const { payment_intent: intent, created, metadata } = rest;
  return {
    id,
    intent: idOf(intent),
    requestId: metadata?.['request'] ?? null,
    amount: fromCents(amount),
    currency: currency.toUpperCase(),
    status: refundStatus(status),
    createdAt: moment(created),
  };
}

const moment = (seconds: number): Date => new Date(seconds * 1000);
