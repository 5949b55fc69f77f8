import { fromCents, toCents } from '../money/money';
import Stripe from 'stripe';
import {
  PaymentError,
  type OpenPayment,
  type PaymentLine,
  type Payments,
  type PaymentSession,
  type PaymentState,
  type Refund,
  type RefundRequest,
} from './payment';
import { readStripeWebhook } from './stripe-webhook';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Scheme, host and port of a server that speaks Stripe's protocol; Stripe itself when left out. */
  url?: URL;
  timeoutMilliseconds?: number;
  now?: () => Date;
}

/** Payments by Stripe Checkout, with Stripe's own SDK. */
export function stripePayments(options: StripeOptions): Payments {
  const stripe = new Stripe(options.secretKey, {
    maxNetworkRetries: 2,
    timeout: options.timeoutMilliseconds ?? 10_000,
    telemetry: false,
    ...(options.url === undefined ? {} : address(options.url)),
  });
  const now = options.now ?? (() => new Date());
  return {
    openPaymentSession: (request) =>
      asking(async () =>
        readSession(
          await stripe.checkout.sessions.create(sessionParameters(request), {
            idempotencyKey: `pay-${request.id}`,
          }),
        ),
      ),
    getPaymentSession: (id) => asking(async () => readSession(await stripe.checkout.sessions.retrieve(id))),
    expirePaymentSession: (id) => asking(() => expire(stripe, id)),
    refund: (request) => asking(() => refund(stripe, request)),
    getRefund: (id) => asking(async () => readRefund(await stripe.refunds.retrieve(id))),
    readWebhook: (body, signature) => readStripeWebhook(body, signature, options.webhookSecret, now()),
  };
}

function address(url: URL): { protocol: 'http' | 'https'; host: string; port: string } {
  const protocol = url.protocol === 'http:' ? 'http' : 'https';
  return {
    protocol,
    host: url.hostname,
    port: url.port === '' ? (protocol === 'http' ? '80' : '443') : url.port,
  };
}

function sessionParameters(request: OpenPayment): Stripe.Checkout.SessionCreateParams {
  const metadata = { checkout: request.checkoutId, reference: request.reference };
  return {
    mode: 'payment',
    // A hold lasts minutes: only a method that says at once whether it was paid.
    allowed_payment_method_types: ['card'],
    line_items: request.lines.map(lineItem),
    // The amount agreed to is in EUR; a conversion at the provider would make it another one.
    adaptive_pricing: { enabled: false },
    customer_email: request.email,
    locale: stripeLocale(request.language),
    client_reference_id: request.checkoutId,
    metadata,
    payment_intent_data: { metadata, description: request.reference },
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    expires_at: Math.floor(request.expiresAt.getTime() / 1000),
  };
}

function lineItem(line: PaymentLine): Stripe.Checkout.SessionCreateParams.LineItem {
  return {
    quantity: line.quantity,
    price_data: {
      currency: 'eur',
      unit_amount: toCents(line.unitAmount),
      product_data: {
        name: line.name.slice(0, 250),
        // Stripe refuses an empty description.
        ...(line.description === '' ? {} : { description: line.description.slice(0, 500) }),
      },
    },
  };
}

function stripeLocale(language: string): Stripe.Checkout.SessionCreateParams.Locale {
  switch (language) {
    case 'en':
    case 'fr':
      return language;
    default:
      return 'auto';
  }
}

function readSession(session: Stripe.Checkout.Session): PaymentSession {
  return {
    id: session.id,
    checkoutId: session.client_reference_id,
    email: session.customer_email,
    language: session.locale,
    state: readState(session),
  };
}

function readState(session: Stripe.Checkout.Session): PaymentState {
  switch (session.status) {
    case 'open':
      if (session.url === null)
        throw new PaymentError('the provider gave an open session without an address', true);
      return { status: 'open', url: session.url };
    case 'expired':
      return { status: 'closed' };
    case 'complete':
      return session.payment_status === 'paid' ? paid(session) : { status: 'processing' };
    case null:
    default:
      throw new PaymentError('the provider gave a session without a status that we know', true);
  }
}

function paid(session: Stripe.Checkout.Session): PaymentState {
  const intent =
    typeof session.payment_intent === 'string' ? session.payment_intent : session.payment_intent?.id;
  if (session.amount_total === null || session.currency === null || intent === undefined) {
    throw new PaymentError(
      'the provider gave a paid session without an amount, a currency or a payment',
      true,
    );
  }
  const currency = session.currency.toUpperCase();
  return { status: 'paid', amount: fromCents(session.amount_total), currency, intent };
}

async function expire(stripe: Stripe, id: string): Promise<PaymentSession> {
  try {
    return readSession(await stripe.checkout.sessions.expire(id));
  } catch (error) {
    // Only an open session can be expired: paid or expired meanwhile is an answer, not a failure.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const session = readSession(await stripe.checkout.sessions.retrieve(id));
    if (session.state.status === 'open') throw error;
    return session;
  }
}

async function refund(stripe: Stripe, request: RefundRequest): Promise<Refund> {
  try {
    const answer = await stripe.refunds.create(
      {
        payment_intent: request.intent,
        amount: toCents(request.amount),
        metadata: { checkout: request.checkoutId },
      },
      { idempotencyKey: `refund-${request.id}` },
    );
    return readRefund(answer);
  } catch (error) {
    const already =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded';
    if (already) return { id: null, status: 'done' };
    throw error;
  }
}

function readRefund({ id, status }: Stripe.Refund): Refund {
  if (status === 'succeeded') return { id, status: 'done' };
  return { id, status: status === 'failed' || status === 'canceled' ? 'failed' : 'pending' };
}

/** Turns the SDK's errors into ours. Its messages are kept out of ours: they may quote what was sent. */
async function asking<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const lasting =
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      error instanceof Stripe.errors.StripeIdempotencyError;
    const what = [error.type, error.code, error.statusCode].filter((part) => part !== undefined).join(' ');
    throw new PaymentError(`the payment provider answered: ${what}`, !lasting, { cause: error });
  }
}
