import { compareAmounts, sumAmounts } from '../../../money/money';
import { PaymentError, type ListedRefund } from '../../../payment/payment';
import type { Payment } from '../../rules/checkout';
import { readPayments, settleAuthorized } from '../../data/payment-store';
import { recordReturned } from '../../data/refund-store';
import { closeTasks, readTasks } from '../../data/task-store';
import type { CheckoutContext } from '../../context';
import { listRefunds } from './ask-refund';
import { note } from '../../data/timeline-store';

type Asking = Pick<CheckoutContext, 'database' | 'payments' | 'report'>;

/**
 * For staff who settle payments at the provider's own pages: asks the provider which of a checkout's payments
 * were refunded, and stores the answer. When the provider can't be asked, the stored data is used.
 */
export async function learnRefunds(context: Asking, checkoutId: string): Promise<void> {
  const payments = await readPayments(context.database, checkoutId);
  try {
    for (const payment of payments) {
      const { state, intent, refundedAt } = payment;
      if (state === 'paid' && intent !== null && refundedAt === null)
        await learnOfTaken(context, payment, await listRefunds(context, intent));
      if (state === 'authorized') await learnOfAuthorized(context, payment);
    }
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    const about = { checkout: checkoutId, reason: error.message };
    context.report('warn', 'the payment provider could not be asked for refunds', about);
  }
}

/**
 * Records that a payment was refunded when all of it was. `refunds`: those that the provider lists for it,
 * newest first. Throws PaymentError when the provider can't be asked what was paid.
 */
export async function learnOfTaken(
  { database, payments }: Asking,
  payment: Payment,
  refunds: readonly ListedRefund[],
): Promise<void> {
  const { id, checkoutId, sessionId } = payment;
  const done = refunds.filter(({ status }) => status === 'done');
  const [latest] = done;
  if (latest === undefined || sessionId === null) return;
  // The paid amount may differ from the requested one: that can be why staff refunded it.
  const { state } = await payments.getPaymentSession(sessionId);
  if (state.status !== 'paid') return;
  const amount = sumAmounts(done.map((refund) => refund.amount));
  // A partial refund is not enough: the payment still needs staff.
  if (latest.currency !== state.currency || compareAmounts(amount, state.amount) < 0) return;
  // The staff pages show `amount` of a timeline entry in EUR.
  const money = state.currency === 'EUR' ? { amount } : { foreignAmount: `${amount} ${state.currency}` };
  await database.transaction(async (transaction) => {
    const isUnexpected = (await readTasks(transaction, 'payment_unexpected', id)).length > 0;
    const cause = isUnexpected ? 'unexpected_payment' : 'no_order';
    const how = { cause, state: 'done', refundId: latest.id } as const;
    if ((await recordReturned(transaction, payment, how)) === null) return;
    await note(transaction, checkoutId, 'refund_seen', { payment: id, ...money });
  });
}

/** Staff voided or captured the payment at the provider's pages. */
async function learnOfAuthorized(context: Asking, payment: Payment): Promise<void> {
  if (payment.sessionId === null) return;
  const { state } = await context.payments.getPaymentSession(payment.sessionId);
  if (state.status !== 'paid' && state.status !== 'closed') return;
  const { status } = state;
  await context.database.transaction(async (transaction) => {
    await settleAuthorized(transaction, payment.id, status);
    if (status === 'closed') await closeTasks(transaction, payment.id, ['payment_unexpected']);
  });
}
