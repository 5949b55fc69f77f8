import type { LineState } from './schema-org-availability';
import type { Stock } from './schema-org-stock';
import type { Texts } from './schema-org-values';

/** One price of a session: what an Offer says. */
export interface PriceLine {
  /** Empty when the offer has none. */
  readonly name: Texts;
  /** A decimal with two places, in EUR; null: not clear, and never sold. */
  readonly price: string | null;
  readonly state: LineState;
  /** Sold from and until, in milliseconds since 1970; null: no limit. */
  readonly from: number | null;
  readonly until: number | null;
  /** What the offer has left for all its sessions together. */
  readonly stock: Stock | null;
}
