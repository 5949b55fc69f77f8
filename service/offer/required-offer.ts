import type { Catalog } from '../catalog/catalog';
import { catalogOf } from '../ids/catalog-id';
import { requiredCatalog } from '../catalog/read-catalogs';
import type { KnownRows } from '../catalog/known-rows';
import { notFound } from '../http/problem';
import type { ReadContext } from '../catalog/known-catalogs';
import type { ProductWithTickets } from '../product/product-store';
import type { StoredOffer } from './offer-store';
import { findOffer } from './offer-store';

export interface OffersContext extends ReadContext {
  products: KnownRows<ProductWithTickets>;
}

export interface OfferInPlace extends ProductWithTickets {
  catalog: Catalog;
  language: string;
  offer: StoredOffer;
}

/** The offer in an address with its catalogue and product. Throws 404 if it does not exist. */
export async function requiredOffer(
  { database, catalogs, products }: OffersContext,
  call: { params: { catalogId?: string; offerId: string }; acceptLanguage: string | null },
): Promise<OfferInPlace> {
  const { offerId, catalogId = catalogOf(offerId) } = call.params;
  const offer = await findOffer(database, catalogId, offerId);
  if (offer === null) throw notFound();
  const { productId } = offer;
  const { catalog, language } = await requiredCatalog(catalogs, { ...call, params: { catalogId } });
  const of = (await products.ofCatalog(catalog, [productId])).get(productId);
  if (of === undefined) throw notFound();
  return { catalog, language, offer, ...of };
}
