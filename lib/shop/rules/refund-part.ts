import { compareAmounts, leastOf, subtractAmounts } from '../../money/money';

/** An amount that is refunded from one payment of a purchase. */
export interface RefundPart {
  checkoutId: string;
  paymentId: string;
  amount: string;
}

/**
 * An amount as parts of what is left of some payments, the first ones first; null: they have less. Without a part of a payment
 * from which nothing is taken.
 */
export function takeFrom<Source extends { readonly amount: string }>(
  sources: readonly Source[],
  amount: string,
): Source[] | null {
  const parts: Source[] = [];
  let left = amount;
  for (const source of sources) {
    const taken = leastOf(source.amount, left);
    if (compareAmounts(taken, '0.00') > 0) parts.push({ ...source, amount: taken });
    left = subtractAmounts(left, taken);
  }
  return compareAmounts(left, '0.00') > 0 ? null : parts;
}
