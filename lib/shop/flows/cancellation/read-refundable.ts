import type { CheckoutContext } from '../../context';
import { learnIncidents } from '../payment/learn-incidents';
import { refundableIn } from '../refund/refund-parts';

/** What can still be refunded of a purchase, after the provider was asked. Null: the bank may return the money. */
export async function readRefundable(
  context: Pick<CheckoutContext, 'database' | 'payments' | 'report'>,
  checkoutId: string,
): Promise<string | null> {
  await learnIncidents(context, checkoutId);
  return refundableIn(context.database, checkoutId);
}
