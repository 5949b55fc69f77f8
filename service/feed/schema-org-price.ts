import { amountSchema } from '@/lib/contract/values';
import type { ZoneClock } from '../session/zone-clock';
import type { OfferBudget } from './schema-org-offer-reading';
import { isUnrestricted } from './schema-org-restrictions';
import { at, fail, isAbsent, isNode, items, single, type Spot, term, warn } from './schema-org-spot';
import { readLimit } from './schema-org-time';
import { isTrue } from './schema-org-values';

/** What an offer costs. */
export interface Price {
  /** A decimal with two places, in EUR; null: not clear, and never charged. */
  readonly amount: string | null;
  /** Moments from and until which it is in force, in milliseconds since 1970: all of them count. */
  readonly froms: readonly number[];
  readonly untils: readonly number[];
}

/** An amount that the document names, and where. */
interface Statement {
  readonly spot: Spot;
  readonly amount: string;
}

interface Terms {
  readonly isFree: boolean;
  readonly isAggregate: boolean;
  readonly clock: ZoneClock;
  readonly budget: OfferBudget;
}

export const unclear: Price = { amount: null, froms: [], untils: [] };

const ofRange = ['minPrice', 'maxPrice', 'lowPrice', 'highPrice'];
const ofPrice = ['price', ...ofRange];
// Anything else in a price specification may change what is paid: fees, components, other kinds of price.
const ofSpecification = new Set([
  ...['price', 'minPrice', 'maxPrice', 'priceCurrency', 'valueAddedTaxIncluded', 'validFrom', 'validThrough'],
  ...['eligibleQuantity', 'eligibleTransactionVolume', 'validForMemberTier'],
  ...['referenceQuantity', 'unitCode', 'unitText', 'name', 'description', 'identifier', 'url'],
  'priceType',
]);
const noPrice = 'not sold: one price, or a range whose two ends are the same, is needed';
const specificationTypes = new Set(['PriceSpecification', 'UnitPriceSpecification']);

/**
 * The price of an Offer, or of an AggregateOffer without its offers: clear where all that is said of it, also in its
 * price specifications, is one amount with tax, in EUR. Null after an error.
 */
export function readPrice(offer: Spot, terms: Terms): Price | null {
  const specifications = items(at(offer, 'priceSpecification'));
  if (!terms.budget.allows(at(offer, 'priceSpecification'), specifications.length)) return null;
  if (hasUnreadRange(offer)) return unclear;
  const own = readStatements(offer, ofPrice);
  if (own === null) return null;
  if (own.length === 0 && specifications.length === 0) return readUnpriced(offer, terms);
  if (!isWholeRange(offer)) {
    warn(offer, noPrice);
    return unclear;
  }
  if (own.some(({ amount }) => amount !== own[0]?.amount)) {
    warn(offer, 'not sold: a range of prices is no price; list the offers in it');
    return unclear;
  }
  const isFree = own.length > 0 && own.every(({ amount }) => amount === '0.00');
  if (own.length > 0 && !isEuro(offer, isFree)) return null;
  return readSpecified(offer, own, specifications, terms);
}

/** The one amount of the offer's own statements and its specifications. */
function readSpecified(
  offer: Spot,
  own: readonly Statement[],
  specifications: readonly Spot[],
  { clock }: Terms,
): Price | null {
  const errors = offer.reading.errors.length;
  const statements = [...own];
  for (const specification of specifications) {
    if (!isPlain(specification) || hasUnreadRange(specification)) return unclear;
    const said = readStatements(specification, ofPrice);
    if (said === null) return null;
    const currency = at(specification, 'priceCurrency');
    if (own.length > 0 && !isAbsent(currency) && !isEuroCode(currency)) {
      warn(currency, 'not sold: it says another currency than the offer does');
      return unclear;
    }
    const isFree = said.every(({ amount }) => amount === '0.00');
    if (own.length === 0 && !isEuro(isAbsent(currency) ? offer : specification, isFree)) return null;
    for (const one of said) statements.push(one);
  }
  const [first] = statements;
  if (first === undefined) {
    warn(specifications[0] ?? offer, 'not sold: its price is not clear');
    return unclear;
  }
  const other = statements.find(({ amount }) => amount !== first.amount);
  if (other !== undefined) {
    warn(other.spot, 'not sold: another price is told beside this one');
    return unclear;
  }
  if (first.amount !== '0.00' && [offer, ...specifications].some(isNet)) return unclear;
  const limits = (member: string, which: 'begin' | 'end') =>
    specifications.flatMap((one) => readLimit(at(one, member), clock, which) ?? []);
  const froms = limits('validFrom', 'begin');
  const untils = limits('validThrough', 'end');
  return offer.reading.errors.length > errors ? null : { amount: first.amount, froms, untils };
}

/** An offer that says nothing of a price: of an event that is free, it is free too. */
function readUnpriced(offer: Spot, { isFree, isAggregate }: Terms): Price | null {
  if (isAggregate) {
    warn(offer, noPrice);
    return unclear;
  }
  if (isFree) return isNet(offer) ? unclear : { amount: '0.00', froms: [], untils: [] };
  warn(offer, 'not sold: its price is not clear');
  return unclear;
}

/** Whether a price specification says nothing but a price of one ticket for anyone. Warns where it says more. */
function isPlain(specification: Spot): boolean {
  if (!isNode(specification.value) || Object.keys(specification.value).every((key) => key === '@id')) {
    warn(specification, 'not sold: a price specification is needed that the document has');
    return false;
  }
  const type = at(specification, '@type');
  const foreign = Object.keys(specification.value)
    .filter((member) => !member.startsWith('@') && !ofSpecification.has(member))
    .map((member) => at(specification, member))
    .filter((spot) => !isAbsent(spot));
  const kind = at(specification, 'priceType');
  if (!items(kind).every(({ value }) => term(value) === 'RegularPrice')) foreign.unshift(kind);
  if (!items(type).every(({ value }) => specificationTypes.has(term(value)))) foreign.unshift(type);
  if (foreign[0] !== undefined) {
    warn(foreign[0], 'not sold: it may change what is paid, and is not read');
    return false;
  }
  if (!isWholeRange(specification)) {
    warn(specification, noPrice);
    return false;
  }
  return isUnrestricted(specification);
}

/** Whether of a range both ends are told, or none. */
function isWholeRange(node: Spot): boolean {
  return [
    ['lowPrice', 'highPrice'],
    ['minPrice', 'maxPrice'],
  ].every((ends) => new Set(ends.map((end) => isAbsent(at(node, end)))).size === 1);
}

/** Whether an end of a range can't be read: it would not be charged anyway. Warns then. */
function hasUnreadRange(node: Spot): boolean {
  const spots = ofRange.map((member) => at(node, member)).filter((spot) => !isAbsent(spot));
  const unread = spots.find((spot) => readAmount(spot.quietly()) === null);
  if (unread !== undefined) warn(unread, 'not sold: a price with at most two decimals is needed');
  return unread !== undefined;
}

/** Whether the price is without tax, or may be. Warns where it is. */
export function isNet(node: Spot): boolean {
  const included = at(node, 'valueAddedTaxIncluded');
  if (isAbsent(included) || isTrue(included)) return false;
  warn(included, 'not sold: the price is without the tax that has to be paid');
  return true;
}

function readStatements(node: Spot, members: readonly string[]): Statement[] | null {
  const spots = members.map((member) => at(node, member)).filter((spot) => !isAbsent(spot));
  const read = spots.map((spot) => ({ spot, amount: readAmount(spot) }));
  const statements = read.flatMap(({ spot, amount }) => (amount === null ? [] : [{ spot, amount }]));
  return statements.length === spots.length ? statements : null;
}

/** Free things may go without a currency. */
export function isEuro(offer: Spot, isFree: boolean): boolean {
  const currency = at(offer, 'priceCurrency');
  if (isAbsent(currency) ? isFree : isEuroCode(currency)) return true;
  fail(currency, 'the currency "EUR" is needed: no other is sold (specification §2.7)');
  return false;
}

function isEuroCode(currency: Spot): boolean {
  const { value } = single(currency);
  return typeof value === 'string' && value.trim().toUpperCase() === 'EUR';
}

/** A price as a decimal with two places; null after an error. */
export function readAmount(spot: Spot): string | null {
  const { value } = single(spot);
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(text);
  const amount = match ? `${match[1] ?? ''}.${(match[2] ?? '').padEnd(2, '0')}` : '';
  if (amountSchema.safeParse(amount).success) return amount.replace(/^0+(?=\d)/, '');
  return fail(spot, 'a price with at most two decimals is needed, such as 12.50');
}
