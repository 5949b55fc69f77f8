import type { OpenPayment } from '../../../payment/payment';
import type { CheckoutContext } from '../../context';
import type { Checkout, Payment } from '../../rules/checkout';
import type { Line } from '../../values/checkout-values';
import { pageLines } from './page-lines';

/** What the provider is asked for: its page, on which the customer pays for these lines. */
export function pageRequest(
  context: CheckoutContext,
  checkout: Checkout,
  payment: Payment,
  lines: readonly Line[],
): OpenPayment {
  const { language, customer } = checkout;
  if (customer === null) throw new Error('no customer to pay');
  return {
    id: payment.id,
    checkoutId: checkout.id,
    reference: checkout.reference,
    lines: pageLines(checkout, payment.amount, lines),
    email: customer.email,
    language,
    successUrl: `${context.storefrontUrl}/${language}/orders/${checkout.id}`,
    cancelUrl: `${context.storefrontUrl}/${language}/checkout/${checkout.id}?payment=cancelled&page=${payment.id}`,
    capture: payment.capture,
    expiresAt: payment.pageExpiresAt,
  };
}
