import type { Product } from '../../contract/product';

type Limits = Pick<Product, 'minimumQuantity' | 'maximumQuantity'>;

/** The smallest number of units of a product that can be booked; a server with only the specification has no limits. */
export const leastOfProduct = ({ minimumQuantity }: Limits): number => minimumQuantity ?? 1;

/** The largest one. */
export const mostOfProduct = ({ maximumQuantity }: Limits): number => maximumQuantity ?? Infinity;

/** A number of units that may be requested when so many can be had: none if that is less than the product's smallest number. */
export function withinProduct(most: number, product: Limits): number {
  const within = Math.max(0, Math.min(most, mostOfProduct(product)));
  return within < leastOfProduct(product) ? 0 : within;
}

/** One step up or down from a number of units: over the numbers that can't be booked. `least`: 0, or the product's smallest. */
export function stepped(count: number, by: 1 | -1, { minimum, least }: Record<'minimum' | 'least', number>) {
  const next = count + by;
  if (next >= minimum) return next;
  return by > 0 ? minimum : least;
}
