import { compareAmounts, sumAmounts } from '../money/money';
import { PaymentError, type ListedRefund } from '../payment/payment';
import type { Payment } from './checkout';
import { readPayments, saveRefund, settleAuthorized } from './payment-store';
import type { Rooms } from './rooms';
import { note } from './timeline-store';

type Asking = Pick<Rooms, 'database' | 'payments' | 'report'>;

/**
 * For a person who settles things at the provider's own pages: asks it what went back of a checkout's payments, and
 * writes that down. When the provider can't be asked, what is known without it has to do.
 */
export async function learnRefunds(rooms: Asking, checkoutId: string): Promise<void> {
  const payments = await readPayments(rooms.database, checkoutId);
  try {
    for (const payment of payments) {
      const { state, intent, refundedAt } = payment;
      if (state === 'paid' && intent !== null && refundedAt === null)
        await learnOfTaken(rooms, payment, await refundsOf(rooms, intent));
      if (state === 'authorized') await learnOfAuthorized(rooms, payment);
    }
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    rooms.report('warn', 'the payment provider could not be asked for refunds', {
      checkout: checkoutId,
      reason: error.message,
    });
  }
}

/** Every refund of a payment at the provider, the newest first. */
export async function refundsOf(
  { payments }: Pick<Rooms, 'payments'>,
  intent: string,
): Promise<ListedRefund[]> {
  const refunds: ListedRefund[] = [];
  for await (const refund of payments.listRefundsOf(intent)) refunds.push(refund);
  return refunds;
}

/**
 * Writes down that a payment went back when all of it did. `refunds`: those that the provider lists for it, the newest
 * first. Throws PaymentError where the provider can't be asked what was paid.
 */
export async function learnOfTaken(
  { database, payments }: Asking,
  { id, checkoutId, sessionId }: Payment,
  refunds: readonly ListedRefund[],
): Promise<void> {
  const done = refunds.filter(({ status }) => status === 'done');
  const [latest] = done;
  if (latest === undefined || sessionId === null) return;
  // What was paid may differ from what was asked for: that can be why staff refunded it.
  const { state } = await payments.getPaymentSession(sessionId);
  if (state.status !== 'paid') return;
  const amount = sumAmounts(done.map((refund) => refund.amount));
  // A part of it is not all of it: staff go on looking.
  if (latest.currency !== state.currency || compareAmounts(amount, state.amount) < 0) return;
  // What is called an amount in the timeline is one of EUR.
  const money = state.currency === 'EUR' ? { amount } : { foreignAmount: `${amount} ${state.currency}` };
  await database.transaction(async (transaction) => {
    if (!(await saveRefund(transaction, id, { refundId: latest.id, done: true }))) return;
    await note(transaction, checkoutId, 'refund_seen', { payment: id, ...money });
  });
}

/** Let go, or taken after all, by hand. */
async function learnOfAuthorized(rooms: Asking, payment: Payment): Promise<void> {
  if (payment.sessionId === null) return;
  const { state } = await rooms.payments.getPaymentSession(payment.sessionId);
  if (state.status !== 'paid' && state.status !== 'closed') return;
  const { status } = state;
  await rooms.database.transaction((transaction) => settleAuthorized(transaction, payment.id, status));
}
