import { formatAmount, isCurrency } from './amounts';
import { ApiError, badParameter, missingParameter } from './api-error';
import type { Params } from './form-params';
import type { CaptureMethod, LineItem } from './records';

/** What a client may say when it opens a checkout session, checked. */
export interface NewSession {
  readonly currency: string;
  readonly amountTotal: number;
  readonly lineItems: readonly Omit<LineItem, 'id' | 'priceId' | 'productId'>[];
  readonly customerEmail: string | null;
  readonly locale: string | null;
  readonly successUrl: string;
  readonly cancelUrl: string | null;
  readonly clientReferenceId: string | null;
  readonly metadata: Record<string, string>;
  readonly expiresAt: number;
  readonly captureMethod: CaptureMethod;
  readonly intentDescription: string | null;
  readonly intentMetadata: Record<string, string>;
}

const LOCALES = (
  'auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hi-IN hr hu id it ja ko lt lv ms mt nb nl pl pt ' +
  'pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW'
).split(' ');

// Taken and acted on, then taken and without effect here.
const KNOWN = (
  'mode line_items customer_email locale success_url cancel_url client_reference_id metadata expires_at ' +
  'payment_intent_data ui_mode expand ' +
  'adaptive_pricing allow_promotion_codes allowed_payment_method_types automatic_tax billing_address_collection branding_settings consent_collection currency ' +
  'custom_fields custom_text customer_creation integration_identifier invoice_creation origin_context ' +
  'payment_method_options payment_method_types phone_number_collection submit_type tax_id_collection wallet_options'
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
  params.oneOf('ui_mode', ['hosted_page', 'hosted']);
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
    captureMethod:
      intent.oneOf('capture_method', ['automatic', 'automatic_async', 'manual']) ?? 'automatic_async',
    intentDescription: intent.string('description'),
    intentMetadata: intent.metadata(),
  };
}

function missing(param: string): never {
  throw missingParameter(param);
}

type Line = NewSession['lineItems'][number] & { readonly currency: string };

function readLine(item: Params): Line {
  item.onlyKnown([
    'price_data',
    'quantity',
    'adjustable_quantity',
    'dynamic_tax_rates',
    'metadata',
    'price',
    'tax_rates',
  ]);
  const price = item.object('price_data');
  if (!item.has('price_data')) {
    const id = item.string('price');
    if (id === null) throw missingParameter(item.nameOf('price_data'));
    throw badParameter(`No such price: '${id}'`, item.nameOf('price'), 'resource_missing');
  }
  price.onlyKnown(['currency', 'unit_amount', 'product_data', 'tax_behavior']);
  const product = price.object('product_data');
  product.onlyKnown(['name', 'description', 'images', 'metadata', 'tax_code']);
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
  if (email !== null && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
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
  // A request takes a moment to arrive, so half an hour is judged with some patience.
  if (value < now + MIN_LIFE - 60) {
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
