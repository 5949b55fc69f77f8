import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { extension } from '@/lib/contract/extension';
import { addresses, idSchema, lastSegment } from '@/lib/contract/iri';
import { daySchema } from '@/lib/contract/values';
import { availabilityResource } from '../availability/availability-resource';
import { catalogLanguage } from '../catalog/catalog';
import { requiredCatalog } from '../catalog/read-catalogs';
import { Localized } from '../http/answer';
import { HttpProblem, notFound } from '../http/problem';
import { rangeCondition, rangeQuery } from '../http/range';
import type { Call } from '../http/route';
import { isProductBase } from '../product/product-store';
import { confirmPrice, type PriceContext } from './confirm-price';
import type { StoredOffer } from './offer-store';
import { offerResource, priceResource } from './offer-resource';
import { findOffer, givesAccessTo, isVariantOf, pageOfOffers } from './offer-store';
import { type OffersContext, requiredOffer } from './required-offer';

/** A bare id or an IRI. */
const reference = z.string().transform(lastSegment).pipe(idSchema);

export const offersQuery = z.object({
  session: reference
    .optional()
    .meta({ description: 'Offers that give access to this session: its id or path (§4.1).' }),
  product: reference.optional().meta({ description: 'Offers of this product: its id or path (§4.1).' }),
  productBase: reference
    .optional()
    .meta(extension('Offers of the variants of one product: the id or path of their `productBase`.')),
  date: daySchema.optional().meta({ description: 'Offers of this day (§4.1).' }),
  ...rangeQuery('date', daySchema),
  'order[date]': z
    .enum(['asc', 'desc'])
    .optional()
    .meta({ description: 'asc (§4.1); desc is our addition.' }),
});

export async function listOffers(
  { database, catalogs, products: known }: OffersContext,
  call: Call<'catalogId', z.infer<typeof offersQuery>>,
) {
  const { catalog, language } = await requiredCatalog(catalogs, call);
  const { session, product, productBase, date } = call.query;
  const condition = sql.join(
    [
      sql`offer.catalog_id = ${catalog.id}`,
      ...(session === undefined ? [] : [givesAccessTo(session)]),
      ...(product === undefined ? [] : [sql`offer.product_id = ${product}`]),
      ...(productBase === undefined ? [] : [isVariantOf(productBase)]),
      ...(date === undefined ? [] : [sql`offer.day = ${date}::date`]),
      rangeCondition('date', call.query, sql`offer.day`, sql`date`),
    ],
    sql` and `,
  );
  const descending = call.query['order[date]'] === 'desc';
  // These filters leave few offers of a day. Sorting all offers of a day would cost as much as reading them all.
  const inFeedOrder = session !== undefined || productBase !== undefined;
  const { total, offers } = await pageOfOffers(database, condition, {
    ...call.page,
    descending,
    inFeedOrder,
  });
  const products = await known.ofCatalog(
    catalog,
    offers.map(({ productId }) => productId),
  );
  const member = offers.flatMap((offer) => {
    const of = products.get(offer.productId);
    return of === undefined ? [] : [offerResource(offer, of, catalog, language)];
  });
  return new Localized({ totalItems: total, member }, language);
}

/** GET /v1/ticketing/product_bases/{productBaseId}/offers, in every catalogue. */
export async function listBaseOffers(
  { database, catalogs: knownCatalogs, products: known }: OffersContext,
  call: Call<'productBaseId'>,
) {
  const ofBase = isVariantOf(call.params.productBaseId);
  const { total, offers } = await pageOfOffers(database, ofBase, { ...call.page, descending: false });
  // A product base exists only if a product names it.
  if (total === 0 && !(await isProductBase(database, call.params.productBaseId))) throw notFound();
  const ids = [...new Set(offers.map(({ catalogId }) => catalogId))];
  const found = await Promise.all(ids.map((id) => knownCatalogs.find(id)));
  const catalogs = new Map(found.flatMap((catalog) => (catalog === null ? [] : [[catalog.id, catalog]])));
  const versions = new Map([...catalogs].map(([id, { version }]) => [id, version]));
  const products = await known.of(
    offers.map(({ catalogId, productId: id }) => ({ catalogId, id })),
    versions,
  );
  const member = offers.flatMap((offer) => {
    const [catalog, of] = [catalogs.get(offer.catalogId), products.get(offer.productId)];
    if (catalog === undefined || of === undefined) return [];
    return [offerResource(offer, of, catalog, catalogLanguage(catalog, call.acceptLanguage))];
  });
  return { totalItems: total, member };
}

type OfferCall = Call<'id'> & { params: { catalogId?: string } };

function inPlace(context: OffersContext, { params: { id, ...params }, acceptLanguage }: OfferCall) {
  return requiredOffer(context, { params: { ...params, offerId: id }, acceptLanguage });
}

export async function getOffer(context: OffersContext, call: OfferCall) {
  const { offer, catalog, language, ...of } = await inPlace(context, call);
  return new Localized(offerResource(offer, of, catalog, language), language);
}

/**
 * GET /v1/ticketing/catalogs/{catalogId}/offers/{id}/price. If the price may change, it is fetched from the issuer
 * now and stored as the listed price; not if the offer is not on sale, because the issuer has no price for it then. Throws
 * 503 if the issuer does not answer, and 404 if it no longer sells the offer, because asking again would give no price.
 */
export async function getOfferPrice(context: PriceContext & OffersContext, call: OfferCall) {
  const { offer: listed, product, catalog } = await inPlace(context, call);
  const offer =
    product.realtimePriceRequired && listed.isOnSale ? await offerAtPriceInForce(context, listed) : listed;
  return priceResource(offer, product.vatRate, catalog);
}

async function offerAtPriceInForce(
  context: PriceContext,
  { catalogId, id }: StoredOffer,
): Promise<StoredOffer> {
  const check = await confirmPrice(context, { catalogId, id });
  switch (check) {
    case 'in_force': {
      const offer = await findOffer(context.database, catalogId, id);
      if (offer === null) throw notFound();
      return offer;
    }
    case 'not_found':
      throw notFound();
    case 'unavailable':
      throw new HttpProblem(503, 'The price is not available at the moment.', { 'retry-after': '5' });
  }
}

export async function getOfferAvailability(context: OffersContext & { now: () => Date }, call: OfferCall) {
  const { offer } = await inPlace(context, call);
  return availabilityResource(
    addresses.offerAvailability(offer.catalogId, offer.id),
    'TicketingOfferAvailability',
    { ...offer, now: context.now() },
  );
}
