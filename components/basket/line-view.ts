import type { Line } from '@/lib/shop/values/checkout-values';
import { sumAmounts } from '@/lib/money/money';

/** The name of a line where there is room for one name only. */
export function lineName(line: Line): string {
  return line.productName === '' ? (line.tickets[0]?.event?.name ?? '') : line.productName;
}

/** What a line costs before a voucher: what it takes off is shown once, below all lines. */
export function listAmount({
  totalAmount,
  discount = '0.00',
}: Pick<Line, 'totalAmount' | 'discount'>): string {
  return sumAmounts([totalAmount, discount]);
}
