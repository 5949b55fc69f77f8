import { formatAmount, isCurrency } from './amounts';
import { ApiError, badParameter, missingParameter } from './api-error';
import type { Params } from './form-params';
import type { CheckoutSession, LineItem } from './records';

/** The checked parameters of a new checkout session. */
export type NewSession = Omit<CheckoutSession, 'id' | 'url' | 'created' | 'status' | 'intentId'>;

const LOCALES = (
  'auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hi-IN hr hu id it ja ko lt lv ms mt nb nl pl pt ' +
  'pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW'
).split(' ');

// The parameters that the shop sends. The last two have no effect here.
const KNOWN = (
  'mode line_items customer_email locale success_url cancel_url client_reference_id metadata expires_at ' +
  'payment_intent_data expand adaptive_pricing allowed_payment_method_types'
).split(' ');

const HOUR = 3600;
const MIN_LIFE = HOUR / 2;
const MAX_LIFE = 24 * HOUR;
const MAX_AMOUNT = 99_999_999;

/** Reads the parameters of POST /v1/checkout/sessions (mode `payment`, inline prices). Throws an {@link ApiError}. */
export function readNewSession(params: Params, now: number): NewSession {
  params.onlyKnown(KNOWN);
  if (params.string('mode') === null) throw missingParameter('mode');
  params.oneOf('mode', ['payment']);
  const items = params.objects('line_items');
  if (items.length === 0) throw missingParameter('line_items');
  if (items.length > 100)
    throw badParameter('Array line_items exceeded maximum 100 allowed elements.', 'line_items');
  const lines = items.map(readLine);
  const currency = lines[0]?.currency ?? '';
  const other = lines.findIndex((line) => line.currency !== currency);
  if (other !== -1) {
    throw badParameter(
      'You cannot combine currencies on a single session.',
      `line_items[${other}][price_data][currency]`,
    );
  }
  const intent = params.object('payment_intent_data');
  intent.onlyKnown(['capture_method', 'description', 'metadata']);
  return {
    currency,
    amountTotal: checkedTotal(lines, currency),
    lineItems: lines.map(({ name, description, unitAmount, quantity }) => ({
      name,
      description,
      unitAmount,
      quantity,
    })),
    customerEmail: readEmail(params),
    locale: params.oneOf('locale', LOCALES),
    successUrl: readUrl(params, 'success_url') ?? missing('success_url'),
    cancelUrl: readUrl(params, 'cancel_url'),
    clientReferenceId: params.string('client_reference_id', 200),
    metadata: params.metadata(),
    expiresAt: readExpiry(params, now),
    captureMethod: intent.oneOf('capture_method', ['manual']) ?? 'automatic_async',
    intentDescription: intent.string('description'),
    intentMetadata: intent.metadata(),
  };
}

function missing(param: string): never {
  throw missingParameter(param);
}

type Line = LineItem & { readonly currency: string };

function readLine(item: Params): Line {
  item.onlyKnown(['price_data', 'quantity']);
  const price = item.object('price_data');
  if (!item.has('price_data')) throw missingParameter(item.nameOf('price_data'));
  price.onlyKnown(['currency', 'unit_amount', 'product_data']);
  const product = price.object('product_data');
  product.onlyKnown(['name', 'description']);
  const currency = price.requiredString('currency').toLowerCase();
  if (!isCurrency(currency)) {
    throw badParameter(
      `Invalid currency: ${currency}. Use a three-letter ISO currency code.`,
      price.nameOf('currency'),
    );
  }
  return {
    currency,
    name: product.requiredString('name'),
    description: product.string('description'),
    unitAmount:
      price.integer('unit_amount', { min: 0, max: MAX_AMOUNT }) ?? missing(price.nameOf('unit_amount')),
    quantity: item.integer('quantity', { min: 1, max: 999_999 }) ?? missing(item.nameOf('quantity')),
  };
}

function checkedTotal(lines: readonly Line[], currency: string): number {
  const total = lines.reduce((sum, { unitAmount, quantity }) => sum + unitAmount * quantity, 0);
  const inWords = (amount: number) => formatAmount(amount, currency, 'en');
  if (total < 50) {
    throw new ApiError(
      400,
      `The Checkout Session's total amount due must add up to at least ${inWords(50)} ${currency}`,
      { code: 'amount_too_small' },
    );
  }
  if (total > MAX_AMOUNT) {
    throw new ApiError(
      400,
      `The Checkout Session's total amount due must be no more than ${inWords(MAX_AMOUNT)} ${currency}`,
      { code: 'amount_too_large' },
    );
  }
  return total;
}

function readEmail(params: Params): string | null {
  const email = params.string('customer_email', 800);
  if (email === null) return null;
  // The domain stands for what Stripe refuses although it looks like an address.
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || email.endsWith('@refused.example')) {
    throw badParameter(`Invalid email address: ${email}`, 'customer_email', 'email_invalid');
  }
  return email;
}

function readUrl(params: Params, name: string): string | null {
  const value = params.string(name);
  if (value === null) return null;
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw badParameter('Not a valid URL', name, 'url_invalid');
  }
  return value;
}

function readExpiry(params: Params, now: number): number {
  const value = params.integer('expires_at', { min: 0 });
  if (value === null) return now + MAX_LIFE;
  if (value < now + MIN_LIFE) {
    throw badParameter(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    );
  }
  if (value > now + MAX_LIFE) {
    throw badParameter(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      'expires_at',
    );
  }
  return value;
}
