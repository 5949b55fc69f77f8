/** An object as the provider shows it. */
export interface Resource {
  id: string;
  [member: string]: unknown;
}

/** What the stand-in remembers. Amounts in cents, times in seconds since 1970. */
export interface Session {
  id: string;
  created: number;
  status: 'open' | 'complete' | 'expired';
  amount: number;
  currency: string;
  email: string | null;
  locale: string | null;
  reference: string | null;
  expiresAt: number;
  capture: 'automatic' | 'manual';
  /** What its lines are called. */
  names: string[];
}

/** What became of the money when a page was paid: set aside, taken, or let go. */
export interface Intent {
  id: string;
  created: number;
  amount: number;
  received: number;
  currency: string;
  status: 'requires_capture' | 'succeeded' | 'canceled';
}

export interface StoredRefund {
  id: string;
  created: number;
  intent: string;
  amount: number;
  currency: string;
  status: 'succeeded' | 'pending' | 'failed';
}

export const intentOf = (sessionId: string): string => `pi_${sessionId}`;

/** A session in Stripe's words; `intent` in full where it was asked for. */
export function sessionResource(session: Session, intent: Intent | undefined, expand: boolean): Resource {
  const full = expand && intent !== undefined ? intentResource(intent) : (intent?.id ?? null);
  return {
    id: session.id,
    object: 'checkout.session',
    mode: 'payment',
    created: session.created,
    status: session.status,
    payment_status: intent?.status === 'succeeded' ? 'paid' : 'unpaid',
    amount_total: session.amount,
    currency: session.currency,
    client_reference_id: session.reference,
    customer_email: session.email,
    locale: session.locale,
    payment_intent: full,
    url: session.status === 'open' ? `https://pay.example/${session.id}` : null,
  };
}

export function intentResource(intent: Intent): object {
  const { id, amount, currency, status, received, created } = intent;
  return {
    id,
    object: 'payment_intent',
    created,
    amount,
    currency,
    status,
    amount_capturable: status === 'requires_capture' ? amount : 0,
    amount_received: received,
  };
}

export const chargeOf = (intent: string): string => `ch_${intent}`;

export function refundResource(refund: StoredRefund): Resource {
  const { id, created, intent, amount, currency, status } = refund;
  return {
    id,
    object: 'refund',
    created,
    charge: chargeOf(intent),
    payment_intent: intent,
    amount,
    currency,
    status,
    metadata: {},
    ...(status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
  };
}

/** The charge of a payment, of which so much was refunded. */
export function chargeResource(
  { id, created, amount, received, currency }: Intent,
  refunded: number,
): Resource {
  return {
    id: chargeOf(id),
    object: 'charge',
    created,
    payment_intent: id,
    amount,
    amount_captured: received,
    amount_refunded: refunded,
    currency,
    paid: true,
    refunded: refunded === received,
    status: 'succeeded',
  };
}

export interface StoredDispute {
  id: string;
  created: number;
  intent: string;
  amount: number;
  currency: string;
  /** What begins with `warning_` is an inquiry: nothing is withdrawn. */
  status: `${'' | 'warning_'}${'needs_response' | 'under_review'}` | 'won' | 'lost';
  /** Until when the provider takes an answer, in seconds since 1970. */
  dueBy: number;
}

/** Stripe takes the amount and a fee when the bank disputes, and gives the amount back when the shop wins. */
export function disputeResource(dispute: StoredDispute): Resource {
  const { id, created, intent, amount, currency, status } = dispute;
  const withdrawal = {
    object: 'balance_transaction',
    type: 'adjustment',
    amount: -amount,
    fee: 1500,
    currency,
  };
  return {
    id,
    object: 'dispute',
    created,
    charge: chargeOf(intent),
    payment_intent: intent,
    amount,
    currency,
    status,
    reason: 'fraudulent',
    evidence_details: { due_by: dispute.dueBy },
    is_charge_refundable: false,
    balance_transactions: movementsOf(status, withdrawal, { ...withdrawal, amount, fee: 0 }),
  };
}

function movementsOf(status: StoredDispute['status'], withdrawal: object, reinstatement: object): object[] {
  if (status.startsWith('warning_')) return [];
  return status === 'won' ? [withdrawal, reinstatement] : [withdrawal];
}

export interface StoredWarning {
  id: string;
  created: number;
  intent: string;
}

export function warningResource({ id, created, intent }: StoredWarning): Resource {
  return {
    id,
    object: 'radar.early_fraud_warning',
    created,
    charge: chargeOf(intent),
    payment_intent: intent,
    actionable: true,
    fraud_type: 'unauthorized_use_of_card',
  };
}

/** A page of a list, newest first (https://docs.stripe.com/api/pagination), or null: there is no such place in it. */
export function pageOf<Item extends { id: string; created: number }>(
  items: Iterable<Item>,
  query: URLSearchParams,
  mostPerPage: number,
): { data: Item[]; hasMore: boolean } | null {
  const since = Number(query.get('created[gte]') ?? 0);
  const until = Number(query.get('created[lt]') ?? Infinity);
  const newestFirst = [...items].reverse().filter(({ created }) => created >= since && created < until);
  const after = query.get('starting_after');
  const start = after === null ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  if (after !== null && start === 0) return null;
  const end = start + Math.min(Number(query.get('limit') ?? 10), mostPerPage);
  return { data: newestFirst.slice(start, end), hasMore: end < newestFirst.length };
}
