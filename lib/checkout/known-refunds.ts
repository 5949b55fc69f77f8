import { PaymentError } from '../payment/payment';
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
      if (payment.state === 'paid' && payment.refundedAt === null) await learnOfTaken(rooms, payment);
      if (payment.state === 'authorized') await learnOfAuthorized(rooms, payment);
    }
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    rooms.report('warn', 'the payment provider could not be asked for refunds', {
      checkout: checkoutId,
      reason: error.message,
    });
  }
}

async function learnOfTaken({ database, payments }: Asking, payment: Payment): Promise<void> {
  if (payment.intent === null) return;
  for await (const refund of payments.listRefundsOf(payment.intent)) {
    // A part of it is not all of it: then a person goes on looking.
    if (refund.status !== 'done' || refund.amount !== payment.amount) continue;
    await database.transaction(async (transaction) => {
      await saveRefund(transaction, payment.id, { refundId: refund.id, done: true });
      await note(transaction, payment.checkoutId, 'refund_seen', {
        payment: payment.id,
        amount: payment.amount,
      });
    });
    return;
  }
}

/** Let go, or taken after all, by hand. */
async function learnOfAuthorized(rooms: Asking, payment: Payment): Promise<void> {
  if (payment.sessionId === null) return;
  const { state } = await rooms.payments.getPaymentSession(payment.sessionId);
  if (state.status !== 'paid' && state.status !== 'closed') return;
  const { status } = state;
  await rooms.database.transaction((transaction) => settleAuthorized(transaction, payment.id, status));
}
