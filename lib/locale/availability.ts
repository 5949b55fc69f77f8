/** Up to this many are called the last ones. */
const lastFew = 3;
/** Up to this many are counted for the customer; above, "available" says enough. */
const worthCounting = 20;

/** How much is left, as it is told: `count` units left, the last `count`, none, or plenty. */
export type AvailabilityWords =
  | { readonly kind: 'available' }
  | { readonly kind: 'left'; readonly count: number }
  | { readonly kind: 'last'; readonly count: number }
  | { readonly kind: 'soldOut' };

/** `availableQuantity` as the service gives it: null is unlimited (§2.4, §2.6). */
export function availabilityWords(availableQuantity: number | null): AvailabilityWords {
  if (availableQuantity === null || availableQuantity > worthCounting) return { kind: 'available' };
  if (availableQuantity <= 0) return { kind: 'soldOut' };
  return { kind: availableQuantity <= lastFew ? 'last' : 'left', count: availableQuantity };
}

/** Why a session is not sold, whatever is left of it. */
export type ClosedAs = 'cancelled' | 'postponed' | 'notOnSale';

/** What is told of a session: that it is not sold, else how much is left. */
export type SessionWords = AvailabilityWords | { readonly kind: ClosedAs };

interface SessionStock {
  readonly availableQuantity: number | null;
  readonly status?: 'on_sale' | 'not_on_sale' | 'cancelled' | 'postponed' | undefined;
}

/** A server that has only the specification tells no `status`: then the quantity tells all. */
export function sessionWords({ availableQuantity, status }: SessionStock): SessionWords {
  switch (status) {
    case 'cancelled':
    case 'postponed':
      return { kind: status };
    case 'not_on_sale':
      return { kind: 'notOnSale' };
    case 'on_sale':
    case undefined:
      return availabilityWords(availableQuantity);
  }
}

/** Whether a session can't be chosen. */
export function isClosed(words: SessionWords): words is { readonly kind: 'soldOut' | ClosedAs } {
  switch (words.kind) {
    case 'soldOut':
    case 'cancelled':
    case 'postponed':
    case 'notOnSale':
      return true;
    case 'available':
    case 'left':
    case 'last':
      return false;
  }
}

export function isSoldOut(availableQuantity: number | null): boolean {
  return availableQuantity !== null && availableQuantity <= 0;
}

/** What is left when all of them are needed: the least of the limited ones. */
export function leastAvailable(quantities: readonly (number | null)[]): number | null {
  const limited = quantities.filter((quantity) => quantity !== null);
  return limited.length === 0 ? null : Math.min(...limited);
}
