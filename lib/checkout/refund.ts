import { v7 as newId } from 'uuid';
import { PaymentError, type Refund } from '../payment/payment';
import type { Checkout } from './checkout';
import { move } from './checkout-store';
import { queueMail } from './mail-store';
import type { Outcome } from './order';
import { findSecured, saveRefund } from './payment-store';
import type { Rooms } from './rooms';

/** Gives the whole payment back. "Refunded" is said only when the provider has confirmed it. */
export async function refund(rooms: Rooms, checkout: Checkout): Promise<Outcome> {
  const payment = await findSecured(rooms.database, checkout.id);
  if (payment?.intent === null || payment?.intent === undefined) {
    throw new Error(`checkout ${checkout.id} is to be refunded and has no payment`);
  }
  const { id, intent, amount, refundId } = payment;
  const answer = await asked(() =>
    refundId === null
      ? rooms.payments.refund({ id, checkoutId: checkout.id, intent, amount })
      : rooms.payments.getRefund(refundId),
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

/** A refusal that would come again every time is a refund that failed. */
async function asked(ask: () => Promise<Refund>): Promise<Refund> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PaymentError) || error.retry) throw error;
    return { id: null, status: 'failed' };
  }
}
