import type { PaymentFailure, PaymentIntent, ProviderEvent, Refund } from './records';

/** The version of Stripe's API that these shapes follow. */
export const API_VERSION = '2026-10-28.endive';

type Charge = NonNullable<PaymentIntent['charge']>;

const failures = {
  card_declined: {
    type: 'card_error' as const,
    code: 'card_declined' as const,
    decline_code: 'generic_decline',
    doc_url: 'https://stripe.com/docs/error-codes/card-declined',
    message: 'Your card was declined.',
  },
  payment_intent_authentication_failure: {
    type: 'invalid_request_error' as const,
    code: 'payment_intent_authentication_failure' as const,
    doc_url: 'https://stripe.com/docs/error-codes/payment-intent-authentication-failure',
    message: 'The provided PaymentMethod has failed authentication.',
  },
} satisfies Record<PaymentFailure, object>;

/** https://docs.stripe.com/api/payment_intents/object */
export function paymentIntentResource(intent: PaymentIntent) {
  return {
    id: intent.id,
    object: 'payment_intent' as const,
    allowed_payment_method_types: null,
    amount: intent.amount,
    amount_capturable: intent.status === 'requires_capture' ? intent.amount : 0,
    amount_details: { tip: {} },
    amount_received: intent.amountReceived,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: intent.canceledAt,
    cancellation_reason: intent.cancellationReason,
    capture_method: intent.captureMethod,
    client_secret: `${intent.id}_secret_demonstration`,
    confirmation_method: 'automatic' as const,
    created: intent.created,
    currency: intent.currency,
    customer: null,
    customer_account: null,
    description: intent.description,
    excluded_payment_method_types: null,
    last_payment_error: intent.failure === null ? null : lastError(intent.failure, intent.charge),
    latest_charge: intent.charge?.id ?? null,
    livemode: false,
    managed_payments: null,
    metadata: intent.metadata,
    next_action: intent.status === 'requires_action' ? { type: 'use_stripe_sdk', use_stripe_sdk: {} } : null,
    on_behalf_of: null,
    payment_method: intent.paymentMethodId,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic' as const,
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: intent.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: intent.status,
    transfer_data: null,
    transfer_group: null,
  };
}

function lastError(failure: PaymentFailure, charge: Charge | null) {
  return { ...failures[failure], ...(charge === null ? {} : { charge: charge.id }) };
}

/** https://docs.stripe.com/api/charges/object; `refunds` are those of this charge. */
export function chargeResource(intent: PaymentIntent, charge: Charge, refunds: readonly Refund[]) {
  const captured = charge.succeeded && intent.status === 'succeeded';
  const refunded = refunds.reduce((sum, { status, amount }) => (status === 'failed' ? sum : sum + amount), 0);
  const failure = charge.succeeded || intent.failure === null ? null : failures[intent.failure];
  return {
    id: charge.id,
    object: 'charge' as const,
    amount: intent.amount,
    amount_captured: captured ? intent.amountReceived : 0,
    amount_refunded: refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured,
    created: charge.created,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: charge.succeeded,
    payment_intent: intent.id,
    payment_method: intent.paymentMethodId,
    payment_method_details: null,
    receipt_email: intent.receiptEmail,
    receipt_number: null,
    receipt_url: null,
    refunded: captured && refunded === intent.amountReceived,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: charge.succeeded ? ('succeeded' as const) : ('failed' as const),
    transfer_data: null,
    transfer_group: null,
  };
}

/** https://docs.stripe.com/api/refunds/object */
export function refundResource(refund: Refund) {
  return {
    id: refund.id,
    object: 'refund' as const,
    amount: refund.amount,
    balance_transaction: null,
    charge: refund.chargeId,
    created: refund.created,
    currency: refund.currency,
    customer: null,
    customer_account: null,
    destination_details: { card: { type: 'refund' as const }, type: 'card' },
    ...(refund.status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
    metadata: refund.metadata,
    payment_intent: refund.intentId,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  };
}

/** https://docs.stripe.com/api/events/object, as it is sent to a webhook and listed. */
export function eventResource(event: ProviderEvent) {
  return {
    id: event.id,
    object: 'event' as const,
    api_version: API_VERSION,
    created: event.created,
    data: { object: event.object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: event.type,
  };
}
