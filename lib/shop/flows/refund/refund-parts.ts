import type { Reader, Transaction } from '../../../database/database';
import { givenBackBesides } from '../../../money/given-back';
import { amountAbove, compareAmounts, subtractAmounts, sumAmounts } from '../../../money/money';
import { isOpenDispute } from '../../rules/incident';
import { readIncidents } from '../../data/incident-store';
import { readPurchases } from '../../data/rebooking-store';
import { lockCheckout } from '../../data/checkout-store';
import { readPayments } from '../../data/payment-store';
import { readRefunds } from '../../data/refund-store';
import type { RefundPart } from '../../rules/refund-part';

export type RefundParts =
  | { kind: 'parts'; parts: RefundPart[] }
  /** More than was paid and is not given back yet; or the bank is deciding whether it returns the money. */
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
  for (const id of await readPurchases(transaction, checkoutId)) {
    if (compareAmounts(left, nothing) === 0) break;
    if (id !== checkoutId) await lockCheckout(transaction, id);
    const one = await findRefundable(transaction, id);
    if (one === 'disputed') return { kind: 'disputed' };
    if (one !== null && compareAmounts(one.amount, nothing) > 0) {
      const taken = compareAmounts(one.amount, left) < 0 ? one.amount : left;
      parts.push({ checkoutId: id, paymentId: one.paymentId, amount: taken });
      left = subtractAmounts(left, taken);
    }
  }
  return compareAmounts(left, nothing) > 0 ? { kind: 'too_much' } : { kind: 'parts', parts };
}

/** What can still be refunded of all payments that a purchase was paid with. Null: the bank is deciding about one. */
export async function refundableIn(reader: Reader, checkoutId: string): Promise<string | null> {
  const each = await Promise.all(
    (await readPurchases(reader, checkoutId)).map((id) => findRefundable(reader, id)),
  );
  if (each.includes('disputed')) return null;
  return sumAmounts(each.map((one) => (one === null || one === 'disputed' ? nothing : one.amount)));
}

/** What can still be refunded of the payment of a purchase; null if it has none. */
export async function findRefundable(
  reader: Reader,
  checkoutId: string,
): Promise<{ paymentId: string; amount: string } | 'disputed' | null> {
  const payments = await readPayments(reader, checkoutId);
  const payment = payments.find(({ state, refundedAt }) => state === 'paid' && refundedAt === null);
  if (payment === undefined) return null;
  const incidents = (await readIncidents(reader, checkoutId)).filter(
    ({ paymentId }) => paymentId === payment.id,
  );
  if (incidents.some(isOpenDispute)) return 'disputed';
  const refunds = (await readRefunds(reader, checkoutId)).filter(
    ({ paymentId, state }) => paymentId === payment.id && state !== 'waived',
  );
  const { besides, byBank } = givenBackBesides(incidents, refunds);
  const refunded = sumAmounts([...refunds.map(({ amount }) => amount), besides, byBank]);
  return { paymentId: payment.id, amount: amountAbove(payment.amount, refunded) };
}
