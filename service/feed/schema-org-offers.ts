import { mostOfName } from '@/lib/contract/feed-text';
import { largest, smallest } from './extremes';
import { lineStates, readAvailability } from './schema-org-availability';
import { type KnownLines, OfferBudget, type OfferReading, type PriceLine } from './schema-org-offer-reading';
import { free, isGross, type Price, readAmount, readPrice, unclear } from './schema-org-price';
import { isForSale, isUnrestricted, readRestrictions } from './schema-org-restrictions';
import { isNode, type DocumentPart } from './schema-org-part';
import { readStock, type Stock } from './schema-org-stock';
import { readLimits } from './schema-org-time';
import { readName, readTexts, says } from './schema-org-values';

const ofOffer = new Set([
  'name',
  'category',
  'priceSpecification',
  'priceCurrency',
  'valueAddedTaxIncluded',
  'price',
  'minPrice',
  'maxPrice',
  'lowPrice',
  'highPrice',
  'availability',
  'inventoryLevel',
  'validFrom',
  'validThrough',
  'priceValidUntil',
  'availabilityStarts',
  'availabilityEnds',
  ...readRestrictions,
]);
const ofAggregate = new Set([...ofOffer, 'offers']);

// Offers within offers within offers: deeper than any real document.
const deepest = 4;

export function hasPrice(node: DocumentPart): boolean {
  return node.list('offers').length > 0 || says(node.at('isAccessibleForFree'), true);
}

/**
 * The prices of an event or session: a line for each of its offers. If it has no offers and is free, one line of
 * 0.00. If it says neither, no line, so that it is shown and not sold. Null after an error.
 */
export function readPriceLines(node: DocumentPart, reading: OfferReading): PriceLine[] | null {
  const isFree = says(node.at('isAccessibleForFree'), true);
  const offers = node.list('offers');
  if (offers.length === 0) {
    if (isFree) return [{ ...free, name: {}, state: 'sold', stock: null }];
    node
      .at('offers')
      .refuse('an offer with a price is missing; if it costs nothing, "isAccessibleForFree": true is needed');
    return [];
  }
  const budget = new OfferBudget(reading);
  if (!budget.allows(node.at('offers'), offers.length)) return null;
  const terms = { isFree, budget, known: isFree ? reading.linesOfFree : reading.linesOfOthers };
  const read = offers.map((offer) => readOnce(offer, terms, deepest));
  const lines = read.flatMap((some) => some ?? []);
  return read.includes(null) ? null : agreeOnFree(node, lines);
}

/**
 * The lines of prices, but none on sale if the event or session contradicts them: it says that it is free and each line
 * costs something, or it says that it is not free and no line costs anything.
 */
export function agreeOnFree(node: DocumentPart, lines: PriceLine[]): PriceLine[] {
  const flag = node.at('isAccessibleForFree');
  const ofFree = lines.filter(({ price }) => price === free.price);
  const isContradicted = says(flag, true)
    ? ofFree.length === 0
    : says(flag, false) && ofFree.length === lines.length;
  if (!isContradicted || !lines.some(({ state }) => state === 'sold')) return lines;
  flag.refuse('the prices of the offers say otherwise');
  return lines.map((line) => ({ ...line, state: 'not_sold' }));
}

interface Terms {
  readonly isFree: boolean;
  readonly budget: OfferBudget;
  readonly known: KnownLines;
}

/** The lines of an offer. One to which several events or sessions refer is read once, with its warnings. */
function readOnce(offer: DocumentPart, terms: Terms, levels: number): PriceLine[] | null {
  const known = terms.known.get(offer.value);
  if (known !== undefined) return terms.budget.allows(offer, known?.length ?? 0) ? known : null;
  const lines = readOffer(offer, terms, levels);
  terms.known.set(offer.value, lines);
  return lines;
}

/** The lines of an Offer, or of the offers in an AggregateOffer. Null after an error. */
function readOffer(offer: DocumentPart, terms: Terms, levels: number): PriceLine[] | null {
  if (!isNode(offer.value)) return offer.fail('An Offer is needed.');
  const isAggregate = offer.types().includes('AggregateOffer');
  offer.warnOfOthers(isAggregate ? ofAggregate : ofOffer);
  const isSold = isForSale(offer) && isUnrestricted(offer);
  const inner = isAggregate ? offer.list('offers') : [];
  if (isSold && inner.length > 0) {
    return terms.budget.within(offer, offer.at('offers'), () => readInner(offer, inner, terms, levels));
  }
  const price = isSold ? readPrice(offer, terms) : unclear;
  // Also after an error, so that all that is wrong is told at once.
  const line = readLine(offer, price ?? unclear);
  if (price === null) return null;
  return line && [isSold ? line : { ...line, state: 'not_sold' }];
}

/** The members of the AggregateOffer about the sale apply to each of its offers. */
function readInner(
  offer: DocumentPart,
  inner: readonly DocumentPart[],
  terms: Terms,
  levels: number,
): PriceLine[] | null {
  if (levels === 0) return offer.at('offers').fail('Offers of offers of offers are not read.');
  if (!terms.budget.allows(offer.at('offers'), inner.length)) return null;
  const outer = readLine(offer, isClearOutside(offer) ? free : unclear);
  const read = inner.map((one) => readOnce(one, terms, levels - 1));
  if (read.includes(null) || outer === null) return null;
  const lines = read
    .flatMap((ones) => withinRange(offer, ones ?? []))
    .map((line) => stricter(line, { ...outer, stock: null }));
  return withinStock(lines, outer.stock);
}

/** Whether the AggregateOffer says nothing about prices that its offers would also have to say. */
function isClearOutside(offer: DocumentPart): boolean {
  if (!isGross(offer)) return false;
  const others = offer.at('priceSpecification');
  return others.isAbsent || others.refuse('another price is told beside those of the offers');
}

/** Prices outside the range of the AggregateOffer are not sold. */
function withinRange(offer: DocumentPart, lines: readonly PriceLine[]): PriceLine[] {
  const bound = (members: readonly string[]) => {
    const [part] = offer.present(members);
    if (part === undefined) return null;
    const amount = readAmount(part.quietly());
    if (amount === null) part.warn('Not read: a price with at most two decimals is needed.');
    return amount === null ? null : { part, amount: Number(amount) };
  };
  const [low, high] = [bound(['lowPrice', 'price']), bound(['highPrice', 'price'])];
  return lines.map((line) => {
    if (line.price === null || line.state === 'not_sold') return line;
    const price = Number(line.price);
    const crossed =
      low !== null && price < low.amount ? low : high !== null && price > high.amount ? high : null;
    if (crossed === null) return line;
    crossed.part.refuse('the price of an offer in it is beyond this end of the range');
    return { ...line, state: 'not_sold' };
  });
}

/** The stock of an AggregateOffer is shared by all its offers; null if they would sell more together. */
function withinStock(lines: PriceLine[], stock: Stock | null): PriceLine[] | null {
  if (stock === null) return lines;
  const stocked = lines.map((line) => ({ ...line, stock: line.stock ?? stock }));
  const sold = stocked.filter(({ state }) => state === 'sold');
  const units = new Map(sold.map((line) => [line.stock.part.path, line.stock.units]));
  if ([...units.values()].reduce((one, other) => one + other, 0) <= stock.units) return stocked;
  return stock.part.fail('Its offers would together sell more than is left.');
}

/** What both lines allow, at the price of the first. */
export function stricter(line: PriceLine, other: PriceLine): PriceLine {
  const isLess = other.stock !== null && (line.stock === null || other.stock.units < line.stock.units);
  return {
    ...line,
    state: lineStates.indexOf(other.state) > lineStates.indexOf(line.state) ? other.state : line.state,
    from: largest([line.from, other.from]),
    until: smallest([line.until, other.until]),
    stock: isLess ? other.stock : line.stock,
  };
}

/** The other members of an offer besides its price. Null after an error. */
function readLine(offer: DocumentPart, { price, from, until }: Price): PriceLine | null {
  const errors = offer.reading.errors.length;
  const begins = readLimits(offer.present(['validFrom', 'availabilityStarts']), 'dayStart');
  const ends = readLimits(offer.present(['validThrough', 'availabilityEnds', 'priceValidUntil']), 'dayEnd');
  const stock = readStock(offer.at('inventoryLevel'));
  const named = readName(offer) ?? {};
  const category = offer.at('category');
  const isText = category.items().every(({ value }) => typeof value === 'string');
  const name = Object.keys(named).length > 0 || !isText ? named : (readTexts(category, mostOfName) ?? {});
  const available = readAvailability(offer.at('availability'), begins.length > 0);
  const state = stock?.units === 0 && available === 'sold' ? 'sold_out' : available;
  if (offer.reading.errors.length > errors) return null;
  return {
    name,
    price,
    state: price === null && state === 'sold' ? 'not_sold' : state,
    from: largest([...begins, from]),
    until: smallest([...ends, until]),
    stock,
  };
}
