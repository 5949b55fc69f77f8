import { compareAmounts, subtractAmounts } from '../../money/money';

/** Pure: what is to be paid of a total, after the credit for exchanged tickets. */
export function amountDue(total: string, credit: string): string {
  return compareAmounts(total, credit) > 0 ? subtractAmounts(total, credit) : '0.00';
}

/** Pure: what remains of the credit, and is refunded. */
export function amountLeft(total: string, credit: string): string {
  return amountDue(credit, total);
}
