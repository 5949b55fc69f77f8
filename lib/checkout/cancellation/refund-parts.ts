import type { Transaction } from '../../database/database';
import { amountAbove, compareAmounts, subtractAmounts, sumAmounts } from '../../money/money';
import { isDisputed } from '../incident/incident';
import { readIncidents } from '../incident/incident-store';
import { findRebooking } from '../rebooking/rebooking-store';
import { lockCheckout } from '../state/checkout-store';
import { readPayments } from '../state/payment-store';
import { bindingCancellations } from './cancellation-store';
import { refundOf } from './cancellation-table';
import type { RefundPart } from './refund-part';

export type RefundParts =
  | { kind: 'parts'; parts: RefundPart[] }
  /** More than was paid and is not refunded yet; or the bank may return the money itself. */
  | { kind: 'too_much' | 'disputed' };

const nothing = '0.00';

/**
 * From which payments an amount can be refunded: the purchase's own, and for tickets that were exchanged those of the
 * earlier purchases, whose money paid for them. Locks the purchases, the later one first.
 */
export async function refundParts(
  transaction: Transaction,
  checkoutId: string,
  amount: string,
): Promise<RefundParts> {
  const parts: RefundPart[] = [];
  let left = amount;
  for (let id: string | null = checkoutId; id !== null && compareAmounts(left, nothing) > 0;) {
    const one = await refundableOf(transaction, id);
    if (one === 'disputed') return { kind: 'disputed' };
    if (one !== null && compareAmounts(one.amount, nothing) > 0) {
      const taken = compareAmounts(one.amount, left) < 0 ? one.amount : left;
      parts.push({ checkoutId: id, paymentId: one.paymentId, amount: taken });
      left = subtractAmounts(left, taken);
    }
    const rebooking: { earlierId: string } | null = await findRebooking(transaction, id);
    id = rebooking?.earlierId ?? null;
    if (id !== null) await lockCheckout(transaction, id);
  }
  return compareAmounts(left, nothing) > 0 ? { kind: 'too_much' } : { kind: 'parts', parts };
}

/** What can still be refunded of the payment of a purchase; null if it has none. */
async function refundableOf(
  transaction: Transaction,
  checkoutId: string,
): Promise<{ paymentId: string; amount: string } | 'disputed' | null> {
  const payments = await readPayments(transaction, checkoutId);
  const payment = payments.find(({ state, refundedAt }) => state === 'paid' && refundedAt === null);
  if (payment === undefined) return null;
  const incidents = await readIncidents(transaction, checkoutId);
  if (incidents.some((incident) => incident.paymentId === payment.id && isDisputed(incident)))
    return 'disputed';
  const bound = (await bindingCancellations(transaction, checkoutId)).filter(
    ({ paymentId, settledAs }) => paymentId === payment.id && settledAs !== 'nothing',
  );
  const refunded = sumAmounts(bound.map(refundOf));
  return { paymentId: payment.id, amount: amountAbove(payment.amount, refunded) };
}
