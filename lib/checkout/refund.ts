import { v7 as newId } from 'uuid';
import { PaymentError, type Refund } from '../payment/payment';
import type { Checkout, Payment } from './checkout';
import { move } from './checkout-store';
import { queueMail } from './mail-store';
import type { Outcome } from './order-outcome';
import { countRefundAttempt, saveRefund } from './payment-store';
import type { Rooms } from './rooms';
import { orFailed, securedPayment } from './secured';

/** Gives the whole payment back. "Refunded" is said only when the provider has confirmed it. */
export async function refund(rooms: Rooms, checkout: Checkout): Promise<Outcome> {
  const payment = await securedPayment(rooms.database, checkout.id);
  const { id, amount } = payment;
  const answer = await orFailed<Refund>(() => askRefund(rooms, checkout, payment), {
    id: null,
    status: 'failed',
  });
  const done = answer.status === 'done';
  await rooms.database.transaction(async (transaction) => {
    await saveRefund(transaction, id, { refundId: answer.id, done });
    const detail = { payment: id, amount };
    if (done) {
      if ((await move(transaction, checkout, { kind: 'refund_confirmed' }, { detail })) === null) return;
      await queueMail(transaction, { id: newId(), checkoutId: checkout.id, kind: 'refund' });
    }
    if (answer.status === 'failed') {
      await move(transaction, checkout, { kind: 'refund_failed' }, { reason: 'refund_failed', detail });
      rooms.report('error', 'a refund failed', { checkout: checkout.id, payment: id });
    }
  });
  return answer.status === 'pending'
    ? { kind: 'again', seconds: pendingSeconds(checkout) }
    : { kind: 'moved' };
}

/** A refund that is pending takes minutes to weeks: asked about after a minute, and less and less often, to hourly. */
const pendingSeconds = ({ tries }: Checkout): number => Math.min(3600, 60 * 2 ** Math.min(tries, 6));

async function askRefund(
  rooms: Rooms,
  checkout: Checkout,
  { id, intent, amount, refundId, refundAttempts }: Payment & { intent: string },
): Promise<Refund> {
  if (refundId !== null) return rooms.payments.getRefund(refundId);
  try {
    const attempt = refundAttempts;
    return await rooms.payments.refund({ id, checkoutId: checkout.id, intent, amount, attempt });
  } catch (error) {
    if (error instanceof PaymentError && error.keySpent) {
      await rooms.database.transaction((transaction) => countRefundAttempt(transaction, id));
    }
    throw error;
  }
}
