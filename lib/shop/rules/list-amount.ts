import { sumAmounts } from '../../money/money';
import type { Line } from '../values/checkout-values';

/** What a line costs before a voucher: what it takes off is shown once, below all lines. */
export function listAmount({
  totalAmount,
  discount = '0.00',
}: Pick<Line, 'totalAmount' | 'discount'>): string {
  return sumAmounts([totalAmount, discount]);
}
