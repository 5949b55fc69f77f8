import { multiplyAmount } from '../money/money';

/** Hosted pages on which a customer pays, refunds, and signed webhooks. */
export interface Payments {
  /** The smallest amount that can be paid; an amount of zero needs no payment. */
  readonly minimumAmount: string;
  /** Opens a payment page. A repetition with the same `id` returns the same page. */
  openPaymentSession(request: OpenPayment): Promise<PaymentSession>;
  /** The provider's current state of a payment, which is authoritative. */
  getPaymentSession(sessionId: string): Promise<PaymentSession>;
  /** Closes the page, so that it can't be paid any more; resolves to its state, which may be paid. */
  expirePaymentSession(sessionId: string): Promise<PaymentSession>;
  /**
   * Refunds the amount, a part of a payment or all of it. A repetition with the same `id` and `attempt` does not refund
   * twice within a day; after it, the refunds of the payment have to be looked through first.
   */
  refund(request: RefundRequest): Promise<Refund>;
  getRefund(refundId: string): Promise<Refund>;
  /** Every refund of one payment, newest first. `intent`: the provider's id of the payment. */
  listRefundsOf(intent: string): AsyncIterable<ListedRefund>;
  /**
   * Captures the whole authorized amount; nothing is captured twice. `done`: the money is the shop's. `failed`:
   * it can't be captured any more.
   */
  capture(request: Pick<RefundRequest, 'intent' | 'amount'>): Promise<{ status: 'done' | 'failed' }>;
  /**
   * Voids the authorization, so that the customer is charged nothing. `captured`: it was captured before.
   * `failed`: staff must act.
   */
  void(request: Pick<RefundRequest, 'intent'>): Promise<{ status: 'done' | 'captured' | 'failed' }>;
  /** Like `getPaymentSession`; null if the provider knows no such session. */
  findPaymentSession(sessionId: string): Promise<PaymentSession | null>;
  /**
   * Every payment that was opened from one moment on and before another (both to the second), in no order: the
   * provider's side of a reconciliation.
   */
  listPayments(since: Date, until: Date): AsyncIterable<OpenedPayment>;
  /** Every refund that was made from one moment on and before another (both to the second), in no order. */
  listRefunds(since: Date, until: Date): AsyncIterable<ListedRefund>;
  /** Every payout that arrives from one day on and before another (YYYY-MM-DD, UTC), newest first. */
  listPayouts(since: string, until: string): AsyncIterable<Payout>;
  /** What a payout contains: payments, refunds, fees. Not of a manual payout, whose content the provider does not know. */
  listPayoutEntries(payoutId: string): AsyncIterable<PayoutEntry>;
  getDispute(disputeId: string): Promise<Dispute>;
  getFraudWarning(warningId: string): Promise<FraudWarning>;
  /** Checks the signature of a webhook, and reads it. `body` is the request's body exactly as it was received. */
  readWebhook(body: string, signature: string | null): Webhook;
  /** Every event since then of the types that the shop handles, newest first, whether its webhook came or not. */
  listEvents(since: Date): AsyncIterable<PaymentEvent>;
}

export interface PaymentLine {
  name: string;
  description: string;
  unitAmount: string;
  quantity: number;
}

export interface OpenPayment {
  /** Identifies this attempt: the provider's idempotency key is derived from it. */
  id: string;
  checkoutId: string;
  /** The shop's own order reference, shown to the customer and to the shop's accountants. */
  reference: string;
  /** ASCII text that comes back with the session, at most `longestNote` characters; empty: none. */
  note: string;
  lines: readonly PaymentLine[];
  email: string;
  /** Two-letter code of the language of the page. */
  language: string;
  successUrl: string;
  cancelUrl: string;
  /** `manual`: the money is only authorized when the customer pays. */
  capture: 'automatic' | 'manual';
  /** When the provider closes the page itself; Stripe allows 30 minutes to 24 hours from now. */
  expiresAt: Date;
}

/**
 * `open`: can be paid. `processing`: the customer has finished and the bank has not. `authorized`: the money is
 * authorized, to be captured or voided. `paid`. `closed`: was not paid and never will be.
 */
export type PaymentState =
  | { status: 'open'; url: string }
  | { status: 'processing' }
  | { status: 'authorized' | 'paid'; amount: string; currency: string; intent: string }
  | { status: 'closed' };

export interface PaymentSession {
  id: string;
  checkoutId: string | null;
  /** The metadata with which the page was opened; null if the provider does not return it. */
  email: string | null;
  language: string | null;
  state: PaymentState;
}

/** The most characters of a note. */
export const longestNote = 45 * 500;

export interface RefundRequest {
  /** Identifies this refund: the provider's idempotency key is derived from it and the attempt. */
  id: string;
  /** How many idempotency keys were used up, by errors or by refunds that failed. */
  attempt?: number;
  checkoutId: string;
  /** The provider's id of the payment from the time when it was paid. */
  intent: string;
  amount: string;
  /** Other refunds of the same payment, even of the same amount, are not this one. */
  isPart?: boolean;
}

/** `done`: the money is being returned. `pending`: ask again. `failed`: staff must act. */
export interface Refund {
  id: string | null;
  status: 'done' | 'pending' | 'failed';
}

export interface ListedPayment {
  session: PaymentSession;
  createdAt: Date;
}

/** With what was given when the page was opened; null: another program opened it, or without it. */
export interface OpenedPayment extends ListedPayment {
  reference: string | null;
  note: string | null;
  successUrl: string | null;
}

export interface ListedRefund {
  id: string;
  /** The provider's id of the payment from the time when it was paid. */
  intent: string | null;
  /** The `id` of the request that made it; null: it was made at the provider's pages. */
  requestId: string | null;
  amount: string;
  currency: string;
  status: Refund['status'];
  createdAt: Date;
}

/** Money that the provider sends to the shop's bank account. `failed`: the bank has returned it, or it was canceled. */
export interface Payout {
  id: string;
  /** YYYY-MM-DD, UTC: when the bank is expected to have it. */
  arrivesOn: string;
  amount: string;
  currency: string;
  status: 'pending' | 'paid' | 'failed';
  /** Someone chose its amount at the provider's pages. */
  isManual: boolean;
}

/** A movement of the provider's account for the shop. Amounts below 0 are taken from it. */
export interface PayoutEntry {
  id: string;
  kind: 'payment' | 'refund' | 'dispute' | 'other';
  /** Before the fee. */
  amount: string;
  /** 0 or more. */
  fee: string;
  currency: string;
  /** The provider's id of the payment, and of the refund or dispute; null if it is neither. */
  intent: string | null;
  objectId: string | null;
}

/**
 * The cardholder's bank disputes a payment. `open`: not decided. `won`: the payment stays. `lost`: the amount was
 * returned to the cardholder. `closed`: an inquiry that ended without a decision.
 */
export interface Dispute {
  id: string;
  intent: string | null;
  amount: string;
  currency: string;
  status: 'open' | 'won' | 'lost' | 'closed';
  /** True if the provider has taken the amount from the shop. */
  fundsWithdrawn: boolean;
  /** For the shop's answer; null if none is possible (any more), or no date is given. */
  answerDueAt: Date | null;
  /** True if the provider has the shop's answer, and the bank decides. */
  answered: boolean;
  createdAt: Date;
}

/** The card's issuer suspects fraud; nothing has been decided, and no money moved. */
export type FraudWarning = Pick<Dispute, 'id' | 'intent' | 'createdAt'>;

/** An event of the provider, reduced to the objects that it refers to: their data is requested again. */
export interface PaymentEvent {
  kind: 'event';
  id: string;
  type: string;
  /** When it happened, by the provider's clock. */
  createdAt: Date;
  /** For a payment session; null for every other object. */
  sessionId: string | null;
  checkoutId: string | null;
  /** The provider's id of the object that the event is about: a session, charge, refund, dispute or fraud warning. */
  objectId: string | null;
  /** The payment and the charge of the object; the charge itself for a charge. */
  intent: string | null;
  charge: string | null;
  /** What was paid, if the event itself proves that a session was paid in full with automatic capture. */
  paid: { amount: string; currency: string; intent: string } | null;
}

export type Webhook = PaymentEvent | { kind: 'refused'; why: string };

export interface PaymentErrorDetails extends ErrorOptions {
  /** Whether asking again later can help. */
  retry: boolean;
  /** Why the provider refuses permanently, if it gives a code ("amount_too_small"). */
  code?: string | null;
  /**
   * The provider has stored this answer under the request's idempotency key and repeats it (a 5xx), or has seen the key
   * with another request: under the same key it will give the same answer for a day.
   */
  idempotencyKeySpent?: boolean;
  /** The key may be spent: the answer is a 5xx that does not say whether it is stored. */
  idempotencyKeyMayBeSpent?: boolean;
}

/** The provider did not do what was requested. */
export class PaymentError extends Error {
  override name = 'PaymentError';

  // Next bundles pages, routes and instrumentation separately, so there are several copies of this class. Therefore
  // errors are recognized by their name.
  static override [Symbol.hasInstance](value: unknown): value is PaymentError {
    return value instanceof Error && value.name === 'PaymentError';
  }

  readonly retry: boolean;
  readonly code: string | null;
  readonly idempotencyKeySpent: boolean;
  readonly idempotencyKeyMayBeSpent: boolean;

  constructor(
    message: string,
    {
      retry,
      code = null,
      idempotencyKeySpent = false,
      idempotencyKeyMayBeSpent = idempotencyKeySpent,
      ...options
    }: PaymentErrorDetails,
  ) {
    super(message, options);
    this.retry = retry;
    this.code = code;
    this.idempotencyKeySpent = idempotencyKeySpent;
    this.idempotencyKeyMayBeSpent = idempotencyKeyMayBeSpent;
  }
}

/** A line with the exact total: by unit if unit × quantity is the total, else as one unit. */
export function paymentLine(line: PaymentLine, totalAmount: string): PaymentLine {
  const { name, unitAmount, quantity } = line;
  return multiplyAmount(unitAmount, quantity) === totalAmount
    ? line
    : { ...line, name: `${quantity} × ${name}`, unitAmount: totalAmount, quantity: 1 };
}
