import { amountSchema } from '@/lib/contract/values';
import type { ZoneClock } from '../session/zone-clock';
import { type LineState, readAvailability } from './schema-org-availability';
import {
  at,
  fail,
  isAbsent,
  isNode,
  items,
  single,
  term,
  type Spot,
  warn,
  warnOfOthers,
} from './schema-org-spot';
import { readLimit } from './schema-org-time';
import { isTrue, readCapacity, readName, readTexts, type Texts } from './schema-org-values';

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
  /** What the offer has for all its sessions together, and where the document says so. */
  readonly stock: { readonly units: number; readonly spot: Spot } | null;
}

const ofOffer = new Set([
  ...['name', 'category', 'price', 'priceCurrency', 'priceSpecification', 'valueAddedTaxIncluded'],
  ...['availability', 'inventoryLevel', 'validFrom', 'validThrough', 'priceValidUntil'],
  ...['availabilityStarts', 'availabilityEnds'],
]);
const ofAggregate = new Set([...ofOffer, 'lowPrice', 'highPrice', 'offers']);
const ofSpecification = new Set(['price', 'priceCurrency', 'valueAddedTaxIncluded']);

// Offers within offers within offers: more than anybody means.
const deepest = 4;

/** Whether the node names a price of its own. */
export function hasPrice(node: Spot): boolean {
  return items(at(node, 'offers')).length > 0 || isTrue(at(node, 'isAccessibleForFree'));
}

/**
 * What it costs to come to an event or session: a line for each of its offers; one of 0.00 when it has none and is
 * free. Null after an error.
 */
export function readPriceLines(node: Spot, clock: ZoneClock, language: string): PriceLine[] | null {
  const isFree = isTrue(at(node, 'isAccessibleForFree'));
  const offers = items(at(node, 'offers'));
  if (offers.length === 0) {
    if (isFree) return [{ name: {}, price: '0.00', state: 'sold', from: null, until: null, stock: null }];
    return fail(at(node, 'offers'), 'an offer with a price is needed, or isAccessibleForFree: true');
  }
  const read = offers.map((offer) => readOffer(offer, { isFree, clock, language }, deepest));
  return read.includes(null) ? null : read.flatMap((lines) => lines ?? []);
}

interface Terms {
  readonly isFree: boolean;
  readonly clock: ZoneClock;
  readonly language: string;
}

/** The lines of an Offer, or of the offers in an AggregateOffer. Null after an error. */
function readOffer(offer: Spot, terms: Terms, levels: number): PriceLine[] | null {
  if (!isNode(offer.value)) return fail(offer, 'an Offer is needed');
  const isAggregate = items(at(offer, '@type')).some((type) => term(type.value) === 'AggregateOffer');
  warnOfOthers(offer, isAggregate ? ofAggregate : ofOffer);
  const inner = isAggregate ? items(at(offer, 'offers')) : [];
  if (inner.length > 0) return readInner(offer, inner, terms, levels);
  const amount = isAggregate ? readRange(offer) : readPrice(offer, terms.isFree);
  if (amount === null) return null;
  const errors = offer.reading.errors.length;
  const line = readLine(offer, amount, terms);
  return offer.reading.errors.length > errors ? null : [line];
}

/** What the AggregateOffer itself says of sales holds for each of its offers. */
function readInner(offer: Spot, inner: readonly Spot[], terms: Terms, levels: number): PriceLine[] | null {
  if (levels === 0) return fail(at(offer, 'offers'), 'offers of offers of offers are not read');
  const errors = offer.reading.errors.length;
  const outer = readLine(offer, { price: '0.00' }, terms);
  const read = inner.map((one) => readOffer(one, terms, levels - 1));
  if (read.includes(null) || offer.reading.errors.length > errors) return null;
  return read
    .flatMap((lines) => lines ?? [])
    .map((line) => ({ ...stricter(line, outer), stock: line.stock ?? outer.stock }));
}

const order: readonly LineState[] = ['sold', 'sold_out', 'not_sold'];

/** What both lines allow, at the price of the first. */
export function stricter(line: PriceLine, other: PriceLine): PriceLine {
  const froms = [line.from, other.from].filter((from) => from !== null);
  const untils = [line.until, other.until].filter((until) => until !== null);
  return {
    ...line,
    state: order.indexOf(other.state) > order.indexOf(line.state) ? other.state : line.state,
    from: froms.length === 0 ? null : Math.max(...froms),
    until: untils.length === 0 ? null : Math.min(...untils),
  };
}

/** A price; null for one that is not clear, which must not be charged. */
interface Amount {
  readonly price: string | null;
}

const unclear: Amount = { price: null };

function readLine(offer: Spot, amount: Amount, { clock, language }: Terms): PriceLine {
  const limit = (members: readonly string[], which: 'begin' | 'end') =>
    members.flatMap((member) => readLimit(at(offer, member), clock, which) ?? []);
  const froms = limit(['validFrom', 'availabilityStarts'], 'begin');
  const untils = limit(['validThrough', 'availabilityEnds', 'priceValidUntil'], 'end');
  const units = readCapacity(at(offer, 'inventoryLevel'));
  const named = readName(offer, language) ?? {};
  const category = at(offer, 'category');
  const isText = items(category).every(({ value }) => typeof value === 'string');
  const name = Object.keys(named).length > 0 || !isText ? named : (readTexts(category, language) ?? {});
  const available = readAvailability(at(offer, 'availability'), froms.length > 0);
  const state = units === 0 && available === 'sold' ? 'sold_out' : available;
  return {
    name,
    price: amount.price,
    state: amount.price === null && state === 'sold' ? 'not_sold' : state,
    from: froms.length === 0 ? null : Math.max(...froms),
    until: untils.length === 0 ? null : Math.min(...untils),
    stock: units === null ? null : { units, spot: at(offer, 'inventoryLevel') },
  };
}

/** The price of an AggregateOffer: a range has none, save where its ends are one. Null after an error. */
function readRange(offer: Spot): Amount | null {
  const [low, high, price] = [at(offer, 'lowPrice'), at(offer, 'highPrice'), at(offer, 'price')];
  if (isAbsent(low) && isAbsent(high) && !isAbsent(price)) return readPrice(offer, false);
  if (isAbsent(low) || isAbsent(high)) {
    warn(offer, 'not sold: an AggregateOffer without its offers, or both ends of its range, has no price');
    return unclear;
  }
  const [lowest, highest] = [readAmount(low), readAmount(high)];
  if (lowest === null || highest === null) return null;
  if (!isEuro(offer, lowest === '0.00' && highest === '0.00')) return null;
  if (lowest === highest) return { price: lowest };
  warn(offer, 'not sold: a range of prices is no price; list the offers in it');
  return unclear;
}

function readPrice(offer: Spot, isFree: boolean): Amount | null {
  const specification = single(at(offer, 'priceSpecification'));
  const isSpecified = isAbsent(at(offer, 'price')) && isNode(specification.value);
  const source = isSpecified ? specification : offer;
  if (isSpecified) warnOfOthers(source, ofSpecification);
  else if (!isAbsent(specification)) warn(at(offer, 'priceSpecification'), 'not read: "price" counts');
  const price = at(source, 'price');
  if (isAbsent(price) && (isSpecified || (!isFree && !mayBeSold(offer)))) {
    warn(source, 'not sold: its price is not clear');
    return unclear;
  }
  const amount = isAbsent(price) && isFree ? '0.00' : readAmount(price);
  const isCurrency = isEuro(
    isAbsent(at(source, 'priceCurrency')) ? offer : source,
    isFree || amount === '0.00',
  );
  if (amount === null || !isCurrency) return null;
  const isNet = [offer, source].some((spot) => isFalse(at(spot, 'valueAddedTaxIncluded')));
  if (!isNet || amount === '0.00') return { price: amount };
  warn(offer, 'not sold: the price is without the tax that has to be paid');
  return unclear;
}

/** Whether the offer says nothing against its being sold. */
function mayBeSold(offer: Spot): boolean {
  return readAvailability(at(offer.quietly(), 'availability'), true) === 'sold';
}

/** Free things may go without a currency. */
function isEuro(offer: Spot, isFree: boolean): boolean {
  const currency = at(offer, 'priceCurrency');
  if (isAbsent(currency) ? isFree : single(currency).value === 'EUR') return true;
  fail(currency, 'the currency "EUR" is needed: no other is sold (specification §2.7)');
  return false;
}

function isFalse(spot: Spot): boolean {
  const { value } = single(spot);
  return value === false || term(value).toLowerCase() === 'false';
}

function readAmount(spot: Spot): string | null {
  const { value } = single(spot);
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(text);
  const amount = match ? `${match[1] ?? ''}.${(match[2] ?? '').padEnd(2, '0')}` : '';
  if (amountSchema.safeParse(amount).success) return amount.replace(/^0+(?=\d)/, '');
  return fail(spot, 'a price with at most two decimals is needed, such as 12.50');
}
