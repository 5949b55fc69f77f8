import type { CheckoutSession, PaymentIntent } from './records';

interface SessionAndIntent {
  readonly session: CheckoutSession;
  readonly intent: PaymentIntent | null;
}

/** A session in Stripe's format (https://docs.stripe.com/api/checkout/sessions/object), without expansions. */
export function checkoutSessionResource({ session, intent }: SessionAndIntent) {
  const complete = session.status === 'complete';
  return {
    id: session.id,
    object: 'checkout.session' as const,
    ...withoutEffect,
    allowed_payment_method_types: null,
    amount_subtotal: session.amountTotal,
    amount_total: session.amountTotal,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    created: session.created,
    currency: session.currency,
    customer_creation: 'if_required' as const,
    customer_details: complete || session.customerEmail !== null ? customerDetails(session) : null,
    customer_email: session.customerEmail,
    expires_at: session.expiresAt,
    livemode: false,
    locale: session.locale,
    metadata: session.metadata,
    mode: 'payment' as const,
    payment_intent: session.intentId,
    payment_method_collection: 'if_required' as const,
    payment_method_options: { card: { request_three_d_secure: 'automatic' as const } },
    payment_method_types: ['card'],
    // An authorized payment is not paid yet.
    payment_status: intent?.status === 'succeeded' ? ('paid' as const) : ('unpaid' as const),
    status: session.status,
    success_url: session.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page' as const,
    url: session.status === 'open' ? session.url : null,
  };
}

/** Members that stay empty because this provider does not implement their features. */
const withoutEffect = {
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer: null,
  customer_account: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  managed_payments: null,
  origin_context: null,
  payment_link: null,
  payment_method_configuration_details: null,
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  submit_type: null,
  subscription: null,
  wallet_options: null,
};

function customerDetails({ customerEmail }: CheckoutSession) {
  return {
    address: null,
    business_name: null,
    email: customerEmail,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: 'none' as const,
    tax_ids: [],
  };
}
