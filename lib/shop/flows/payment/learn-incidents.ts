import { databaseNow } from '../../../database/database-now';
import { PaymentError } from '../../../payment/payment';
import type { CheckoutContext } from '../../context';
import { readPurchases } from '../../data/rebooking-store';
import { claimAsking, readPayments } from '../../data/payment-store';
import { applyRefunds } from './incidents';

/**
 * Before money is offered: asks the provider for the refunds of the payments of a purchase, and of those whose tickets it was
 * exchanged for, because staff may have refunded them on its pages a moment ago. At most once in three seconds for a
 * payment. When the provider can't be asked, the stored data is used.
 */
export async function learnIncidents(
  context: Pick<CheckoutContext, 'database' | 'payments' | 'report'>,
  checkoutId: string,
): Promise<void> {
  const { database, report } = context;
  for (const id of await readPurchases(database, checkoutId)) {
    for (const payment of await readPayments(database, id)) {
      const { state, intent, refundedAt } = payment;
      if (state !== 'paid' || intent === null || refundedAt !== null) continue;
      if (!(await claimAsking(database, payment.id))) continue;
      try {
        await applyRefunds(context, { ...payment, intent }, await databaseNow(database));
      } catch (error) {
        if (!(error instanceof PaymentError)) throw error;
        report('warn', 'the payment provider could not be asked for refunds', {
          checkout: id,
          reason: error.message,
        });
      }
    }
  }
}
