import type { Transaction } from '../../database/database';
import { raiseAlert } from './alert-store';
import { isOfEventChange } from './rebooked-order-store';
import type { Checkout } from '../rules/checkout';
import type { CheckoutEvent } from '../values/checkout-state';
import { isKnown, enqueueEmail } from './mail-store';
import { openTask } from './task-store';

/**
 * Tells the operator and the customer that a checkout has entered a state, if no other step does so. It runs
 * in the transaction of the transition, so that no announcement is lost.
 */
export async function announceState(
  transaction: Transaction,
  entered: Checkout,
  event: CheckoutEvent,
): Promise<void> {
  const { id, state, reason, total } = entered;
  if (state === 'attention') {
    const alert = { kind: 'checkout_needs_attention', key: id, checkoutId: id } as const;
    await raiseAlert(transaction, { ...alert, detail: { reason, amount: total } });
    const task = { kind: 'purchase', key: id, checkoutId: id, reason: reason ?? 'unknown' } as const;
    await openTask(transaction, task);
    await enqueueEmail(transaction, { checkoutId: id, kind: 'staff_looking' });
  }
  // Other orders that fail are refunded or voided, and have e-mails of their own. A booking that no customer asked for is
  // not one: their earlier tickets stay valid.
  const isFreeOrder = event.kind === 'order_impossible' && !(await isOfEventChange(transaction, id));
  // A customer who was told that staff look into the purchase was promised an answer.
  const isAwaited = event.kind === 'payment_closed' && (await isKnown(transaction, id, 'staff_looking'));
  if (state === 'expired' && (isFreeOrder || isAwaited))
    await enqueueEmail(transaction, { checkoutId: id, kind: 'not_completed', again: true });
}
