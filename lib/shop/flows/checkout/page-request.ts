import type { OpenPayment } from '../../../payment/payment';
import type { CheckoutContext } from '../../context';
import type { Checkout, Holds, Payment } from '../../rules/checkout';
import { noteOf } from '../../rules/kept-purchase';
import type { Line } from '../../values/checkout-values';
import { pageLines } from './page-lines';

/** What the provider is asked for: its page, on which the customer pays for these lines, of what is held. */
export function pageRequest(
  context: CheckoutContext,
  checkout: Checkout,
  payment: Payment,
  { holds, lines }: { holds: Holds; lines: readonly Line[] },
): OpenPayment {
  const { language, customer } = checkout;
  if (customer === null) throw new Error('no customer to pay');
  return {
    id: payment.id,
    checkoutId: checkout.id,
    reference: checkout.reference,
    note: noteOf({ checkout, customer, payment, holds }),
    lines: pageLines(checkout, payment.amount, lines),
    email: customer.email,
    language,
    successUrl: `${context.storefrontUrl}/${language}/orders/${checkout.id}`,
    cancelUrl: `${context.storefrontUrl}/${language}/checkout/${checkout.id}?payment=cancelled&page=${payment.id}`,
    capture: payment.capture,
    expiresAt: payment.pageExpiresAt,
  };
}
