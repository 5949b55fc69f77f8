import { v7 as newId } from 'uuid';
import { PaymentError } from '../payment/payment';
import type { Checkout, Payment } from './checkout';
import { move } from './checkout-store';
import { queueMail } from './mail-store';
import type { Outcome } from './order';
import { findSecured, settleAuthorized } from './payment-store';
import type { Rooms } from './rooms';

/** There is an order: takes the money that was set aside for it. The order stands whatever comes of it. */
export async function capture(rooms: Rooms, checkout: Checkout): Promise<Outcome> {
  const { payment, intent } = await setAside(rooms, checkout);
  const { id, amount } = payment;
  const { status } = await asked(() => rooms.payments.capture({ id, intent, amount }));
  const detail = { payment: id, amount };
  await rooms.database.transaction(async (transaction) => {
    if (status === 'done') {
      if ((await move(transaction, checkout, { kind: 'capture_confirmed' }, { detail })) === null) return;
      await settleAuthorized(transaction, id, 'paid');
    } else {
      await move(transaction, checkout, { kind: 'capture_failed' }, { reason: 'capture_failed', detail });
    }
  });
  if (status !== 'done')
    rooms.report('error', 'an order could not be charged', { checkout: checkout.id, payment: id });
  return { kind: 'moved' };
}

/** There can be no order: lets go what was set aside. "Not charged" is said only when the provider has confirmed it. */
export async function letGo(rooms: Rooms, checkout: Checkout): Promise<Outcome> {
  const { payment, intent } = await setAside(rooms, checkout);
  const { id, amount } = payment;
  const { status } = await asked(() => rooms.payments.void({ id, intent }));
  const detail = { payment: id, amount };
  await rooms.database.transaction(async (transaction) => {
    switch (status) {
      case 'done':
        if ((await move(transaction, checkout, { kind: 'void_confirmed' }, { detail })) === null) return;
        await settleAuthorized(transaction, id, 'closed');
        await queueMail(transaction, { id: newId(), checkoutId: checkout.id, kind: 'not_charged' });
        return;
      case 'captured':
        // Somebody took it at the provider's own pages: then it has to go back.
        if ((await move(transaction, checkout, { kind: 'void_too_late' }, { detail })) === null) return;
        await settleAuthorized(transaction, id, 'paid');
        return;
      case 'failed':
        await move(transaction, checkout, { kind: 'void_failed' }, { reason: 'void_failed', detail });
    }
  });
  if (status === 'failed')
    rooms.report('error', 'money could not be let go', { checkout: checkout.id, payment: id });
  return { kind: 'moved' };
}

async function setAside(rooms: Rooms, { id }: Checkout): Promise<{ payment: Payment; intent: string }> {
  const payment = await findSecured(rooms.database, id);
  if (payment?.intent === null || payment?.intent === undefined) {
    throw new Error(`checkout ${id} has nothing set aside`);
  }
  return { payment, intent: payment.intent };
}

/** A refusal that would come again every time is a failure. */
async function asked<Answer extends { status: string }>(
  ask: () => Promise<Answer>,
): Promise<Answer | { status: 'failed' }> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PaymentError) || error.retry) throw error;
    return { status: 'failed' };
  }
}
