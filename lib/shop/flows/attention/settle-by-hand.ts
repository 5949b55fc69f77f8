import type { Transaction } from '../../../database/database';
import type { PaidBackWay, Settlement } from '../../values/checkout-values';
import { lockCheckout } from '../../data/checkout-store';
import { enqueueEmail } from '../../data/mail-store';
import type { CheckoutContext } from '../../context';
import { learnRefunds } from '../payment/known-refunds';
import { readPayments } from '../../data/payment-store';
import { readRefunds, recordReturned } from '../../data/refund-store';
import { addRefundToShift } from '../../data/shift-store';
import { areTasksOf, isTask, settleTasks } from '../../data/task-store';
import { noteByStaff } from '../../data/timeline-store';
import { isHere, type Payment } from '../../rules/checkout';
import { isOfPart } from '../../rules/refund';

export interface OrderSettling {
  as: Settlement;
  /** How the money was returned. */
  paidBack?: PaidBackWay;
  reason?: string;
}

/**
 * Staff have settled what no program could, and say how and why: the purchase leaves their list, and the customer is
 * told by e-mail; and so do payments that it had no use for, whatever its state. Concurrency guarantee: a task is closed by one
 * conditional UPDATE, so of two concurrent calls one is recorded; false for the other, for a purchase that does not need staff,
 * and while a refund of a whole payment is under way. False, too, for "nothing" while the shop has the customer's money, because the customer would be told that nothing
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
    if ((await lockCheckout(transaction, checkoutId)) === null) return false;
    // The worker is asking the provider for it: what became of it is known soon.
    const refunds = await readRefunds(transaction, checkoutId);
    if (refunds.some((one) => !isOfPart(one) && one.state === 'due')) return false;
    const payments = await readPayments(transaction, checkoutId);
    if (as === 'nothing' && payments.some(isHere)) return false;
    const done = { staff, settledAs: as };
    const [settled] = await settleTasks(transaction, isTask('purchase', checkoutId), done);
    const unexpected =
      as === 'nothing'
        ? []
        : await settleTasks(transaction, areTasksOf(checkoutId, ['payment_unexpected']), done);
    if (settled === undefined && unexpected.length === 0) return false;
    const keys = unexpected.map(({ key }) => key);
    if (as === 'refunded')
      for (const payment of payments.filter((one) => one.state === 'paid' && isHere(one)))
        if (settled !== undefined || keys.includes(payment.id))
          await recordSettled(transaction, payment, {
            isUnexpected: keys.includes(payment.id),
            paidBack,
            staff,
          });
    await noteByStaff(transaction, checkoutId, 'settled_by_hand', { as, paidBack, staff, reason });
    if (settled !== undefined) await enqueueEmail(transaction, { checkoutId, kind: 'settled' });
    return true;
  });
}

interface SettledPayment {
  readonly isUnexpected: boolean;
  readonly paidBack: PaidBackWay | undefined;
  readonly staff: string;
}

/**
 * Money of which only staff can say how it was returned; of what they have refunded at the provider's pages the provider says
 * it.
 */
async function recordSettled(
  transaction: Transaction,
  payment: Payment,
  { isUnexpected, paidBack = 'provider', staff }: SettledPayment,
): Promise<void> {
  const cause = isUnexpected ? 'unexpected_payment' : 'no_order';
  const refund = await recordReturned(transaction, payment, { cause, state: 'settled', paidBack });
  if (refund !== null) await addRefundToShift(transaction, refund, staff);
}
