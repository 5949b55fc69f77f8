import type { Reader, Transaction } from '../../../database/database';
import { givenBackBesides } from '../../../money/given-back';
import { amountAbove, sumAmounts } from '../../../money/money';
import { isOpenDispute } from '../../rules/incident';
import { readIncidents } from '../../data/incident-store';
import { readPurchases } from '../../data/rebooking-store';
import { lockCheckout } from '../../data/checkout-store';
import { readPayments } from '../../data/payment-store';
import { readRefunds } from '../../data/refund-store';
import { type Checkout, isHere, type Payment } from '../../rules/checkout';
import { type RefundPart, takeFrom } from '../../rules/refund-part';

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
  const sources: RefundPart[] = [];
  for (const id of await readPurchases(transaction, checkoutId)) {
    if (takeFrom(sources, amount) !== null) break;
    if (id !== checkoutId) await lockCheckout(transaction, id);
    const one = await findRefundable(transaction, id);
    if (one === 'disputed') return { kind: 'disputed' };
    if (one !== null) sources.push({ checkoutId: id, paymentId: one.paymentId, amount: one.amount });
  }
  const parts = takeFrom(sources, amount);
  return parts === null ? { kind: 'too_much' } : { kind: 'parts', parts };
}

/** A payment from which money can be given back, and how much. */
export interface RefundSource {
  readonly method: Payment['method'];
  readonly amount: string;
}

/**
 * From which payments money of this purchase goes back, in the order in which `refundParts` takes it. A purchase that no earlier
 * tickets have paid for has one, here with all that was paid: the caller knows what is left of it.
 */
export async function readRefundSources(
  reader: Reader,
  { checkout, payments }: { checkout: Pick<Checkout, 'id' | 'credit'>; payments: readonly Payment[] },
): Promise<RefundSource[]> {
  if (checkout.credit === nothing) return payments.filter(isHere);
  const each = await Promise.all(
    (await readPurchases(reader, checkout.id)).map((id) => findRefundable(reader, id)),
  );
  return each.filter((one) => one !== null && one !== 'disputed');
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
): Promise<{ paymentId: string; amount: string; method: Payment['method'] } | 'disputed' | null> {
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
  const { id: paymentId, method } = payment;
  return { paymentId, method, amount: amountAbove(payment.amount, refunded) };
}
