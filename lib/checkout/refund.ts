import { v7 as newId } from 'uuid';
import type { Refund } from '../payment/payment';
import type { Checkout } from './checkout';
import { move } from './checkout-store';
import { queueMail } from './mail-store';
import type { Outcome } from './order';
import { saveRefund } from './payment-store';
import type { Rooms } from './rooms';
import { orFailed, securedPayment } from './secured';

/** Gives the whole payment back. "Refunded" is said only when the provider has confirmed it. */
export async function refund(rooms: Rooms, checkout: Checkout): Promise<Outcome> {
  const { id, intent, amount, refundId } = await securedPayment(rooms.database, checkout.id);
  const answer = await orFailed<Refund>(
    () =>
      refundId === null
        ? rooms.payments.refund({ id, checkoutId: checkout.id, intent, amount })
        : rooms.payments.getRefund(refundId),
    { id: null, status: 'failed' },
  );
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
  return answer.status === 'pending' ? { kind: 'again', seconds: 60 } : { kind: 'moved' };
}
