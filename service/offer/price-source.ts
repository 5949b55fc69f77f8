import type { ParsedFeed } from '@/lib/contract/feed';

/** A request for a price, in the issuer's own keys. */
export interface PriceQuestion {
  /** The address where prices are fetched, according to a catalogue's feed. */
  source: NonNullable<ParsedFeed['catalog']['priceSource']>;
  product: string;
  offer: string;
  /** YYYY-MM-DD */
  date: string;
}

/** The result of a request. Amounts are decimals with two places, not negative. */
export type PriceAnswer =
  /** `originalPrice` null: no reduction. `priceExclTax` null: it is computed with the product's rate. */
  | { kind: 'price'; price: string; originalPrice: string | null; priceExclTax: string | null }
  /** No longer on sale: asking again does not help. */
  | { kind: 'not_found' }
  /** No usable answer in time; asking again may help. `why` is for the operator. */
  | { kind: 'unavailable'; why: string };

/** A source of current prices. It throws only unexpected errors. */
export interface PriceSource {
  fetchPrice(question: PriceQuestion): Promise<PriceAnswer>;
}
