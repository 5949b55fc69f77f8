import { v7 as newId } from 'uuid';
import type { Transaction } from '../database/database';
import { raiseAlert } from './alert-store';
import type { Checkout } from './checkout';
import type { Fact } from './checkout-state';
import { isKnown, queueMail } from './mail-store';

/**
 * Tells the operator and the customer of a state that a checkout has entered, where no step of its own does so. In the
 * transaction of the transition, so that none is missed.
 */
export async function announceState(transaction: Transaction, entered: Checkout, fact: Fact): Promise<void> {
  const { id, state, reason, total } = entered;
  if (state === 'attention') {
    await raiseAlert(transaction, {
      kind: 'checkout_needs_attention',
      key: id,
      checkoutId: id,
      detail: { reason, amount: total },
    });
    // The order stands and the customer has the tickets: that they could not be charged is for staff only.
    if (reason !== 'capture_failed') await enqueueStaffLooking(transaction, id);
  }
  // Others that were placed are refunded or voided, with e-mails of their own.
  const isFreeOrder = fact.kind === 'order_impossible';
  // Who was told that staff look into it was promised an answer.
  const isAwaited = fact.kind === 'payment_closed' && (await isKnown(transaction, id, 'staff_looking'));
  if (state === 'expired' && (isFreeOrder || isAwaited))
    await queueMail(transaction, { id: newId(), checkoutId: id, kind: 'not_completed', again: true });
}

/**
 * Puts the e-mail that staff are looking into a purchase in the outbox; once for each purchase, however often. It is not
 * sent when the purchase has ended, or is no longer with staff, by the time that it would be.
 */
export async function enqueueStaffLooking(transaction: Transaction, checkoutId: string): Promise<void> {
  await queueMail(transaction, { id: newId(), checkoutId, kind: 'staff_looking' });
}
