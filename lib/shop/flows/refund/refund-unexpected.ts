import { compareAmounts } from '../../../money/money';
import { PaymentError } from '../../../payment/payment';
import type { CheckoutContext } from '../../context';
import { learnRefunds } from '../payment/known-refunds';
import type { Payment } from '../../rules/checkout';
import { claimJob } from '../../data/job-store';
import { readPayments, settleAuthorized } from '../../data/payment-store';
import { findRefund, readRefunds, refundWhole } from '../../data/refund-store';
import { processRefund } from './process-refund';
import { noteByStaff } from '../../data/timeline-store';
import { isDisputed } from '../../rules/incident';
import { isOfPart } from '../../rules/refund';
import { readIncidents } from '../../data/incident-store';
import { closeTasks, readOpenTasks } from '../../data/task-store';

/** `late`: there is no such payment (any more). `open`: the provider has not returned all of it, or can't be asked. */
export type UnexpectedRefund = 'refunded' | 'open' | 'late';

type Unexpected = Payment & { intent: string };

/**
 * Returns the payments that a purchase had no use for, as a customer makes with a second page: what was taken is refunded,
 * what was authorized is let go. The provider gets the same request for each payment, however often and by whomever it is
 * sent, so nothing is refunded twice, also after a crash.
 */
export async function refundUnexpected(
  context: CheckoutContext,
  checkoutId: string,
  staff: string,
): Promise<UnexpectedRefund> {
  // Staff may have refunded it on the provider's own pages.
  await learnRefunds(context, checkoutId);
  const payments = await unexpectedPayments(context, checkoutId);
  if (payments.length === 0) return 'late';
  const returned = await Promise.all(payments.map((payment) => orOpen(context, payment, staff)));
  return returned.every(Boolean) ? 'refunded' : 'open';
}

async function unexpectedPayments({ database }: CheckoutContext, checkoutId: string): Promise<Unexpected[]> {
  const tasks = await readOpenTasks(database, checkoutId);
  const ids = tasks.filter(({ kind }) => kind === 'payment_unexpected').map(({ key }) => key);
  return (await readPayments(database, checkoutId)).flatMap((payment) => {
    const { id, intent } = payment;
    return ids.includes(id) && intent !== null ? [{ ...payment, intent }] : [];
  });
}

async function orOpen(context: CheckoutContext, payment: Unexpected, staff: string): Promise<boolean> {
  try {
    return await returnPayment(context, payment, staff);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    const about = { checkout: payment.checkoutId, payment: payment.id, reason: error.message };
    context.report('warn', 'an unexpected payment could not be refunded', about);
    return false;
  }
}

/** Whether the customer has the money again. */
async function returnPayment(context: CheckoutContext, payment: Unexpected, staff: string): Promise<boolean> {
  const { database, payments } = context;
  const { id, checkoutId, amount, intent } = payment;
  if (!(await isWhole(context, payment))) return false;
  if (payment.state === 'authorized') {
    if ((await payments.void({ intent })).status !== 'done') return false;
    await database.transaction(async (transaction) => {
      if (!(await settleAuthorized(transaction, id, 'closed'))) return;
      await closeTasks(transaction, id, ['payment_unexpected']);
      await noteByStaff(transaction, checkoutId, 'unexpected_refunded', { staff, payment: id, amount });
    });
    return true;
  }
  // The worker goes on with what the provider does not confirm at once.
  await database.transaction((transaction) => refundWhole(transaction, payment, 'unexpected_payment', staff));
  const refund = (await readRefunds(database, checkoutId)).find(
    (one) => one.paymentId === id && !isOfPart(one),
  );
  if (refund === undefined) throw new Error(`the refund of payment ${id} has disappeared`);
  if (await claimJob(database, 'refund', refund.id)) await processRefund(context, refund.id, 0);
  return (await findRefund(database, refund.id))?.state === 'done';
}

/** False while a bank may return it itself, or if another amount was paid: then staff decide at the provider's pages. */
async function isWhole(
  { database, payments }: CheckoutContext,
  { id, checkoutId, sessionId, amount }: Unexpected,
): Promise<boolean> {
  const incidents = await readIncidents(database, checkoutId);
  if (sessionId === null || incidents.some((one) => one.paymentId === id && isDisputed(one))) return false;
  const { state } = await payments.getPaymentSession(sessionId);
  if (state.status !== 'paid' && state.status !== 'authorized') return false;
  return state.currency === 'EUR' && compareAmounts(state.amount, amount) === 0;
}
