import type { Reader } from '../../../database/database';
import type { CheckoutContext } from '../../context';
import { readPayments } from '../../data/payment-store';
import { readPurchases } from '../../data/rebooking-store';
import type { Checkout, Payment } from '../../rules/checkout';
import { isToPayBack } from '../../rules/refund';
import type { Refund } from '../../tables/refund-table';
import type { CounterWay } from '../../values/checkout-values';
import { settleRefund } from './settle-refund';

export interface PayingBack {
  readonly paidBack: CounterWay;
  readonly reason: string;
  readonly staff: string;
}

/**
 * Records that staff give back, now and at the counter, what of these refunds is to be paid back there. Resolves to the
 * identifiers of those that this call has recorded: others were recorded before, or are not to be paid back (yet).
 */
export async function payBack(
  context: Pick<CheckoutContext, 'database' | 'payments'>,
  refunds: readonly Refund[],
  how: PayingBack,
): Promise<string[]> {
  const recorded: string[] = [];
  for (const refund of refunds.filter(isToPayBack))
    if ((await settleRefund(context, refund.id, { as: 'refunded', ...how })) === 'settled')
      recorded.push(refund.id);
  return recorded;
}

/**
 * Whether a refund of this purchase can be one that is paid back at the counter: its own payment, or one of the purchases whose
 * tickets were exchanged for it, was taken there.
 */
export async function isPaidAtCounter(
  reader: Reader,
  { checkout, payments }: { checkout: Pick<Checkout, 'id' | 'credit'>; payments: readonly Payment[] },
): Promise<boolean> {
  if (payments.some(isAtCounter)) return true;
  if (checkout.credit === '0.00') return false;
  const [, ...earlier] = await readPurchases(reader, checkout.id);
  for (const id of earlier) if ((await readPayments(reader, id)).some(isAtCounter)) return true;
  return false;
}

const isAtCounter = ({ state, method }: Payment) => state === 'paid' && method !== 'provider';
