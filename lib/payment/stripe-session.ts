import type Stripe from 'stripe';
import { languages } from '../locale/languages';
import { fromCents, toCents } from '../money/money';
import {
  PaymentError,
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
    metadata,
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
