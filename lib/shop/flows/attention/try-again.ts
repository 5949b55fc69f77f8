import { audit } from '../../data/audit-store';
import type { CheckoutContext } from '../../context';
import { learnRefunds } from '../payment/known-refunds';
import type { Checkout } from '../../rules/checkout';
import type { RepeatableStep } from '../../values/checkout-state';
import { lockCheckout } from '../../data/checkout-store';
import { transition } from '../../data/transition';
import { findSecured, findUnsettled } from '../../data/payment-store';

const steps: Readonly<Record<string, RepeatableStep | undefined>> = {
  payment_unknown: 'payment',
  capture_failed: 'capture',
  refund_failed: 'refund',
  void_failed: 'void',
};

/** What the provider refused, or did not know, for a purchase that needs staff; null: something else is wrong with it. */
function repeatableStep({
  state,
  settledAs,
  reason,
}: Pick<Checkout, 'state' | 'settledAs' | 'reason'>): RepeatableStep | null {
  return state === 'attention' && settledAs === null ? (steps[reason ?? ''] ?? null) : null;
}

/**
 * The payment provider is asked again for what it refused, a refund, the capture or the void of a payment, or for a
 * payment that it did not know. First the
 * provider is asked for refunds that staff made on its own pages. False when the purchase does not wait for that (any
 * more). Concurrency guarantee: the checkout is locked, so of two members of staff one succeeds, and so of one who tries
 * again and one who settles by hand.
 */
export async function tryAgain(
  context: CheckoutContext,
  checkoutId: string,
  staff: string,
): Promise<boolean> {
  await learnRefunds(context, checkoutId);
  return context.database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, checkoutId);
    const ask = checkout === null ? null : repeatableStep(checkout);
    const find = ask === 'payment' ? findUnsettled : findSecured;
    const payment = await find(transaction, checkoutId);
    if (checkout === null || ask === null || payment === null || payment.refundedAt !== null) return false;
    const detail = { by: 'staff', staff, ask, payment: payment.id };
    if ((await transition(transaction, checkout, { kind: 'tried_again', ask }, { detail })) === null)
      return false;
    const subject = { kind: 'checkout', id: checkoutId } as const;
    await audit(transaction, { staff, action: 'tried_again', subject, detail: { ask } });
    return true;
  });
}
