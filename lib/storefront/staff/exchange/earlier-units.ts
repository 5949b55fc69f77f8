import { lastSegment } from '../../../contract/iri';
import { subtractAmounts, sumAmounts } from '../../../money/money';
import type { PlacedOrder } from '../../../shop/data/order-store';
import { discountOfUnit } from '../../../shop/rules/discount-of-unit';

/** What was bought with the units that are to be exchanged. */
export interface EarlierUnits {
  /** What was paid for them, in EUR: what the sale is credited, unless it was changed meanwhile. */
  readonly worth: string;
  /** How many, by the identifier of their product. */
  readonly quantities: ReadonlyMap<string, number>;
}

/** From the orders as they were placed: the service is not asked. `keys`: order and index of each unit. */
export function earlierUnits(
  orders: readonly Pick<PlacedOrder, 'id' | 'data'>[],
  keys: readonly string[],
): EarlierUnits {
  const units = orders.flatMap(({ id, data }) =>
    data.items
      .flatMap((item) => Array.from({ length: item.quantity }, (_, unit) => ({ item, unit })))
      .filter((_, index) => keys.includes(`${id}/${index}`)),
  );
  const quantities = new Map<string, number>();
  for (const { item } of units) {
    const product = lastSegment(item.product);
    quantities.set(product, (quantities.get(product) ?? 0) + 1);
  }
  const paid = units.map(({ item, unit }) =>
    subtractAmounts(item.unitAmountInclTax, discountOfUnit(item, unit)),
  );
  return { worth: sumAmounts(paid), quantities };
}
