import { addDays, weekdayOf } from '../locale/calendar';
import {
  type Draft,
  findProduct,
  isMembers,
  type Keyed,
  keyedOf,
  listOf,
  type Members,
  numberOf,
  stringOf,
  type Texts,
  textsOf,
} from './draft';
import { type Offer, offersOf } from './follow-sessions';

/** The event of a ticket of a product. */
export interface ProductEvent {
  /** The key of the event. */
  readonly key: string;
  /** Valid at any time of the day; else for one session. */
  readonly dateAccess: boolean;
  readonly tag: string | null;
}

export interface Cancellation {
  readonly deadlineHours: number;
  readonly share: number;
}

export interface Rebooking {
  readonly deadlineHours: number;
}

export interface ProductView {
  readonly key: string;
  readonly index: number;
  readonly name: Texts;
  readonly description: Texts;
  /** A fraction: 0.1 is 10 %. */
  readonly vatRate: number | null;
  readonly minimumQuantity: number;
  readonly maximumQuantity: number | null;
  /** Several: a combined ticket. */
  readonly events: readonly ProductEvent[];
  readonly giftCard: boolean;
  readonly cancellation: Cancellation | null;
  readonly rebooking: Rebooking | null;
  readonly offerCount: number;
  readonly lowest: string | null;
  readonly highest: string | null;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
}

export const productsOf = (draft: Draft): ProductView[] => keyedOf(draft.products).map(viewOf);

export function productOf(draft: Draft, key: string): ProductView | null {
  const found = findProduct(draft, key);
  return found === undefined ? null : viewOf(found);
}

function viewOf({ key, index, members }: Keyed): ProductView {
  const { known } = offersOf(members);
  const prices = known
    .map(({ price }) => price)
    .filter((price) => price !== '')
    .sort((one, other) => Number(one) - Number(other));
  return {
    key,
    index,
    name: textsOf(members['name']),
    description: textsOf(members['description']),
    vatRate: numberOf(members['vatRate']),
    minimumQuantity: numberOf(members['minimumQuantity']) ?? 1,
    maximumQuantity: numberOf(members['maximumQuantity']),
    events: listOf(members['tickets']).filter(isMembers).map(eventOfTicket),
    giftCard: members['giftCard'] === true,
    cancellation: cancellationOf(members['cancellation']),
    rebooking: rebookingOf(members['rebooking']),
    offerCount: known.length,
    lowest: prices[0] ?? null,
    highest: prices.at(-1) ?? null,
    firstDay: known[0]?.date ?? null,
    lastDay: known.at(-1)?.date ?? null,
  };
}

const eventOfTicket = (ticket: Members): ProductEvent => ({
  key: stringOf(ticket['event']),
  dateAccess: ticket['dateAccess'] === true,
  tag: stringOf(ticket['tag']) || null,
});

function rebookingOf(rule: unknown): Rebooking | null {
  const hours = isMembers(rule) ? numberOf(rule['deadlineHours']) : null;
  return hours === null ? null : { deadlineHours: hours };
}

function cancellationOf(rule: unknown): Cancellation | null {
  const share = isMembers(rule) ? numberOf(rule['share']) : null;
  const rebooking = rebookingOf(rule);
  return rebooking === null || share === null ? null : { ...rebooking, share };
}

/** Days with the same price. */
export interface PricePeriod {
  readonly from: string;
  readonly until: string;
  readonly days: number;
  readonly price: string;
  readonly originalPrice: string | null;
  /** How many may be sold on each day; null: unlimited. */
  readonly capacity: number | null;
  /** The days of the week that it has, in order; Monday is 0. */
  readonly weekdays: readonly number[];
}

interface OpenPeriod extends Omit<PricePeriod, 'weekdays'> {
  until: string;
  days: number;
  readonly weekdays: Set<number>;
}

/** The prices of a product, each with the days that have it, so that a price for weekends is one period and not one for each. */
export function periodsOf(draft: Draft, product: string): PricePeriod[] {
  const periods: OpenPeriod[] = [];
  const ofWeekday = new Map<number, OpenPeriod>();
  for (const offer of offersOf(findProduct(draft, product)?.members ?? {}).known) {
    const weekday = weekdayOf(offer.date);
    const terms = termsOf(offer);
    const usual = ofWeekday.get(weekday);
    const weekBefore = addDays(offer.date, -7);
    const found = [...(usual === undefined ? [] : [usual]), ...periods.toReversed()].find(
      (period) => hasTerms(period, terms) && (period === usual || period.until >= weekBefore),
    );
    const period = found ?? {
      ...terms,
      from: offer.date,
      until: offer.date,
      days: 0,
      weekdays: new Set<number>(),
    };
    if (found === undefined) periods.push(period);
    period.until = offer.date;
    period.days += 1;
    period.weekdays.add(weekday);
    ofWeekday.set(weekday, period);
  }
  return periods.map(({ weekdays, ...period }) => ({
    ...period,
    weekdays: [...weekdays].sort((one, other) => one - other),
  }));
}

type Terms = Pick<PricePeriod, 'price' | 'originalPrice' | 'capacity'>;

const termsOf = ({ price, members }: Offer): Terms => ({
  price,
  originalPrice: stringOf(members['originalPrice']) || null,
  capacity: numberOf(members['capacity']),
});

const hasTerms = (period: Terms, { price, originalPrice, capacity }: Terms) =>
  period.price === price && period.originalPrice === originalPrice && period.capacity === capacity;
