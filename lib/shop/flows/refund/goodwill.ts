import { amountAbove, compareAmounts, sumAmounts } from '../../../money/money';
import type { CheckoutContext } from '../../context';
import { lockCheckout } from '../../data/checkout-store';
import { readCreditInUse } from '../../data/credit-store';
import { insertGoodwill } from '../../data/goodwill-store';
import { readRefunds } from '../../data/refund-store';
import { noteByStaff } from '../../data/timeline-store';
import { learnIncidents } from '../payment/learn-incidents';
import { findRefundable } from './refund-parts';

export interface GoodwillRequest {
  /** Of the form: sent twice, it is one refund. */
  readonly id: string;
  readonly checkoutId: string;
  /** In EUR, more than 0.00. */
  readonly amount: string;
  readonly reason: string;
  readonly staff: string;
  /** What was given so before in all, as the form showed it; null: it did not show it. */
  readonly seen: string | null;
  /** The most that this person may give back of one purchase in all, in EUR; null: all that was paid. */
  readonly limit: string | null;
}

/**
 * `requested`: it will be refunded, whatever crashes. `already`: this form was sent before. `over_limit`: more than this person
 * may give back. `too_much`: more than was paid and is not given back yet. `disputed`: the bank may return the money itself.
 * `not_ordered`: there is no order, or nothing was paid for it. `changed`: more was given than the form showed, in another window or
 * by somebody else.
 */
export type GoodwillAnswer =
  'requested' | 'already' | 'over_limit' | 'too_much' | 'disputed' | 'not_ordered' | 'changed';

/**
 * Gives back a part of what was paid while the tickets stay valid; the worker asks the provider for it. Concurrency guarantee: the
 * purchase is locked, so that the sum of all refunds never exceeds the payment, nor the limit.
 */
export async function requestGoodwill(
  context: Pick<CheckoutContext, 'database' | 'payments' | 'report'>,
  { id, checkoutId, amount, reason, staff, seen, limit }: GoodwillRequest,
): Promise<GoodwillAnswer> {
  // Staff may have refunded it on the provider's own pages.
  await learnIncidents(context, checkoutId);
  return context.database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, checkoutId);
    if (checkout?.state !== 'ordered') return 'not_ordered';
    const refunds = await readRefunds(transaction, checkoutId);
    if (refunds.some((one) => one.id === id)) return 'already';
    const given = refunds.filter(({ cause, state }) => cause === 'goodwill' && state !== 'waived');
    const before = sumAmounts(given.map((one) => one.amount));
    if (seen !== null && compareAmounts(before, seen) !== 0) return 'changed';
    const refundable = await findRefundable(transaction, checkoutId);
    if (refundable === 'disputed') return 'disputed';
    if (refundable === null) return 'not_ordered';
    // What other tickets were paid with is not given back here: their own booking has it.
    const left = amountAbove(refundable.amount, await readCreditInUse(transaction, checkoutId));
    if (compareAmounts(amount, left) > 0) return 'too_much';
    if (limit !== null && compareAmounts(amount, amountAbove(limit, before)) > 0) return 'over_limit';
    const { paymentId } = refundable;
    if (!(await insertGoodwill(transaction, { id, checkoutId, paymentId, amount, reason, staff })))
      return 'already';
    await noteByStaff(transaction, checkoutId, 'goodwill_requested', { staff, refund: id, amount });
    return 'requested';
  });
}
