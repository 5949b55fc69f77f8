import { and, eq, isNotNull, isNull, lte, not, or, sql } from 'drizzle-orm';
import type { Reader, Transaction } from '@/lib/database/database';
import { catalogTable } from '../catalog/catalog-table';
import { productTable } from '../product/product-table';
import { offerTable } from './offer-table';
import type { PriceAnswer, PriceQuestion } from './price-source';

const { catalogId: ofCatalog, id: offerId, pricedAt } = offerTable;
const now = sql`statement_timestamp()`;

interface OfferKey {
  catalogId: string;
  id: string;
}

/** Staff have set a price for the offer's product and day. */
const isPriceSet = sql`exists (
  select from ticketing.catalog_override set_price
  where set_price.catalog_id = ${ofCatalog} and set_price.kind = 'price' and set_price.subject_id = ${offerTable.productId}
    and set_price.from_day <= ${offerTable.day})`;

/**
 * The request for the price of an offer, and its time; null if the listed price is current. That is the case if the
 * offer has a fixed price, if staff have set one, or if it was fetched less than a second ago and not imported since.
 */
export async function findPriceQuestion(
  { db }: Reader,
  { catalogId, id }: OfferKey,
): Promise<(PriceQuestion & { askedAt: Date }) | null> {
  const { priceSource, syncedAt } = catalogTable;
  const [found] = await db
    .select({
      source: sql`${priceSource}`.mapWith(priceSource),
      product: productTable.key,
      offer: offerTable.key,
      date: offerTable.day,
      askedAt: sql<Date>`${now}`,
    })
    .from(offerTable)
    .innerJoin(
      productTable,
      and(eq(productTable.catalogId, ofCatalog), eq(productTable.id, offerTable.productId)),
    )
    .innerJoin(catalogTable, eq(catalogTable.id, ofCatalog))
    .where(
      and(
        eq(ofCatalog, catalogId),
        eq(offerId, id),
        isNull(offerTable.retiredAt),
        eq(productTable.realtimePriceRequired, true),
        isNotNull(priceSource),
        not(isPriceSet),
        or(isNull(pricedAt), lte(pricedAt, syncedAt), lte(pricedAt, sql`${now} - interval '1 second'`)),
      ),
    );
  return found ?? null;
}

/** Makes the answer of a source the listed price. Of two concurrent answers, the one to the later request stays. */
export async function savePrice(
  { db }: Transaction,
  { catalogId, id }: OfferKey,
  { price, originalPrice, priceExclTax }: Extract<PriceAnswer, { kind: 'price' }>,
  askedAt: Date,
): Promise<void> {
  await db
    .update(offerTable)
    .set({ price, originalPrice: originalPrice ?? price, priceExclTax, pricedAt: askedAt })
    .where(and(eq(ofCatalog, catalogId), eq(offerId, id), or(isNull(pricedAt), lte(pricedAt, askedAt))));
}
