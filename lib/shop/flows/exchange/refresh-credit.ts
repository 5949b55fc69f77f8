import { ServiceError } from '../../../client/service-error';
import { PaymentError } from '../../../payment/payment';
import type { CheckoutContext } from '../../context';
import { closePayment } from '../payment/settle';
import { findCheckout, lockCheckout } from '../../data/checkout-store';
import { note } from '../../data/timeline-store';
import { type CreditRefusal, readCredit } from './exchange-tickets';
import { deleteRebooking, findRebooking } from '../../data/rebooking-store';
import { deleteStarted } from '../../data/started-exchange-store';

/** `removed`: the earlier tickets can't pay any more, and all is to be paid. `unavailable`: the service can't be asked. */
export type RefreshedCredit = { kind: 'same' | 'unavailable' } | { kind: 'removed'; why: CreditRefusal };

/**
 * Before money is taken: tickets that were cancelled or used meanwhile, in another window or at the entrance, do not pay
 * for the checkout any more. Otherwise the order would fail after the payment, and what is held would be lost with it.
 * The service is asked only for checkouts with a credit.
 */
export async function refreshCredit(context: CheckoutContext, checkoutId: string): Promise<RefreshedCredit> {
  const { database } = context;
  const checkout = await findCheckout(database, checkoutId);
  if ((checkout?.state !== 'held' && checkout?.state !== 'paying') || !checkout.holdAlive)
    return { kind: 'same' };
  const rebooking = await findRebooking(database, checkoutId);
  if (rebooking === null) return { kind: 'same' };
  const createdAt = rebooking.createdAt.getTime();
  try {
    const read = await readCredit(context, rebooking);
    if (read.kind === 'credit') return { kind: 'same' };
    const { why } = read;
    // The service could exchange them when they were credited: another server answers for it now.
    if (why === 'unsupported') return { kind: 'unavailable' };
    // A customer who came back from the payment page. If it was paid in another window, the state is not `held` below.
    if (checkout.state === 'paying') await closePayment(context, checkoutId);
    return await database.transaction(async (transaction): Promise<RefreshedCredit> => {
      const now = await lockCheckout(transaction, checkoutId);
      // Another window may have credited other tickets meanwhile.
      const isSame = (await findRebooking(transaction, checkoutId))?.createdAt.getTime() === createdAt;
      if (now?.state !== 'held' || !isSame) return { kind: 'same' };
      await deleteRebooking(transaction, checkoutId);
      // Without the gift card they can still pay.
      if (why !== 'gift_card') await deleteStarted(transaction, rebooking.earlierId);
      await note(transaction, checkoutId, 'credit_lost', { why });
      return { kind: 'removed', why };
    });
  } catch (error) {
    if (!(error instanceof ServiceError || error instanceof PaymentError)) throw error;
    const about = { checkout: checkoutId, reason: error.message };
    context.report('warn', 'tickets to be exchanged could not be checked', about);
    return { kind: 'unavailable' };
  }
}
