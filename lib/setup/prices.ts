import { isReduced } from '../contract/price';
import { typedText } from '../contract/typed-text';
import { isDay, weekdayOf } from '../locale/calendar';
import { type Draft, findProduct, type Members, replaced, withMembers } from './draft';
import { byDate, type Offer, offersOf } from './follow-sessions';
import { readPrice } from './numbers';
import {
  capacityProblem,
  checked,
  dayProblem,
  type ProblemCode,
  refuse,
  type Result,
  spanProblem,
  weekdaysProblem,
} from './result';
import { daysOf, type SeriesDays, unusedOf } from './series';

interface Terms {
  readonly price: string;
  /** Before a reduction; null: there is none. */
  readonly originalPrice?: string | null;
  /** How many may be sold on each day; null: unlimited. Not given: as it was. */
  readonly capacity?: number | null;
}

export interface Prices extends Terms {
  /** The key of the product. */
  readonly product: string;
  readonly from: string;
  /** Null: all later days. */
  readonly until: string | null;
  /** Monday is 0; empty: all. */
  readonly weekdays: readonly number[];
}

export interface PricesDone {
  /** As it is stored: `18.00`. */
  readonly price: string;
  /** Before a reduction; null: there is none. */
  readonly originalPrice: string | null;
  /** Exceptions that are on no day that is meant. */
  readonly unused: readonly string[];
  readonly days: number;
  readonly first: string | null;
  readonly last: string | null;
}

/** The price of the days from a day on that the product is offered on. The price without tax is computed again. */
export function setPrices(draft: Draft, prices: Prices): Result<PricesDone> {
  const { product, from, until, weekdays } = prices;
  const found = findProduct(draft, product);
  if (found === undefined) return refuse('product', 'unknown');
  const terms = termsOf(prices);
  const refused = checked({
    from: dayProblem(from),
    until: until === null ? null : spanProblem(from, until),
    weekdays: weekdaysProblem(weekdays),
    ...terms.problems,
  });
  if (refused !== null) return refused;
  const { known, others } = offersOf(found.members);
  const isMeant = ({ date }: Offer) =>
    date >= from &&
    (until === null || date <= until) &&
    (weekdays.length === 0 || weekdays.includes(weekdayOf(date)));
  const offers = known.map((offer) =>
    isMeant(offer)
      ? withMembers(offer.members, { originalPrice: undefined, priceExclTax: undefined, ...terms.members })
      : offer.members,
  );
  return {
    kind: 'changed',
    draft: withOffers(draft, found, [...offers, ...others]),
    ...terms.amounts,
    unused: [],
    ...spanOf(known.filter(isMeant)),
  };
}

export interface OfferDays extends SeriesDays, Terms {
  readonly product: string;
}

/** Offers for days, for tickets that need no session. Days that have one keep it. */
export function addOfferDays(draft: Draft, days: OfferDays): Result<PricesDone> {
  const found = findProduct(draft, days.product);
  if (found === undefined) return refuse('product', 'unknown');
  const terms = termsOf(days);
  const refused = checked({
    from: dayProblem(days.from),
    until: spanProblem(days.from, days.until),
    weekdays: days.weekdays.length === 0 ? 'missing' : weekdaysProblem(days.weekdays),
    except: days.except.every(isDay) ? null : 'invalid',
    ...terms.problems,
  });
  if (refused !== null) return refused;
  const wanted = daysOf(days);
  if (wanted === null) return refuse('until', 'too_many');
  const { known, others } = offersOf(found.members);
  const taken = new Set(known.map(({ date }) => date));
  const made = wanted
    .filter((date) => !taken.has(date))
    .map((date) => ({ date, members: { date, capacity: null, ...terms.members } }));
  const offers = [...known, ...made].sort(byDate);
  return {
    kind: 'changed',
    draft: withOffers(draft, found, [...offers.map(({ members }) => members), ...others]),
    ...terms.amounts,
    unused: unusedOf(days),
    ...spanOf(made),
  };
}

function termsOf({ price, originalPrice = null, capacity }: Terms): {
  problems: Record<string, ProblemCode | null>;
  members: Members;
  amounts: Pick<PricesDone, 'price' | 'originalPrice'>;
} {
  const amount = readPrice(price);
  const original = originalPrice === null ? null : readPrice(originalPrice);
  return {
    problems: {
      price: typedText(price) === '' ? 'missing' : amount === null ? 'invalid' : null,
      originalPrice:
        originalPrice === null
          ? null
          : original === null
            ? 'invalid'
            : isReduced(amount ?? '0.00', original)
              ? null
              : 'order',
      capacity: capacity === undefined ? null : capacityProblem(capacity),
    },
    amounts: { price: amount ?? '', originalPrice: original },
    members: {
      price: amount ?? '',
      ...(original === null ? {} : { originalPrice: original }),
      ...(capacity === undefined ? {} : { capacity }),
    },
  };
}

const withOffers = (
  draft: Draft,
  product: { index: number; members: Members },
  offers: readonly unknown[],
) => ({
  ...draft,
  products: replaced(draft.products, new Map([[product.index, { ...product.members, offers }]])),
});

const spanOf = (
  offers: readonly { readonly date: string }[],
): Pick<PricesDone, 'days' | 'first' | 'last'> => ({
  days: offers.length,
  first: offers[0]?.date ?? null,
  last: offers.at(-1)?.date ?? null,
});
