import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/database';
import type { PaidBackWay, Settlement } from '../../values/checkout-values';
import { enqueueEmail } from '../../data/mail-store';
import type { CheckoutContext } from '../../context';
import { learnRefunds } from '../payment/known-refunds';
import { readPayments } from '../../data/payment-store';
import { recordReturned } from '../../data/refund-store';
import { noteByStaff } from '../../data/timeline-store';
import { isReturned } from '../../tables/refund-table';

export interface OrderSettling {
  as: Settlement;
  /** How the money was returned. */
  paidBack?: PaidBackWay;
  reason?: string;
}

/**
 * Staff have settled what no program could, and say how and why: the purchase leaves their list, and the customer is
 * told by e-mail. The state stays as it is. Concurrency guarantee: one conditional UPDATE, so of two
 * concurrent calls one is recorded; false for the other, and for a purchase that does not need staff. False,
 * too, for "nothing" while the shop has the customer's money, because the customer would be told that nothing
 * was charged.
 */
export async function settleByHand(
  context: Pick<CheckoutContext, 'database' | 'payments' | 'report'>,
  checkoutId: string,
  { as, paidBack, staff, reason }: OrderSettling & { staff: string },
): Promise<boolean> {
  // What staff have refunded at the provider's pages is booked as the provider has it.
  if (as === 'refunded') await learnRefunds(context, checkoutId);
  return context.database.transaction(async (transaction) => {
    const settled = await transaction.run(
      sql`update storefront.checkout set settled_as = ${as}
          where id = ${checkoutId} and state = 'attention' and settled_as is null
            and not (${as} = 'nothing' and exists (select 1 from storefront.payment
              where checkout_id = ${checkoutId} and state in ('authorized', 'paid') and not exists (
                select 1 from storefront.refund where payment_id = payment.id and ${isReturned})))`,
    );
    const payments = as === 'nothing' ? 0 : await settleUnexpected(transaction, checkoutId, as);
    if (settled + payments === 0) return false;
    if (as === 'refunded') await recordSettled(transaction, checkoutId, { paidBack, isWhole: settled === 1 });
    await noteByStaff(transaction, checkoutId, 'settled_by_hand', { as, paidBack, staff, reason });
    if (settled === 1) await enqueueEmail(transaction, { checkoutId, kind: 'settled' });
    return true;
  });
}

/**
 * Money of which only staff can say how it was returned; of what they have refunded at the provider's pages the provider says
 * it. `isWhole`: of all payments of the purchase, not only of those that it had no use for.
 */
async function recordSettled(
  transaction: Transaction,
  checkoutId: string,
  { paidBack = 'provider', isWhole }: { paidBack: PaidBackWay | undefined; isWhole: boolean },
): Promise<void> {
  for (const payment of await readPayments(transaction, checkoutId)) {
    const isUnexpected = payment.settledAs === 'refunded';
    if (payment.state !== 'paid' || payment.refundedAt !== null || !(isWhole || isUnexpected)) continue;
    const cause = isUnexpected ? 'unexpected_payment' : 'no_order';
    await recordReturned(transaction, payment, { cause, state: 'settled', paidBack });
  }
}

/**
 * The same for payments that the checkout had no use for, whatever its state: refunded, perhaps in part, or
 * kept in agreement with the customer. Resolves to how many payments were waiting.
 */
function settleUnexpected(transaction: Transaction, checkoutId: string, as: Settlement): Promise<number> {
  return transaction.run(
    sql`update storefront.payment set settled_as = ${as}
        where checkout_id = ${checkoutId} and settled_as is null and not exists (
            select 1 from storefront.refund where payment_id = payment.id and ${isReturned})
          and state in ('authorized', 'paid') and id::text in (
            select detail->>'payment' from storefront.timeline
            where checkout_id = ${checkoutId} and what = 'payment_unexpected')`,
  );
}
