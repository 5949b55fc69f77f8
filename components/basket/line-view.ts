import type { Line } from '@/lib/shop/values/checkout-values';

/** The name of a line where there is room for one name only. */
export function lineName(line: Line): string {
  return line.productName === '' ? (line.tickets[0]?.event?.name ?? '') : line.productName;
}
