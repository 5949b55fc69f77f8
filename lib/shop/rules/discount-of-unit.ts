import type { OrderItem } from '../../contract/order';
import { fromCents, toCents } from '../../money/money';

/** What a voucher took off one unit of an item, the first is 0: differences of rounded sums, which are exactly what it took off the item. */
export function discountOfUnit(
  { discountInclTax = '0.00', quantity }: Pick<OrderItem, 'discountInclTax' | 'quantity'>,
  unit: number,
): string {
  const cents = toCents(discountInclTax);
  const until = (units: number) => Math.floor((cents * Math.min(units, quantity)) / quantity);
  return fromCents(until(unit + 1) - until(unit));
}
