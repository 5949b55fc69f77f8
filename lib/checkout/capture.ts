import { v7 as newId } from 'uuid';
import type { Checkout } from './checkout';
import { move } from './checkout-store';
import { queueMail } from './mail-store';
import type { Outcome } from './order-outcome';
import { settleAuthorized } from './payment-store';
import type { Rooms } from './rooms';
import { orFailed, securedPayment } from './secured';

/** There is an order: takes the money that was set aside for it. The order stands whatever comes of it. */
export async function capture(rooms: Rooms, checkout: Checkout): Promise<Outcome> {
  const { id, intent, amount } = await securedPayment(rooms.database, checkout.id);
  const { status } = await orFailed(() => rooms.payments.capture({ intent, amount }), {
    status: 'failed',
  });
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
  const { id, intent, amount } = await securedPayment(rooms.database, checkout.id);
  const { status } = await orFailed(() => rooms.payments.void({ intent }), { status: 'failed' });
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
