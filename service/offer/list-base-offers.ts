import { sql } from 'drizzle-orm';
import type { Reader } from '@/lib/database/database';
import { catalogLanguage } from '../catalog/catalog';
import { catalogsById } from '../catalog/catalog-store';
import { type Answer, ok } from '../http/answer';
import { collection } from '../http/paging';
import type { Call } from '../organization/call';
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
  const catalogs = await catalogsById(database, [...new Set(offers.map(({ catalogId }) => catalogId))]);
  const products = await productsOfOffers(database, offers);
  return ok(
    collection({
      type: 'TicketingOffer',
      path: call.path,
      query: call.search,
      page: call.page,
      totalItems: total,
      member: offers.flatMap((offer) => {
        const [catalog, of] = [catalogs.get(offer.catalogId), products.get(offer.productId)];
        if (catalog === undefined || of === undefined) return [];
        return [offerResource(offer, of, catalog, catalogLanguage(catalog, call.acceptLanguage))];
      }),
    }),
  );
}
