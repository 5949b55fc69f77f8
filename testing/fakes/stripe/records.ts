/**
 * The records of the payment provider. Amounts are in the currency's smallest unit; times in seconds since 1970.
 */
export interface LineItem {
  readonly name: string;
  readonly description: string | null;
  readonly unitAmount: number;
  readonly quantity: number;
}

export type Metadata = Readonly<Record<string, string>>;
export type CaptureMethod = 'automatic_async' | 'manual';

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

/** Why the last attempt to pay failed. */
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
  /** The charge of the last attempt. */
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
  readonly metadata: Metadata;
  readonly status: 'succeeded' | 'pending' | 'failed';
}

/** The cardholder's bank disputes a charge. */
export interface Dispute {
  readonly id: string;
  readonly created: number;
  readonly intentId: string;
  readonly chargeId: string;
  readonly amount: number;
  readonly currency: string;
  /** A status that begins with `warning_` is an inquiry: nothing is withdrawn. */
  readonly status: `${'' | 'warning_'}${'needs_response' | 'under_review'}` | 'won' | 'lost';
  /** Until when an answer is accepted. */
  readonly dueBy: number;
}

/** The card's issuer suspects fraud. */
export interface FraudWarning {
  readonly id: string;
  readonly created: number;
  readonly intentId: string;
  readonly chargeId: string;
}

/** A movement of the account of the shop. */
export interface BalanceEntry {
  readonly id: string;
  readonly created: number;
  readonly type: 'charge' | 'refund' | 'adjustment' | 'stripe_fee';
  /** Before the fee; below 0 if it is taken from the account. */
  readonly amount: number;
  readonly fee: number;
  readonly currency: string;
  /** The charge, refund or dispute. */
  readonly sourceId: string | null;
}

/** Money that is sent to the shop's bank account. */
export interface Payout {
  readonly id: string;
  readonly created: number;
  /** The first second of the day, UTC. */
  readonly arrivalDate: number;
  readonly amount: number;
  readonly currency: string;
  readonly status: 'paid' | 'pending' | 'in_transit' | 'canceled' | 'failed';
  readonly automatic: boolean;
  readonly entries: readonly BalanceEntry[];
}

export type EventType =
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'
  | 'charge.refunded'
  | 'charge.refund.updated'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.closed'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.funds_reinstated'
  | 'radar.early_fraud_warning.created';

export interface EventObject {
  readonly id: string;
  readonly [member: string]: unknown;
}

export interface ProviderEvent {
  readonly id: string;
  readonly created: number;
  /** An {@link EventType}; tests also record types that the shop does not handle. */
  readonly type: string;
  /** The object as it was then, as the API returns it. */
  readonly object: EventObject;
}

/** One delivery of an event. `withheld`: the customer chose that it never arrives. */
export interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly state: 'pending' | 'delivered' | 'withheld';
  /** Milliseconds since 1970. */
  readonly dueAt: number;
  readonly attempts: number;
  /** The result of the last attempt, as text. */
  readonly lastResult: string | null;
}

/** The stored answer to a request with an Idempotency-Key. */
export interface StoredAnswer {
  /** The key itself. */
  readonly id: string;
  readonly created: number;
  readonly endpoint: string;
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
}

/**
 * A fault of the response:
 * - `error_before`, `error_after`: a 500; the request is not carried out, or carried out. Stripe keeps this response
 *   under its key for a day
 * - `busy`: a 429, which is not kept
 * - `other_form`: the key was used with other parameters before
 * - `refused`: a 400, not kept either
 * - `cut_after`: the request is carried out, its response kept under its key, and the connection broken
 * - `cut_and_forgotten`: the same, and the response is not kept, as if the repetition came after more than a day
 */
export type AnswerFault =
  'error_before' | 'error_after' | 'busy' | 'other_form' | 'refused' | 'cut_after' | 'cut_and_forgotten';

/**
 * A fault of the money; it waits for a request that would succeed. `failed`: a capture or void is refused
 * permanently, and the bank refuses a refund. `pending`: the bank has not decided about a refund.
 */
export type OutcomeFault = 'failed' | 'pending';

export type Fault = AnswerFault | OutcomeFault;

export type FaultKind = 'open' | 'capture' | 'cancel' | 'refund';

/**
 * The faults of the next requests of one kind, in their order; null: no fault. The operator of the demonstration
 * plans one, tests as many as they need.
 */
export interface PlannedFaults {
  readonly id: FaultKind;
  readonly next: (Fault | null)[];
}

/** The kinds of records, each found by its id. */
export interface PaymentRecords {
  readonly sessions: CheckoutSession;
  readonly intents: PaymentIntent;
  readonly refunds: Refund;
  readonly disputes: Dispute;
  readonly warnings: FraudWarning;
  readonly payouts: Payout;
  readonly events: ProviderEvent;
  readonly deliveries: Delivery;
  readonly answers: StoredAnswer;
  readonly faults: PlannedFaults;
}

/** All records, read-only. Only the store can change them. */
export type PaymentState = {
  readonly [Kind in keyof PaymentRecords]: ReadonlyMap<string, PaymentRecords[Kind]>;
};

/** New or newer records; each replaces the one with its id. */
export type Change = {
  readonly [Kind in keyof PaymentRecords]?: readonly PaymentRecords[Kind][];
};
