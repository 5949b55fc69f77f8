import { z } from 'zod';

/** Where a catalogue's feed says that prices are asked for. */
export const sourceSchema = z.object({ url: z.string(), timeoutSeconds: z.number() });

/** What is asked, in the issuer's own keys. */
export interface PriceQuestion {
  source: z.infer<typeof sourceSchema>;
  product: string;
  offer: string;
  /** YYYY-MM-DD */
  date: string;
}

/** What came of asking. Amounts are decimals with two places, not negative. */
export type PriceAnswer =
  /** `originalPrice` null: no reduction. `priceExclTax` null: it follows from the product's rate. */
  | { kind: 'price'; price: string; originalPrice: string | null; priceExclTax: string | null }
  /** No longer on sale: asking again brings nothing. */
  | { kind: 'gone' }
  /** No usable answer in time; asking again may bring one. `why` is for the operator. */
  | { kind: 'unavailable'; why: string };

/** Whoever knows the prices of this moment. Only surprises throw. */
export interface PriceSource {
  fetchPrice(question: PriceQuestion): Promise<PriceAnswer>;
}
