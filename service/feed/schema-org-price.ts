import { priceSchema } from '@/lib/contract/price';
import { largest, smallest } from './extremes';
import type { OfferBudget, PriceLine } from './schema-org-offer-reading';
import { isUnrestricted } from './schema-org-restrictions';
import { isNode, type DocumentPart, term } from './schema-org-part';
import { readLimits } from './schema-org-time';
import { says } from './schema-org-values';

/** A price, and when it is valid. */
export type Price = Pick<PriceLine, 'price' | 'from' | 'until'>;

interface Statement {
  readonly part: DocumentPart;
  readonly amount: string;
}

interface Terms {
  readonly isFree: boolean;
  readonly budget: OfferBudget;
}

export const unclear: Price = { price: null, from: null, until: null };
export const free: Price = { ...unclear, price: '0.00' };

const ofRange = ['minPrice', 'maxPrice', 'lowPrice', 'highPrice'];
const ofPrice = ['price', ...ofRange];
// Any other member of a price specification may change the price: fees, components, other kinds of price.
const ofSpecification = new Set([
  'price',
  'minPrice',
  'maxPrice',
  'priceCurrency',
  'valueAddedTaxIncluded',
  'validFrom',
  'validThrough',
  'eligibleQuantity',
  'eligibleTransactionVolume',
  'validForMemberTier',
  'referenceQuantity',
  'unitCode',
  'unitText',
  'name',
  'description',
  'identifier',
  'url',
  'priceType',
]);
const noPrice = 'one price, or a range whose two ends are the same, is needed';
const specificationTypes = new Set(['PriceSpecification', 'UnitPriceSpecification']);

/**
 * The price of an Offer, or of an AggregateOffer without its offers. It is clear if all members, also those of its
 * price specifications, give one amount with tax, in EUR. Null after an error.
 */
export function readPrice(offer: DocumentPart, terms: Terms): Price | null {
  const specifications = offer.list('priceSpecification');
  if (!terms.budget.allows(offer.at('priceSpecification'), specifications.length)) return null;
  if (!isReadRange(offer)) return unclear;
  const own = readStatements(offer);
  if (own === null) {
    // All that is wrong is told at once.
    isEuro(offer, false);
    return null;
  }
  if (own.length === 0 && specifications.length === 0) return readUnpriced(offer, terms);
  if (!isWholeRange(offer)) return refused(offer, noPrice);
  if (own.some(({ amount }) => amount !== own[0]?.amount)) {
    return refused(offer, 'a range of prices is no price; list the offers in it');
  }
  const isFree = own.length > 0 && own.every(({ amount }) => amount === free.price);
  if (own.length > 0 && !isEuro(offer, isFree)) return null;
  return readSpecified(offer, own, specifications);
}

function readSpecified(
  offer: DocumentPart,
  own: readonly Statement[],
  specifications: readonly DocumentPart[],
): Price | null {
  const errors = offer.reading.errors.length;
  const statements = [...own];
  for (const specification of specifications) {
    if (!isPlain(specification) || !isReadRange(specification)) return unclear;
    const said = readStatements(specification);
    if (said === null) return null;
    const currency = specification.at('priceCurrency');
    if (own.length > 0 && !currency.isAbsent && !isEuroCode(currency)) {
      return refused(currency, 'it says another currency than the offer does');
    }
    const isFree = said.every(({ amount }) => amount === free.price);
    if (own.length === 0 && !isEuro(currency.isAbsent ? offer : specification, isFree)) return null;
    for (const one of said) statements.push(one);
  }
  const validities = (member: string) => specifications.map((specification) => specification.at(member));
  const [first] = statements;
  if (first === undefined) return refused(specifications[0] ?? offer, 'no single price is told');
  const other = statements.find(({ amount }) => amount !== first.amount);
  if (other !== undefined) return refused(other.part, 'another price is told beside this one');
  if (first.amount !== free.price && ![offer, ...specifications].every(isGross)) return unclear;
  const from = largest(readLimits(validities('validFrom'), 'dayStart'));
  const until = smallest(readLimits(validities('validThrough'), 'dayEnd'));
  return offer.reading.errors.length > errors ? null : { price: first.amount, from, until };
}

/** An offer without any price: it is free if its event is free. */
function readUnpriced(offer: DocumentPart, { isFree }: Terms): Price {
  if (offer.types().includes('AggregateOffer')) return refused(offer, noPrice);
  if (isFree) return isGross(offer) ? free : unclear;
  return refused(offer, 'no single price is told');
}

function refused(part: DocumentPart, reason: string): Price {
  part.refuse(reason);
  return unclear;
}

/** Whether a price specification gives only a price of one ticket for every customer. Warns if it says more. */
function isPlain(specification: DocumentPart): boolean {
  if (!isNode(specification.value) || Object.keys(specification.value).every((key) => key === '@id')) {
    return specification.refuse('the document has no price specification with this "@id"');
  }
  const foreign = specification.present(
    Object.keys(specification.value).filter(
      (member) => !member.startsWith('@') && !ofSpecification.has(member),
    ),
  );
  const kind = specification.at('priceType');
  if (!kind.items().every(({ value }) => term(value) === 'RegularPrice')) foreign.unshift(kind);
  if (!specification.types().every((type) => specificationTypes.has(type))) {
    foreign.unshift(specification.at('@type'));
  }
  if (foreign[0] !== undefined) return foreign[0].refuse('it may change what is paid, and is not read');
  if (!isWholeRange(specification)) return specification.refuse(noPrice);
  return isUnrestricted(specification);
}

/** Whether both ends of a range are given, or none. */
function isWholeRange(node: DocumentPart): boolean {
  return [
    ['lowPrice', 'highPrice'],
    ['minPrice', 'maxPrice'],
  ].every((ends) => node.present(ends).length !== 1);
}

/** Whether each end of a range can be read: any other would not be charged anyway. Warns if not. */
function isReadRange(node: DocumentPart): boolean {
  const unread = node.present(ofRange).find((part) => readAmount(part.quietly()) === null);
  return unread === undefined || unread.refuse('a price with at most two decimals is needed');
}

/** Whether the price includes the tax, or does not speak of it. Warns if not. */
export function isGross(node: DocumentPart): boolean {
  const included = node.at('valueAddedTaxIncluded');
  if (included.isAbsent || says(included, true)) return true;
  return included.refuse('the price is without the tax that has to be paid');
}

function readStatements(node: DocumentPart): Statement[] | null {
  const parts = node.present(ofPrice);
  const statements = parts.flatMap((part) => {
    const amount = readAmount(part);
    return amount === null ? [] : [{ part, amount }];
  });
  return statements.length === parts.length ? statements : null;
}

/** Free offers need no currency. */
function isEuro(offer: DocumentPart, isFree: boolean): boolean {
  const currency = offer.at('priceCurrency');
  if (currency.isAbsent ? isFree : isEuroCode(currency)) return true;
  currency.fail('The currency "EUR" is needed: nothing is sold in another one (specification §2.7).');
  return false;
}

function isEuroCode(currency: DocumentPart): boolean {
  return ['EUR', '€'].includes(currency.text.toUpperCase());
}

/** A price as a decimal with two places; null after an error. */
export function readAmount(part: DocumentPart): string | null {
  const { value } = part.single();
  const text = typeof value === 'number' ? String(value) : part.text;
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(text);
  const amount = match ? `${match[1] ?? ''}.${(match[2] ?? '').padEnd(2, '0')}`.replace(/^0+(?=\d)/, '') : '';
  if (priceSchema.safeParse(amount).success) return amount;
  return part.fail('A price with at most two decimals is needed, such as 12.50, of at most 99999999.99.');
}
