import { subtractAmounts, sumAmounts } from '../../money/money';
import type { Hold } from '../state/checkout';

/** The total of the reservations minus the sum of their items: above 0 a fee, below 0 a discount. */
export function feesOf(holds: readonly Pick<Hold, 'reservation'>[]): string {
  const totals = holds.map(({ reservation }) => reservation.totalAmountInclTax);
  const items = holds.flatMap(({ reservation }) => reservation.items);
  return subtractAmounts(
    sumAmounts(totals),
    sumAmounts(items.map(({ totalAmountInclTax }) => totalAmountInclTax)),
  );
}
