import type { ZoneClock } from '../session/zone-clock';
import { largest, smallest } from './extremes';
import { type LineState, readAvailability } from './schema-org-availability';
import type { OfferBudget, OfferReading } from './schema-org-offer-reading';
import { isNet, type Price, readAmount, readPrice, unclear } from './schema-org-price';
import type { PriceLine } from './schema-org-price-line';
import { isForSale, isUnrestricted, readRestrictions } from './schema-org-restrictions';
import { at, fail, isAbsent, isNode, items, term, type Spot, warn, warnOfOthers } from './schema-org-spot';
import { readStock, type Stock } from './schema-org-stock';
import { readLimit } from './schema-org-time';
import { isFalse, isTrue, readName, readTexts } from './schema-org-values';

const ofOffer = new Set([
  ...['name', 'category', 'priceSpecification', 'priceCurrency', 'valueAddedTaxIncluded'],
  ...['price', 'minPrice', 'maxPrice', 'lowPrice', 'highPrice'],
  ...['availability', 'inventoryLevel', 'validFrom', 'validThrough', 'priceValidUntil'],
  ...['availabilityStarts', 'availabilityEnds', ...readRestrictions],
]);
const ofAggregate = new Set([...ofOffer, 'offers']);

// Offers within offers within offers: more than anybody means.
const deepest = 4;

/** Whether the node names a price of its own. */
export function hasPrice(node: Spot): boolean {
  return items(at(node, 'offers')).length > 0 || isTrue(at(node, 'isAccessibleForFree'));
}

/**
 * What it costs to come to an event or session: a line for each of its offers; one of 0.00 when it has none and is
 * free, and none, so that it is shown and not sold, when neither is told. Null after an error.
 */
export function readPriceLines(
  node: Spot,
  { clock, language, reading }: { clock: ZoneClock; language: string; reading: OfferReading },
): PriceLine[] | null {
  const isFree = isTrue(at(node, 'isAccessibleForFree'));
  const offers = items(at(node, 'offers'));
  if (offers.length === 0) {
    if (isFree) return [{ name: {}, price: '0.00', state: 'sold', from: null, until: null, stock: null }];
    warn(at(node, 'offers'), 'not sold: an offer with a price is needed, or isAccessibleForFree: true');
    return [];
  }
  const budget = reading.ofNode();
  if (!budget.allows(at(node, 'offers'), offers.length)) return null;
  const terms = { isFree, clock, language, budget, known: reading.linesOf(isFree) };
  const read = offers.map((offer) => readOnce(offer, terms, deepest));
  return read.includes(null)
    ? null
    : agreeOnFree(
        node,
        read.flatMap((lines) => lines ?? []),
      );
}

/**
 * The same lines, none of them sold where the event or session contradicts them: it is free and each of them costs
 * something, or it is not and none does.
 */
export function agreeOnFree(node: Spot, lines: PriceLine[]): PriceLine[] {
  const flag = at(node, 'isAccessibleForFree');
  const free = lines.filter(({ price }) => price === '0.00');
  const isContradicted = isTrue(flag) ? free.length === 0 : isFalse(flag) && free.length === lines.length;
  if (!isContradicted || !lines.some(({ state }) => state === 'sold')) return lines;
  warn(flag, 'not sold: the prices of the offers say otherwise');
  return lines.map((line) => ({ ...line, state: 'not_sold' }));
}

interface Terms {
  readonly isFree: boolean;
  readonly clock: ZoneClock;
  readonly language: string;
  readonly budget: OfferBudget;
  /** The lines of offers that were read already, by their node. */
  readonly known: Map<unknown, PriceLine[] | null>;
}

/** The same for an offer that several events or sessions refer to: read, and warned of, once. */
function readOnce(offer: Spot, terms: Terms, levels: number): PriceLine[] | null {
  const known = terms.known.get(offer.value);
  if (known !== undefined) {
    return terms.budget.allows(offer, known?.length ?? 0) ? known : null;
  }
  const lines = readOffer(offer, terms, levels);
  terms.known.set(offer.value, lines);
  return lines;
}

/** The lines of an Offer, or of the offers in an AggregateOffer. Null after an error. */
function readOffer(offer: Spot, terms: Terms, levels: number): PriceLine[] | null {
  if (!isNode(offer.value)) return fail(offer, 'an Offer is needed');
  const isAggregate = items(at(offer, '@type')).some((type) => term(type.value) === 'AggregateOffer');
  warnOfOthers(offer, isAggregate ? ofAggregate : ofOffer);
  const isSold = isForSale(offer) && isUnrestricted(offer);
  const inner = isAggregate ? items(at(offer, 'offers')) : [];
  if (isSold && inner.length > 0) {
    return terms.budget.within(offer, at(offer, 'offers'), () => readInner(offer, inner, terms, levels));
  }
  const price = isSold ? readPrice(offer, { ...terms, isAggregate }) : unclear;
  if (price === null) return null;
  const line = readLine(offer, price, terms);
  if (line === null) return null;
  return [isSold ? line : { ...line, state: 'not_sold' }];
}

/** What the AggregateOffer itself says of sales holds for each of its offers. */
function readInner(offer: Spot, inner: readonly Spot[], terms: Terms, levels: number): PriceLine[] | null {
  if (levels === 0) return fail(at(offer, 'offers'), 'offers of offers of offers are not read');
  if (!terms.budget.allows(at(offer, 'offers'), inner.length)) return null;
  const outer = readLine(offer, isClearOutside(offer) ? { ...unclear, amount: '0.00' } : unclear, terms);
  const read = inner.map((one) => readOnce(one, terms, levels - 1));
  if (read.includes(null) || outer === null) return null;
  const lines = read
    .flatMap((ones) => withinRange(offer, ones ?? []))
    .map((line) => stricter(line, { ...outer, stock: null }));
  return withinStock(lines, outer.stock);
}

/** Whether the AggregateOffer says nothing of prices that its offers would have to say too. */
function isClearOutside(offer: Spot): boolean {
  if (isNet(offer)) return false;
  const others = at(offer, 'priceSpecification');
  if (isAbsent(others)) return true;
  warn(others, 'not sold: another price is told beside those of the offers');
  return false;
}

/** The lines, without the prices that are not in the range that the AggregateOffer tells. */
function withinRange(offer: Spot, lines: readonly PriceLine[]): PriceLine[] {
  const bound = (members: readonly string[]) => {
    const spot = members.map((member) => at(offer, member)).find((one) => !isAbsent(one));
    if (spot === undefined) return null;
    const amount = readAmount(spot.quietly());
    if (amount === null) warn(spot, 'not read: a price with at most two decimals is needed');
    return amount === null ? null : { spot, amount: Number(amount) };
  };
  const [low, high] = [bound(['lowPrice', 'price']), bound(['highPrice', 'price'])];
  return lines.map((line) => {
    if (line.price === null || line.state === 'not_sold') return line;
    const price = Number(line.price);
    const crossed =
      low !== null && price < low.amount ? low : high !== null && price > high.amount ? high : null;
    if (crossed === null) return line;
    warn(crossed.spot, 'not sold: the price of an offer in it is beyond');
    return { ...line, state: 'not_sold' };
  });
}

/** What an AggregateOffer has left is for all its offers; null where they would sell more together. */
function withinStock(lines: PriceLine[], stock: Stock | null): PriceLine[] | null {
  if (stock === null) return lines;
  const stocked = lines.map((line) => ({ ...line, stock: line.stock ?? stock }));
  const sold = stocked.filter(({ state }) => state === 'sold');
  const units = new Map(sold.map((line) => [line.stock.spot.path, line.stock.units]));
  if ([...units.values()].reduce((one, other) => one + other, 0) <= stock.units) return stocked;
  return fail(stock.spot, 'its offers would together sell more than is left');
}

const order: readonly LineState[] = ['sold', 'sold_out', 'not_sold'];

/** What both lines allow, at the price of the first. */
export function stricter(line: PriceLine, other: PriceLine): PriceLine {
  const froms = [line.from, other.from].filter((from) => from !== null);
  const untils = [line.until, other.until].filter((until) => until !== null);
  const isLess = other.stock !== null && (line.stock === null || other.stock.units < line.stock.units);
  return {
    ...line,
    state: order.indexOf(other.state) > order.indexOf(line.state) ? other.state : line.state,
    from: largest(froms),
    until: smallest(untils),
    stock: isLess ? other.stock : line.stock,
  };
}

/** What an offer says besides its price. Null after an error. */
function readLine(offer: Spot, price: Price, { clock, language }: Terms): PriceLine | null {
  const errors = offer.reading.errors.length;
  const limit = (members: readonly string[], which: 'begin' | 'end') =>
    members.flatMap((member) => readLimit(at(offer, member), clock, which) ?? []);
  const begins = limit(['validFrom', 'availabilityStarts'], 'begin');
  const ends = limit(['validThrough', 'availabilityEnds', 'priceValidUntil'], 'end');
  const [froms, untils] = [
    [...begins, ...price.froms],
    [...ends, ...price.untils],
  ];
  const stock = readStock(at(offer, 'inventoryLevel'));
  const named = readName(offer, language) ?? {};
  const category = at(offer, 'category');
  const isText = items(category).every(({ value }) => typeof value === 'string');
  const name = Object.keys(named).length > 0 || !isText ? named : (readTexts(category, language) ?? {});
  const available = readAvailability(at(offer, 'availability'), begins.length > 0);
  const state = stock?.units === 0 && available === 'sold' ? 'sold_out' : available;
  if (offer.reading.errors.length > errors) return null;
  return {
    name,
    price: price.amount,
    state: price.amount === null && state === 'sold' ? 'not_sold' : state,
    from: largest(froms),
    until: smallest(untils),
    stock,
  };
}
