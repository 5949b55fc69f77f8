import type { Offer } from '../../../contract/offer';
import { isSoldOut, type ClosedAs } from '../../../locale/availability';
import { compareAmounts } from '../../../money/money';

/** What a product costs on a day, and how much of it is left; several offers of a day are combined. */
export interface OfferDay {
  readonly day: string;
  readonly offers: readonly Offer[];
  /** The lowest price among those still available, otherwise among all. */
  readonly fromPrice: string;
  readonly availableQuantity: number | null;
  /** Why nothing can be bought; null if something can. */
  readonly closedAs: ClosedReason | null;
}

/** Why none of some offers can be bought. `allHeld`: none is left, but some are only held. */
export type ClosedReason = Extract<ClosedAs, 'notOnSale' | 'allHeld'> | 'soldOut';

/** Of offers of which nothing is left. A server with only the specification does not tell which are not on sale. */
export function closedReason(offers: readonly Pick<Offer, 'status' | 'mayReturn'>[]): ClosedReason {
  if (offers.every(({ status }) => status === 'not_on_sale')) return 'notOnSale';
  return offers.some(({ mayReturn }) => mayReturn === true) ? 'allHeld' : 'soldOut';
}

const left = (offer: Offer) => offer.availableQuantity ?? Infinity;

function offerDay(day: string, offers: readonly Offer[]): OfferDay {
  const open = offers.filter((offer) => !isSoldOut(offer.availableQuantity));
  const [cheapest = '0.00'] = (open.length > 0 ? open : offers)
    .map((offer) => offer.price.amountInclTax)
    .sort(compareAmounts);
  const most = Math.max(...offers.map(left));
  return {
    day,
    offers,
    fromPrice: cheapest,
    availableQuantity: most === Infinity ? null : most,
    closedAs: open.length > 0 ? null : closedReason(offers),
  };
}

export function offerDays(offers: readonly Offer[]): OfferDay[] {
  const days = new Map<string, Offer[]>();
  for (const offer of offers) days.set(offer.date, [...(days.get(offer.date) ?? []), offer]);
  return [...days].sort(([a], [b]) => a.localeCompare(b)).map(([day, members]) => offerDay(day, members));
}

export const isBookable = (day: OfferDay) => day.closedAs === null;

/** The `count` items nearest to a moment, in order of time. */
export function nearest<Item>(
  items: readonly Item[],
  to: number,
  moment: (item: Item) => number,
  count: number,
): Item[] {
  const distance = (item: Item) => Math.abs(moment(item) - to);
  return items
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, count)
    .sort((a, b) => moment(a) - moment(b));
}

/** The bookable days nearest to `day`, without `day` itself, in order of time. */
export function nearestDays(days: readonly OfferDay[], day: string, count: number): OfferDay[] {
  const others = days.filter((other) => other.day !== day && isBookable(other));
  return nearest(others, Date.parse(day), (other) => Date.parse(other.day), count);
}
