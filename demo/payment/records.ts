/** What the payment provider remembers. Amounts are in the currency's smallest unit; times in seconds since 1970. */

export interface LineItem {
  readonly id: string;
  readonly priceId: string;
  readonly productId: string;
  readonly name: string;
  readonly description: string | null;
  readonly unitAmount: number;
  readonly quantity: number;
}

export type Metadata = Readonly<Record<string, string>>;
export type CaptureMethod = 'automatic' | 'automatic_async' | 'manual';

export interface CheckoutSession {
  readonly id: string;
  readonly url: string;
  readonly created: number;
  readonly expiresAt: number;
  readonly status: 'open' | 'complete' | 'expired';
  readonly currency: string;
  readonly amountTotal: number;
  readonly lineItems: readonly LineItem[];
  readonly customerEmail: string | null;
  readonly locale: string | null;
  readonly successUrl: string;
  readonly cancelUrl: string | null;
  readonly clientReferenceId: string | null;
  readonly metadata: Metadata;
  readonly captureMethod: CaptureMethod;
  readonly intentDescription: string | null;
  readonly intentMetadata: Metadata;
  /** Null until the customer tries to pay for the first time. */
  readonly intentId: string | null;
}

export type IntentStatus =
  'requires_payment_method' | 'requires_action' | 'requires_capture' | 'succeeded' | 'canceled';

/** Why the last try to pay did not work. */
export type PaymentFailure = 'card_declined' | 'payment_intent_authentication_failure';

export interface PaymentIntent {
  readonly id: string;
  readonly sessionId: string;
  readonly created: number;
  readonly amount: number;
  readonly currency: string;
  readonly status: IntentStatus;
  readonly captureMethod: CaptureMethod;
  readonly description: string | null;
  readonly metadata: Metadata;
  readonly receiptEmail: string | null;
  readonly amountReceived: number;
  readonly canceledAt: number | null;
  readonly cancellationReason: string | null;
  readonly failure: PaymentFailure | null;
  /** The charge of the last try. */
  readonly charge: { readonly id: string; readonly created: number; readonly succeeded: boolean } | null;
  readonly paymentMethodId: string | null;
}

export interface Refund {
  readonly id: string;
  readonly created: number;
  readonly intentId: string;
  readonly chargeId: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string | null;
  readonly metadata: Metadata;
  readonly status: 'succeeded' | 'failed';
}

/** The cardholder's bank disputes a charge. */
export interface Dispute {
  readonly id: string;
  readonly created: number;
  readonly intentId: string;
  readonly chargeId: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: 'needs_response' | 'won' | 'lost';
}

/** The card's issuer suspects fraud. */
export interface FraudWarning {
  readonly id: string;
  readonly created: number;
  readonly intentId: string;
  readonly chargeId: string;
}

export type EventType =
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'
  | 'charge.refunded'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.closed'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.funds_reinstated'
  | 'radar.early_fraud_warning.created';

export interface ProviderEvent {
  readonly id: string;
  readonly created: number;
  readonly type: EventType;
  /** The object as it was then, in the provider's own words. */
  readonly object: object;
}

/** One sending of an event. `withheld` is the customer's wish that it never arrives. */
export interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly state: 'pending' | 'delivered' | 'withheld';
  /** Milliseconds since 1970. */
  readonly dueAt: number;
  readonly attempts: number;
  /** How the last attempt ended, in words. */
  readonly lastResult: string | null;
}

/** The stored answer to a request that carried an Idempotency-Key. */
export interface StoredAnswer {
  /** The key itself. */
  readonly id: string;
  readonly created: number;
  readonly endpoint: string;
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
}

/** What the operator wants to go wrong the next time. */
export interface Trouble {
  readonly id: 'capture' | 'cancel' | 'refund';
  readonly wanted: boolean;
}

/** The kinds of records, each known by its id. */
export interface PaymentRecords {
  readonly sessions: CheckoutSession;
  readonly intents: PaymentIntent;
  readonly refunds: Refund;
  readonly disputes: Dispute;
  readonly warnings: FraudWarning;
  readonly events: ProviderEvent;
  readonly deliveries: Delivery;
  readonly answers: StoredAnswer;
  readonly troubles: Trouble;
}

/** All of it, as read. Only the store can change it. */
export type PaymentState = {
  readonly [Kind in keyof PaymentRecords]: ReadonlyMap<string, PaymentRecords[Kind]>;
};

/** New or newer records; each takes the place of the one with its id. */
export type Change = {
  readonly [Kind in keyof PaymentRecords]?: readonly PaymentRecords[Kind][];
};
