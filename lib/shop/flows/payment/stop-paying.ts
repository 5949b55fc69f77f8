import { PaymentError } from '../../../payment/payment';
import type { CheckoutContext } from '../../context';
import { closePayment } from './settle';
import type { Checkout } from '../../rules/checkout';
import { findCheckout } from '../../data/checkout-store';

/**
 * Takes a checkout back from the payment page so that the customer can change it. Null when that is
 * impossible: the checkout was paid, or has ended.
 */
export async function stopPaying(context: CheckoutContext, checkoutId: string): Promise<Checkout | null> {
  const checkout = await findCheckout(context.database, checkoutId);
  try {
    if (checkout?.state === 'paying') await closePayment(context, checkoutId);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    context.report('warn', 'a payment page could not be closed', {
      checkout: checkoutId,
      reason: error.message,
    });
    return null;
  }
  const now = await findCheckout(context.database, checkoutId);
  return now?.state === 'held' && now.holdAlive ? now : null;
}
