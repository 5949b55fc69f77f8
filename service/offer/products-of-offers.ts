import type { Reader } from '@/lib/database/database';
import { productsById, type ProductWithTickets } from '../product/product-store';
import type { StoredOffer } from './offer';

/** The products of offers by id, in whatever catalogues they are; one query a catalogue. */
export async function productsOfOffers(
  reader: Reader,
  offers: readonly Pick<StoredOffer, 'catalogId' | 'productId'>[],
): Promise<Map<string, ProductWithTickets>> {
  const ids = new Map<string, Set<string>>();
  for (const { catalogId, productId } of offers) {
    ids.set(catalogId, (ids.get(catalogId) ?? new Set()).add(productId));
  }
  const products = await Promise.all(
    [...ids].map(([catalogId, productIds]) => productsById(reader, catalogId, [...productIds])),
  );
  return new Map(products.flatMap((some) => [...some]));
}
