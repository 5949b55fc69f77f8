import { PaymentError } from '../payment/payment';
import type { Payment } from './checkout';
import { readPayments, saveRefund, settleAuthorized } from './payment-store';
import type { Rooms } from './rooms';
import { note } from './timeline-store';

// The provider's clock is not the database's.
const clockMilliseconds = 60 * 60_000;

type Asking = Pick<Rooms, 'database' | 'payments' | 'report'>;

/**
 * For a person who settles things at the provider's own pages: asks it what went back of a checkout's payments, and
 * writes that down. When the provider can't be asked, what is known without it has to do.
 */
export async function learnRefunds(rooms: Asking, checkoutId: string): Promise<void> {
  const payments = await readPayments(rooms.database, checkoutId);
  try {
    await learnOfTaken(
      rooms,
      payments.filter(({ state, refundedAt }) => state === 'paid' && refundedAt === null),
    );
    for (const payment of payments.filter(({ state }) => state === 'authorized')) {
      await learnOfAuthorized(rooms, payment);
    }
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    rooms.report('warn', 'the payment provider could not be asked for refunds', {
      checkout: checkoutId,
      reason: error.message,
    });
  }
}

async function learnOfTaken(rooms: Asking, payments: readonly Payment[]): Promise<void> {
  if (payments.length === 0) return;
  const oldest = Math.min(...payments.map(({ createdAt }) => createdAt.getTime()));
  for await (const refund of rooms.payments.listRefunds(new Date(oldest - clockMilliseconds))) {
    const payment = payments.find(({ intent }) => intent !== null && intent === refund.intent);
    // A part of it is not all of it: then a person goes on looking.
    if (payment === undefined || refund.status !== 'done' || refund.amount !== payment.amount) continue;
    await rooms.database.transaction(async (transaction) => {
      await saveRefund(transaction, payment.id, { refundId: refund.id, done: true });
      await note(transaction, payment.checkoutId, 'refund_seen', {
        payment: payment.id,
        amount: payment.amount,
      });
    });
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
