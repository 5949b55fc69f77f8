import { sql } from 'drizzle-orm';
import type { Transaction } from '../../database/database';
import type { PaidBackWay, Settlement } from '../state/checkout-values';
import { enqueueEmail } from '../email/mail-store';
import type { CheckoutContext } from '../context';
import { noteByStaff } from '../state/timeline-store';

export interface OrderSettling {
  as: Settlement;
  /** How the money of a sale at the counter was returned. */
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
export function settleByHand(
  { database }: Pick<CheckoutContext, 'database'>,
  checkoutId: string,
  { as, paidBack, staff, reason }: OrderSettling & { staff: string },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const settled = await transaction.run(
      sql`update storefront.checkout set settled_as = ${as}
          where id = ${checkoutId} and state = 'attention' and settled_as is null
            and not (${as} = 'nothing' and exists (select 1 from storefront.payment
              where checkout_id = ${checkoutId} and state in ('authorized', 'paid') and refunded_at is null))`,
    );
    const payments = as === 'nothing' ? 0 : await settleUnexpected(transaction, checkoutId, as);
    if (settled + payments === 0) return false;
    if (as === 'refunded') await recordPaidBack(transaction, checkoutId, paidBack ?? null);
    await noteByStaff(transaction, checkoutId, 'settled_by_hand', { as, paidBack, staff, reason });
    if (settled === 1) await enqueueEmail(transaction, { checkoutId, kind: 'settled' });
    return true;
  });
}

/** What was taken at the counter was returned there, which only staff can know. */
async function recordPaidBack(
  transaction: Transaction,
  checkoutId: string,
  paidBack: PaidBackWay | null,
): Promise<void> {
  await transaction.run(
    sql`update storefront.payment set refunded_at = clock_timestamp(), paid_back = ${paidBack}
        where checkout_id = ${checkoutId} and method <> 'provider' and state = 'paid' and refunded_at is null`,
  );
}

/**
 * The same for payments that the checkout had no use for, whatever its state: refunded, perhaps in part, or
 * kept in agreement with the customer. Resolves to how many payments were waiting.
 */
function settleUnexpected(transaction: Transaction, checkoutId: string, as: Settlement): Promise<number> {
  return transaction.run(
    sql`update storefront.payment set settled_as = ${as}
        where checkout_id = ${checkoutId} and settled_as is null and refunded_at is null
          and state in ('authorized', 'paid') and id::text in (
            select detail->>'payment' from storefront.timeline
            where checkout_id = ${checkoutId} and what = 'payment_unexpected')`,
  );
}
