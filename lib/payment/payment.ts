import { multiplyAmount } from '../money/money';

/** The payment provider as the shop sees it: hosted pages on which a customer pays, refunds, and signed webhooks. */
export interface Payments {
  /** The smallest amount that can be paid; nothing at all needs no payment. */
  readonly minimumAmount: string;
  /** Opens a page to pay on. Asking again with the same `id` gives the same page. */
  openPaymentSession(request: OpenPayment): Promise<PaymentSession>;
  /** What the provider knows now: the only truth about a payment. */
  getPaymentSession(sessionId: string): Promise<PaymentSession>;
  /** Closes the page, so that nobody can pay on it any more; resolves to how it stands, which may be paid. */
  expirePaymentSession(sessionId: string): Promise<PaymentSession>;
  /** Gives the whole amount back. Asking again with the same `id` and `attempt` refunds nothing twice. */
  refund(request: RefundRequest): Promise<Refund>;
  getRefund(refundId: string): Promise<Refund>;
  /** Every refund of one payment, newest first. `intent`: what the provider calls the payment. */
  listRefundsOf(intent: string): AsyncIterable<ListedRefund>;
  /** Takes the whole amount that was set aside; nothing is taken twice. */
  capture(request: CaptureRequest): Promise<Capture>;
  /** Lets go what was set aside, so that the customer is charged nothing. */
  void(request: VoidRequest): Promise<Voiding>;
  /** As `getPaymentSession`; null where the provider knows no such session. */
  findPaymentSession(sessionId: string): Promise<PaymentSession | null>;
  /**
   * Every payment that was opened from one moment on and before another (both to the second), in no order: the
   * provider's side of a reconciliation.
   */
  listPayments(since: Date, until: Date): AsyncIterable<ListedPayment>;
  /** Every refund that was made from one moment on and before another (both to the second), in no order. */
  listRefunds(since: Date, until: Date): AsyncIterable<ListedRefund>;
  getDispute(disputeId: string): Promise<Dispute>;
  getFraudWarning(warningId: string): Promise<FraudWarning>;
  /** Checks who sent a webhook, and reads it. `body` is the request's body exactly as it came. */
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
  /** Identifies this attempt: the provider's idempotency key is made of it. */
  id: string;
  checkoutId: string;
  /** The shop's own order reference, shown to the customer and to the shop's accountants. */
  reference: string;
  lines: readonly PaymentLine[];
  email: string;
  /** Two-letter code of the language of the page. */
  language: string;
  successUrl: string;
  cancelUrl: string;
  /** `manual`: the money is only set aside when the customer pays. */
  capture: 'automatic' | 'manual';
  /** When the provider closes the page by itself; Stripe takes 30 minutes to 24 hours from now. */
  expiresAt: Date;
}

/**
 * `open`: can be paid. `processing`: the customer is done and the bank is not. `authorized`: the money is set aside, to
 * be captured or voided. `paid`. `closed`: was not paid and never will be.
 */
export type PaymentState =
  | { status: 'open'; url: string }
  | { status: 'processing' }
  | { status: 'authorized' | 'paid'; amount: string; currency: string; intent: string }
  | { status: 'closed' };

export interface PaymentSession {
  id: string;
  checkoutId: string | null;
  /** What the page was opened with; null where the provider does not tell. */
  email: string | null;
  language: string | null;
  state: PaymentState;
}

export interface RefundRequest {
  /** Identifies this refund: the provider's idempotency key is made of it and of the attempt. */
  id: string;
  /** Counts the idempotency keys that were spent on errors; from 1 on, existing refunds are looked up first. */
  attempt?: number;
  checkoutId: string;
  /** What the provider called the payment when it was paid. */
  intent: string;
  amount: string;
}

/** `done`: the money is on its way back. `pending`: ask again. `failed`: a person has to look. */
export interface Refund {
  id: string | null;
  status: 'done' | 'pending' | 'failed';
}

export interface CaptureRequest {
  intent: string;
  amount: string;
}

/** `done`: the money is the shop's. `failed`: it can't be had any more. */
export interface Capture {
  status: 'done' | 'failed';
}

export interface VoidRequest {
  intent: string;
}

/** `done`: nothing is set aside any more. `captured`: it had been taken before. `failed`: a person has to look. */
export interface Voiding {
  status: 'done' | 'captured' | 'failed';
}

export interface ListedPayment {
  session: PaymentSession;
  createdAt: Date;
}

export interface ListedRefund {
  id: string;
  /** What the provider called the payment when it was paid. */
  intent: string | null;
  amount: string;
  currency: string;
  status: Refund['status'];
  createdAt: Date;
}

/**
 * The cardholder's bank disputes a payment. `open`: not decided. `won`: the payment stands. `lost`: the amount went back
 * to the cardholder. `closed`: an inquiry that ended without a decision.
 */
export interface Dispute {
  id: string;
  intent: string | null;
  amount: string;
  currency: string;
  status: 'open' | 'won' | 'lost' | 'closed';
  /** The provider has taken the amount from the shop. */
  fundsWithdrawn: boolean;
  /** Until when the shop can answer; null when no answer is possible (any more), or the provider names no date. */
  answerDueAt: Date | null;
  /** The provider has the shop's answer, and the bank decides. */
  answered: boolean;
  createdAt: Date;
}

/** The card's issuer suspects fraud; nothing has been decided, and no money moved. */
export interface FraudWarning {
  id: string;
  intent: string | null;
  createdAt: Date;
}

/** An event of the provider, reduced to what it points at: facts are asked for again. */
export interface PaymentEvent {
  kind: 'event';
  id: string;
  type: string;
  /** When it happened, by the provider's clock. */
  createdAt: Date;
  /** Of a payment session; null for every other object. */
  sessionId: string | null;
  checkoutId: string | null;
  /** The provider's id of the object that the event is about: a session, charge, refund, dispute or fraud warning. */
  objectId: string | null;
  /** What the provider calls the payment and the charge that the object belongs to; the charge itself for a charge. */
  intent: string | null;
  charge: string | null;
  /** What was paid, where the event itself proves that a session was paid in full with automatic capture. */
  paid: { amount: string; currency: string; intent: string } | null;
}

/** An authentic event, or why it was refused. */
export type Webhook = PaymentEvent | { kind: 'refused'; why: string };

export interface PaymentErrorDetails extends ErrorOptions {
  /** Why the provider refuses for good, where it says so in a code of its own ("amount_too_small"). */
  code?: string | null;
  /**
   * The provider keeps this answer under the request's idempotency key (a 5xx), or has seen the key with another
   * request: under the same key it will answer the same for a day.
   */
  keySpent?: boolean;
}

/** The provider did not do what was asked. `retry`: whether asking again later can help. */
export class PaymentError extends Error {
  override name = 'PaymentError';

  // Next bundles pages, routes and instrumentation apart: one error class is several there, and its name is its own.
  static override [Symbol.hasInstance](value: unknown): value is PaymentError {
    return value instanceof Error && value.name === 'PaymentError';
  }

  readonly code: string | null;
  readonly keySpent: boolean;

  constructor(
    message: string,
    readonly retry: boolean,
    { code = null, keySpent = false, ...options }: PaymentErrorDetails = {},
  ) {
    super(message, options);
    this.code = code;
    this.keySpent = keySpent;
  }
}

/** A line of the exact total: by unit where unit × quantity is the total, else as one. */
export function paymentLine(item: {
  name: string;
  description: string;
  unitAmount: string;
  quantity: number;
  totalAmount: string;
}): PaymentLine {
  const { name, description, unitAmount, quantity, totalAmount } = item;
  return multiplyAmount(unitAmount, quantity) === totalAmount
    ? { name, description, unitAmount, quantity }
    : { name: `${quantity} × ${name}`, description, unitAmount: totalAmount, quantity: 1 };
}
