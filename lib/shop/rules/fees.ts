import { subtractAmounts, sumAmounts } from '../../money/money';
import type { Hold } from './checkout';

type Priced = readonly Pick<Hold, 'reservation'>[];

/** What reservations cost together, fees included and after discounts. */
export function totalOf(holds: Priced): string {
  return sumAmounts(holds.map(({ reservation }) => reservation.totalAmountInclTax));
}

/** The total of the reservations minus the sum of their items: above 0 a fee, below 0 a discount. */
export function feesOf(holds: Priced): string {
  const items = holds.flatMap(({ reservation }) => reservation.items);
  return subtractAmounts(
    totalOf(holds),
    sumAmounts(items.map(({ totalAmountInclTax }) => totalAmountInclTax)),
  );
}
