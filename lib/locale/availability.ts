/** Up to this many are called the last ones. */
const lastFew = 3;
/** Up to this many are counted for the customer; for more, "available" is enough. */
const worthCounting = 20;

/** How the availability is described: `count` units left, the last `count`, none, or plenty. */
export type AvailabilityWords =
  | { readonly kind: 'available' }
  | { readonly kind: 'left' | 'last'; readonly count: number }
  | { readonly kind: 'soldOut' };

/** The quantity as far as customers are told: all quantities that are "available" are the same one. */
export const shownQuantity = (availableQuantity: number): number =>
  Math.min(availableQuantity, worthCounting + 1);

/** `availableQuantity` of the service: null is unlimited (§2.4, §2.6). */
export function availabilityWords(availableQuantity: number | null): AvailabilityWords {
  if (availableQuantity === null || availableQuantity > worthCounting) return { kind: 'available' };
  if (availableQuantity <= 0) return { kind: 'soldOut' };
  return { kind: availableQuantity <= lastFew ? 'last' : 'left', count: availableQuantity };
}

/** `allHeld`: none is left, but some are only held, and may come back. */
export type ClosedAs = 'cancelled' | 'postponed' | 'notOnSale' | 'allHeld';

export type SessionWords = AvailabilityWords | { readonly kind: ClosedAs };

interface Stock {
  readonly availableQuantity: number | null;
  readonly mayReturn?: boolean | undefined;
  readonly status?: 'on_sale' | 'not_on_sale' | 'cancelled' | 'postponed' | undefined;
}

/** Of a session or an offer. A server with only the specification sends no `status` and no `mayReturn`. */
export function sessionWords({ availableQuantity, mayReturn, status }: Stock): SessionWords {
  switch (status) {
    case 'cancelled':
    case 'postponed':
      return { kind: status };
    case 'not_on_sale':
      return { kind: 'notOnSale' };
    case 'on_sale':
    case undefined:
      return mayReturn === true && isSoldOut(availableQuantity)
        ? { kind: 'allHeld' }
        : availabilityWords(availableQuantity);
  }
}

export function isClosed(words: SessionWords): words is { readonly kind: 'soldOut' | ClosedAs } {
  switch (words.kind) {
    case 'soldOut':
    case 'cancelled':
    case 'postponed':
    case 'notOnSale':
    case 'allHeld':
      return true;
    case 'available':
    case 'left':
    case 'last':
      return false;
  }
}

/** Whether tickets may become available again, so that there is a waiting list: not if it is cancelled, postponed or not on sale. */
export function canWait({ kind }: SessionWords): boolean {
  return kind === 'soldOut' || kind === 'allHeld';
}

/** The state of a session or an offer, in words. */
export interface AvailabilityText {
  readonly text: string;
  /** Or it can't be chosen for another reason, which `text` names. */
  readonly isSoldOut: boolean;
  /** It may come back: there is a waiting list. */
  readonly canWait: boolean;
}

/** The texts `shop.state`. */
type StateTexts = (key: SessionWords['kind'], values: { count?: number }) => string;

/** "12 left", "Last 3", "Sold out", "Available", "Cancelled". */
export function availabilityText(t: StateTexts, words: SessionWords): AvailabilityText {
  const text = t(words.kind, 'count' in words ? { count: words.count } : {});
  return { text, isSoldOut: isClosed(words), canWait: canWait(words) };
}

/** The text about a quantity that is left: "12 left", "Last 3", "Sold out", "Available". */
export function stateText(t: StateTexts, availableQuantity: number | null): string {
  return availabilityText(t, availabilityWords(availableQuantity)).text;
}

export function isSoldOut(availableQuantity: number | null): boolean {
  return availableQuantity !== null && availableQuantity <= 0;
}

/** The availability if all of them are needed: the smallest of the limited ones. */
export function leastAvailable(quantities: readonly (number | null)[]): number | null {
  const limited = quantities.filter((quantity) => quantity !== null);
  return limited.length === 0 ? null : Math.min(...limited);
}
