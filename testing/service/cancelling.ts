import type { Cancellation } from '@/lib/contract/cancellation';
import type { Product } from '@/lib/contract/product';

/**
 * The fault of a request to cancel; null: no fault. `…_before`: not carried out. `…_after`: carried out, but the response
 * is a broken connection, a 5xx, or not a cancellation. `unknown`: this address is not known. `accepted`: carried out and answered with 202.
 * `lateMilliseconds`: the connection breaks, and it is carried out so much later.
 */
export type CancelFault =
  | 'cut_before'
  | 'cut_after'
  | 'error_before'
  | 'error_after'
  | 'garbled_after'
  | 'accepted'
  | 'busy'
  | 'running'
  | 'forbidden'
  | 'refuse'
  | 'unknown'
  | { lateMilliseconds: number };

/** Cancelling orders: needs `hasExtensions`, and the single tickets of orders (`tickets.support`). */
export interface Cancelling {
  /** Until when customers may cancel, and what share is refunded; null: only with `override`. */
  rule: { until: Date; share: number } | null;
  /** The rule as its products tell it; null: customers can't cancel. Told only with `hasExtensions`. */
  productRule: NonNullable<Product['cancellation']> | null;
  /** Whether the shop's token has the scope booking:override. */
  mayOverride: boolean;
  /** All cancellations, by the order's identifier. */
  all: Map<string, Cancellation[]>;
  /** How many units were returned to sale. */
  returnedUnits: number;
  /** What a cancellation gives back to the gift card that had paid for a part. */
  returnedToBalance: string;
  faults: (CancelFault | null)[];
  /** Every body of a request to cancel. */
  calls: string[];
}

export const noCancellations = (): Cancelling => ({
  rule: null,
  productRule: null,
  mayOverride: true,
  all: new Map(),
  returnedUnits: 0,
  returnedToBalance: '0.00',
  faults: [],
  calls: [],
});
