import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { idSchema, lastSegment } from '@/lib/contract/iri';
import { daySchema } from '@/lib/contract/values';
import type { Reader } from '@/lib/database/database';
import { requiredCatalog } from '../catalog/required-catalog';
import { type Answer, ok } from '../http/answer';
import { collection } from '../http/paging';
import { rangeCondition, rangeQuery } from '../http/range';
import type { Call } from '../organization/call';
import type { KnownProducts } from '../product/known-products';
import { offerResource } from './offer-resource';
import { givesAccessTo, pageOfOffers } from './offer-store';

/** A bare id or an IRI. */
const reference = z.string().transform(lastSegment).pipe(idSchema);

export const offersQuery = z.object({
  session: reference
    .optional()
    .meta({ description: 'Offers that give access to this session: its id or path (§4.1).' }),
  product: reference.optional().meta({ description: 'Offers of this product: its id or path (§4.1).' }),
  date: daySchema.optional().meta({ description: 'Offers of this day (§4.1).' }),
  ...rangeQuery('date', daySchema),
  'order[date]': z
    .enum(['asc', 'desc'])
    .optional()
    .meta({ description: 'asc (§4.1); desc is our addition.' }),
});

/** GET /v1/ticketing/catalogs/{catalogId}/offers */
export async function listOffers(
  { database, products: known }: { database: Reader; products: KnownProducts },
  call: Call<{ catalogId: string }, z.infer<typeof offersQuery>>,
): Promise<Answer> {
  const { catalog, language } = await requiredCatalog(database, call);
  const { session, product, date } = call.query;
  const condition = sql.join(
    [
      sql`offer.catalog_id = ${catalog.id}`,
      ...(session === undefined ? [] : [givesAccessTo(session)]),
      ...(product === undefined ? [] : [sql`offer.product_id = ${product}`]),
      ...(date === undefined ? [] : [sql`offer.day = ${date}::date`]),
      rangeCondition('date', call.query, sql`offer.day`, sql`date`),
    ],
    sql` and `,
  );
  const descending = call.query['order[date]'] === 'desc';
  const { total, offers } = await pageOfOffers(database, condition, { ...call.page, descending });
  const products = await known.of(
    catalog,
    offers.map(({ productId }) => productId),
  );
  return ok(
    collection(
      call,
      total,
      offers.flatMap((offer) => {
        const of = products.get(offer.productId);
        return of === undefined ? [] : [offerResource(offer, of, catalog, language)];
      }),
    ),
    language,
  );
}
