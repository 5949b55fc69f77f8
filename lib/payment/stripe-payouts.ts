import type Stripe from 'stripe';
import { fromCents } from '../money/money';
import type { Payout, PayoutEntry } from './payment';
import { listAll } from './stripe-call';
import { idOf } from './stripe-incidents';

/** Stripe gives the day of arrival as its first second in UTC. */
const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;

export function listPayouts(stripe: Stripe, since: string, until: string): AsyncGenerator<Payout> {
  const range = { gte: startOfDay(since), lt: startOfDay(until) };
  return listAll(() => stripe.payouts.list({ arrival_date: range, limit: 100 }), readPayout);
}

export function listPayoutEntries(stripe: Stripe, payoutId: string): AsyncGenerator<PayoutEntry> {
  return listAll(
    () => stripe.balanceTransactions.list({ payout: payoutId, limit: 100, expand: ['data.source'] }),
    readEntry,
  );
}

function readPayout({
  id,
  amount,
  currency,
  status,
  automatic,
  arrival_date: arrival,
}: Stripe.Payout): Payout {
  return {
    id,
    arrivesOn: new Date(arrival * 1000).toISOString().slice(0, 10),
    amount: fromCents(amount),
    currency: currency.toUpperCase(),
    status: payoutStatus(status),
    isManual: !automatic,
  };
}

/** https://docs.stripe.com/api/payouts/object#payout_object-status; an unknown, newer status counts as pending. */
function payoutStatus(status: string): Payout['status'] {
  if (status === 'paid') return 'paid';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}

/** Null for the payout itself, which its list contains, too. */
function readEntry({
  id,
  amount,
  fee,
  currency,
  source,
  type,
}: Stripe.BalanceTransaction): PayoutEntry | null {
  if (type === 'payout') return null;
  return {
    id,
    ...sourceOf(source),
    amount: fromCents(amount),
    fee: fromCents(fee),
    currency: currency.toUpperCase(),
  };
}

/** What the movement is about: of the kinds of sources, the shop knows payments, refunds and disputes. */
function sourceOf(
  source: Stripe.BalanceTransaction['source'],
): Pick<PayoutEntry, 'kind' | 'intent' | 'objectId'> {
  if (source === null || typeof source === 'string') return { kind: 'other', intent: null, objectId: source };
  const { id: objectId, object } = source;
  if (object !== 'charge' && object !== 'refund' && object !== 'dispute')
    return { kind: 'other', intent: null, objectId };
  const kinds = { charge: 'payment', refund: 'refund', dispute: 'dispute' } as const;
  return { kind: kinds[object], intent: idOf(source.payment_intent), objectId };
}
