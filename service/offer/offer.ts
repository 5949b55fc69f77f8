import { amountExclTax } from '@/lib/money/money';
import type { StoredOffer } from './offer-store';

/** The price without tax: the issuer's own, else computed with the product's rate, else unknown. */
export function priceWithoutTax(
  offer: Pick<StoredOffer, 'price' | 'priceExclTax'>,
  vatRate: string | null,
): string | null {
  if (offer.priceExclTax !== null) return offer.priceExclTax;
  return vatRate === null ? null : amountExclTax(offer.price, vatRate);
}
