import { seconds, type Moment } from './decision';
import { DISPUTE_FEE } from './dispute-resource';
import type { BalanceEntry, Change, PaymentState, Payout } from './records';
import type { PaymentStore } from './store';

const day = 86_400;

/** The first second of the present day, UTC. */
export const startOfDay = (moment: Moment): number => Math.floor(seconds(moment) / day) * day;

/** What Stripe takes of a card payment in the euro area, in cents. */
const feeOf = (amount: number): number => Math.round(amount * 0.015) + 25;

/** One payout of all movements before a second that are in no payout yet; null if there are none. */
export function payOut(
  state: PaymentState,
  moment: Moment,
  before: number,
): { payout: Payout | null; change: Change } {
  const known = new Set([...state.payouts.values()].flatMap(({ entries }) => entries.map(keyOf)));
  const entries = movements(state, moment).filter((one) => one.created < before && !known.has(keyOf(one)));
  if (entries.length === 0) return { payout: null, change: {} };
  const payout: Payout = {
    id: moment.newId('po_'),
    created: seconds(moment),
    arrivalDate: startOfDay(moment),
    amount: entries.reduce((sum, { amount, fee }) => sum + amount - fee, 0),
    currency: 'eur',
    status: 'paid',
    automatic: true,
    entries,
  };
  return { payout, change: { payouts: [payout] } };
}

/** Pays out everything that is in no payout yet. */
export function payOutAll(store: PaymentStore, moment: Moment): Payout {
  const { payout, change } = payOut(store.state, moment, Infinity);
  if (payout === null) throw new Error('There is nothing to pay out.');
  store.apply(change);
  return payout;
}

const keyOf = ({ type, sourceId, amount }: BalanceEntry): string =>
  `${type} ${sourceId} ${Math.sign(amount)}`;

function movements({ intents, refunds, disputes }: PaymentState, moment: Moment): BalanceEntry[] {
  const of = (entry: Omit<BalanceEntry, 'id'>): BalanceEntry => ({ id: moment.newId('txn_'), ...entry });
  const charges = [...intents.values()].flatMap(({ status, charge, amountReceived: amount, currency }) =>
    status !== 'succeeded' || charge === null
      ? []
      : of({
          type: 'charge',
          amount,
          fee: feeOf(amount),
          currency,
          created: charge.created,
          sourceId: charge.id,
        }),
  );
  const returned = [...refunds.values()].flatMap(({ id, status, amount, currency, created }) =>
    status === 'succeeded'
      ? of({ type: 'refund', amount: -amount, fee: 0, currency, created, sourceId: id })
      : [],
  );
  const withdrawn = [...disputes.values()].flatMap(({ id, status, amount, currency, created }) => {
    if (status.startsWith('warning_')) return [];
    const common = { type: 'adjustment', currency, created, sourceId: id } as const;
    const out = of({ ...common, amount: -amount, fee: DISPUTE_FEE });
    return status === 'won' ? [out, of({ ...common, amount, fee: 0 })] : [out];
  });
  return [...charges, ...returned, ...withdrawn];
}
