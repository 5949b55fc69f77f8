import type Stripe from 'stripe';
import { languages } from '../locale/languages';
import { fromCents, toCents } from '../money/money';
import {
  longestNote,
  PaymentError,
  type OpenedPayment,
  type OpenPayment,
  type PaymentLine,
  type PaymentSession,
  type PaymentState,
} from './payment';
import { cutText } from '../contract/plain-text';

/** A session gives the state of its page; its payment intent says whether the money was authorized or captured. */
export const withIntent = ['payment_intent'];

export function sessionParameters(request: OpenPayment): Stripe.Checkout.SessionCreateParams {
  const metadata = { checkout: request.checkoutId, reference: request.reference };
  return {
    mode: 'payment',
    // A hold lasts minutes, so only payment methods with an immediate result are allowed.
    allowed_payment_method_types: ['card'],
    line_items: request.lines.map(lineItem),
    // The amount agreed to is in EUR; a conversion at the provider would change it.
    adaptive_pricing: { enabled: false },
    customer_email: request.email,
    locale: languages.find((one) => one === request.language) ?? 'auto',
    client_reference_id: request.checkoutId,
    metadata: { ...metadata, ...noteMetadata(request.note) },
    payment_intent_data: {
      metadata,
      description: request.reference,
      ...(request.capture === 'manual' ? { capture_method: 'manual' } : {}),
    },
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    expires_at: Math.floor(request.expiresAt.getTime() / 1000),
    expand: withIntent,
  };
}

/** Of metadata Stripe keeps 50 values of 500 characters (https://docs.stripe.com/api/metadata). */
const valueLength = 500;

const noteKey = (index: number) => `purchase_${index + 1}`;

function noteMetadata(note: string): Record<string, string> {
  if (note.length > longestNote) throw new Error('a note does not fit into the metadata');
  const values = note.match(new RegExp(`.{1,${valueLength}}`, 'gs')) ?? [];
  return Object.fromEntries(values.map((value, index) => [noteKey(index), value]));
}

function readNote(metadata: Stripe.Metadata): string | null {
  const values: string[] = [];
  for (let value = metadata[noteKey(0)]; value !== undefined; value = metadata[noteKey(values.length)])
    values.push(value);
  return values.length === 0 ? null : values.join('');
}

function lineItem(line: PaymentLine): Stripe.Checkout.SessionCreateParams.LineItem {
  return {
    quantity: line.quantity,
    price_data: {
      currency: 'eur',
      unit_amount: toCents(line.unitAmount),
      product_data: {
        name: cutText(line.name, 250),
        // Stripe refuses an empty description.
        ...(line.description === '' ? {} : { description: cutText(line.description, 500) }),
      },
    },
  };
}

export function readSession(session: Stripe.Checkout.Session): PaymentSession {
  return {
    id: session.id,
    checkoutId: session.client_reference_id,
    email: session.customer_email,
    language: session.locale,
    state: readState(session),
  };
}

/** What was given when the page was opened. */
export function readOpening(
  session: Stripe.Checkout.Session,
): Pick<OpenedPayment, 'reference' | 'note' | 'successUrl'> {
  const metadata = session.metadata ?? {};
  return {
    reference: metadata['reference'] ?? null,
    note: readNote(metadata),
    successUrl: session.success_url ?? null,
  };
}

function readState(session: Stripe.Checkout.Session): PaymentState {
  switch (session.status) {
    case 'open':
      if (session.url === null)
        throw new PaymentError('the provider gave an open session without an address', { retry: true });
      return { status: 'open', url: session.url };
    case 'expired':
      return { status: 'closed' };
    case 'complete': {
      const intent = session.payment_intent;
      if (intent === null || typeof intent === 'string')
        throw new PaymentError('the provider gave a complete session without its payment', { retry: true });
      return readIntent(intent);
    }
    case null:
    default:
      throw new PaymentError('the provider gave a session without a status that we know', { retry: true });
  }
}

/** The payment of a complete session. The amount is the authorized or captured one, not the requested one. */
function readIntent(intent: Stripe.PaymentIntent): PaymentState {
  const currency = intent.currency.toUpperCase();
  switch (intent.status) {
    case 'requires_capture': {
      const amount = fromCents(intent.amount_capturable);
      return { status: 'authorized', amount, currency, intent: intent.id };
    }
    case 'succeeded':
      return { status: 'paid', amount: fromCents(intent.amount_received), currency, intent: intent.id };
    case 'canceled':
      return { status: 'closed' };
    case 'processing':
    case 'requires_action':
    case 'requires_confirmation':
    case 'requires_payment_method':
      return { status: 'processing' };
    default:
      throw new PaymentError('the provider gave a payment without a status that we know', { retry: true });
  }
}
