import { z } from 'zod';
import { amountExclTax } from '@/lib/money/money';

/** An offer as it is stored. */
export const listedOfferSchema = z.object({
  id: z.string(),
  catalogId: z.string(),
  productId: z.string(),
  date: z.string(),
  price: z.string(),
  originalPrice: z.string(),
  priceExclTax: z.string().nullable(),
  /** When the price was last asked for at the issuer's source; null: never. */
  pricedAt: z.date().nullable(),
  /** Null: at once. */
  saleStartsAt: z.date().nullable(),
  saleEndsAt: z.date(),
});
export type ListedOffer = z.infer<typeof listedOfferSchema>;

/** An offer with how many can be sold now (null: unlimited). */
export const storedOfferSchema = listedOfferSchema.extend({
  onSale: z.boolean(),
  availableQuantity: z.int().nullable(),
});
export type StoredOffer = z.infer<typeof storedOfferSchema>;

/** The price without tax: the issuer's own, else by the product's rate, else unknown. */
export function priceWithoutTax(
  offer: Pick<StoredOffer, 'price' | 'priceExclTax'>,
  vatRate: string | null,
): string | null {
  if (offer.priceExclTax !== null) return offer.priceExclTax;
  return vatRate === null ? null : amountExclTax(offer.price, vatRate);
}
