import type { Reader } from '@/lib/database/database';
import type { Catalog } from '../catalog/catalog';
import { requiredCatalog } from '../catalog/read-catalogs';
import { notFound } from '../http/problem';
import { productsById, type ProductWithTickets } from '../product/product-store';
import type { StoredOffer } from './offer-store';
import { findOffer } from './offer-store';

export interface OfferInPlace extends ProductWithTickets {
  catalog: Catalog;
  language: string;
  offer: StoredOffer;
}

/** The offer in an address with its catalogue and product. Throws 404 if it does not exist. */
export async function requiredOffer(
  reader: Reader,
  call: { params: { catalogId?: string; offerId: string }; acceptLanguage: string | null },
): Promise<OfferInPlace> {
  const offer = await findOffer(reader, call.params.offerId, call.params.catalogId);
  if (offer === null) throw notFound();
  const [{ catalog, language }, products] = await Promise.all([
    requiredCatalog(reader, { ...call, params: { catalogId: offer.catalogId } }),
    productsById(reader, offer.catalogId, [offer.productId]),
  ]);
  const of = products.get(offer.productId);
  if (of === undefined) throw notFound();
  return { catalog, language, offer, ...of };
}
