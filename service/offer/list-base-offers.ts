import { sql } from 'drizzle-orm';
import type { Reader } from '@/lib/database/database';
import { catalogLanguage } from '../catalog/catalog';
import { catalogsById } from '../catalog/catalog-store';
import { type Answer, ok } from '../http/answer';
import { collection } from '../http/paging';
import { notFound } from '../http/problem';
import type { Call } from '../organization/call';
import { isProductBase } from '../product/product-store';
import { offerResource } from './offer-resource';
import { pageOfOffers } from './offer-store';
import { productsOfOffers } from './products-of-offers';

/** GET /v1/ticketing/product_bases/{productBaseId}/offers: of every product of the base, in every catalogue. */
export async function listBaseOffers(
  { database }: { database: Reader },
  call: Call<{ productBaseId: string }>,
): Promise<Answer> {
  const ofBase = sql`(offer.catalog_id, offer.product_id) in (
    select catalog_id, id from ticketing.product
    where product_base_id = ${call.params.productBaseId} and retired_at is null)`;
  const { total, offers } = await pageOfOffers(database, ofBase, { ...call.page, descending: false });
  // A product base is nothing but what products name: one that none names does not exist.
  if (total === 0 && !(await isProductBase(database, call.params.productBaseId))) throw notFound();
  const catalogs = await catalogsById(database, [...new Set(offers.map(({ catalogId }) => catalogId))]);
  const products = await productsOfOffers(database, offers);
  return ok(
    collection(
      call,
      total,
      offers.flatMap((offer) => {
        const [catalog, of] = [catalogs.get(offer.catalogId), products.get(offer.productId)];
        if (catalog === undefined || of === undefined) return [];
        return [offerResource(offer, of, catalog, catalogLanguage(catalog, call.acceptLanguage))];
      }),
    ),
  );
}
