import type { Reader } from '../database/database';
import { PaymentError } from '../payment/payment';
import type { Payment } from './checkout';
import { findSecured } from './payment-store';

/** The payment whose money the shop has or has set aside, with the provider's name for it. Throws where there is none. */
export async function securedPayment(
  reader: Reader,
  checkoutId: string,
): Promise<Payment & { intent: string }> {
  const payment = await findSecured(reader, checkoutId);
  if (payment?.intent === null || payment?.intent === undefined) {
    throw new Error(`checkout ${checkoutId} has no money to take, let go or give back`);
  }
  return { ...payment, intent: payment.intent };
}

/** Asks the provider; a refusal that would come again every time is what failed. */
export async function orFailed<Answer>(ask: () => Promise<Answer>, failed: Answer): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PaymentError) || error.retry) throw error;
    return failed;
  }
}
