import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader, Transaction } from '@/lib/database/database';
import { type PriceAnswer, type PriceQuestion, sourceSchema } from './price-source';

interface OfferKey {
  catalogId: string;
  id: string;
}

const questionRow: z.ZodType<PriceQuestion & { askedAt: Date }> = z.object({
  source: sourceSchema,
  product: z.string(),
  offer: z.string(),
  date: z.string(),
  askedAt: z.date(),
});

/**
 * What to ask for the price of an offer, and the moment of asking; null when the listed price is in force. That is so
 * when no price is to be asked for, and when it was asked for less than a second ago and not imported since.
 */
export async function findPriceQuestion(
  reader: Reader,
  { catalogId, id }: OfferKey,
): Promise<z.infer<typeof questionRow> | null> {
  const [found] = await reader.rows(
    questionRow,
    sql`select catalog.price_source as source, product.key as product, offer.key as offer, offer.day as date,
          clock_timestamp() as "askedAt"
        from ticketing.offer
        join ticketing.product on product.catalog_id = offer.catalog_id and product.id = offer.product_id
        join ticketing.catalog on catalog.id = offer.catalog_id
        where offer.catalog_id = ${catalogId} and offer.id = ${id} and offer.retired_at is null
          and product.realtime_price_required and catalog.price_source is not null
          and (offer.priced_at is null or offer.priced_at <= catalog.synced_at
            or offer.priced_at <= clock_timestamp() - interval '1 second')`,
  );
  return found ?? null;
}

/** Makes the answer of a source the listed price. Of two answers that cross, the one asked for later stays. */
export async function savePrice(
  transaction: Transaction,
  { catalogId, id }: OfferKey,
  { price, originalPrice, priceExclTax }: Extract<PriceAnswer, { kind: 'price' }>,
  askedAt: Date,
): Promise<void> {
  const moment = sql`${askedAt.toISOString()}::timestamptz`;
  await transaction.run(
    sql`update ticketing.offer
        set price = ${price}::numeric, original_price = ${originalPrice ?? price}::numeric,
          price_excl_tax = ${priceExclTax}::numeric, priced_at = ${moment}
        where catalog_id = ${catalogId} and id = ${id} and (priced_at is null or priced_at <= ${moment})`,
  );
}
