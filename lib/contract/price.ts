import { z } from 'zod';

/**
 * What a unit may cost, in EUR. The limit lets the total of the largest call, 100 reservations of 50 units, be an amount
 * as well.
 */
export const priceSchema = z
  .string()
  .regex(/^\d{1,8}\.\d{2}$/, 'a price with two places from 0.00 to 99999999.99')
  .meta({ format: 'decimal' });

/** Whether a price can have been reduced from another one; null, or the same price: it was not. */
export function isReduced(price: string, originalPrice: string | null): boolean {
  return originalPrice === null || Number(originalPrice) >= Number(price);
}

/** Whether the price without tax can belong to that with tax; null: it is computed. */
export function isTaxed(price: string, priceExclTax: string | null): boolean {
  return priceExclTax === null || Number(priceExclTax) <= Number(price);
}

export const wrongOriginalPrice =
  'a price before a reduction that is not below the price; null: no reduction';
export const wrongPriceExclTax = 'a price without tax that is not above the price with tax';
