import { maximumQuantity } from '@/lib/contract/reservation';
import { isEvent } from './schema-org-kinds';
import { isNode, referenceOf, type DocumentPart } from './schema-org-part';
import { quantity } from './schema-org-values';

const offerTypes = new Set(['Offer', 'AggregateOffer', 'OfferForPurchase']);
const otherTypes = new Set(['Demand', 'OfferForLease']);
// Codes of UN/CEFACT (C62, EA, H87; IE for a person) and words for one thing or one person.
const oneUnit = new Set([
  'c62',
  'ea',
  'h87',
  'ie',
  'one',
  'each',
  'piece',
  'ticket',
  'tickets',
  'person',
  'persons',
  'people',
  'personne',
  'personnes',
  'billet',
  'personen',
  'persona',
  'personas',
  'persone',
  'persoon',
  'biglietto',
]);
const perUnit = /^(?:per|pro|par|por|a)\s+/;
// Some shops describe the ticket as a product or a service.
const goods = new Set(['Product', 'Service']);
const ticketName =
  /(?:^|[^\p{L}])(?:e?-?tickets?|billets?|eintritt(?:skarten?)?|karten?|entradas?|bigliett[io]|toegang|kaart(?:je|jes|en)?|admission)(?:$|[^\p{L}])/iu;

// The beginning of a longer name says what it is.
const longestName = 1_000;

const never = () => false;

/**
 * Members of an offer or a price specification that limit who may buy at its price, when or in what number, each
 * with a test whether its value is no limit here. An offer that can't be sold as it is meant is not sold: an order
 * is for one ticket or more, by any customer. The last ones are OpenActive's (Opportunity Data 2, Open Booking
 * API).
 */
const restrictions: ReadonlyMap<string, (value: DocumentPart, node: DocumentPart) => boolean> = new Map([
  ['eligibleQuantity', isAnyQuantity],
  ['referenceQuantity', isOfOne],
  ['unitCode', isOneUnit],
  ['unitText', isOneUnit],
  ['eligibleCustomerType', (value: DocumentPart) => areAll(value, 'Enduser')],
  ['businessFunction', (value: DocumentPart) => areAll(value, 'Sell')],
  ['eligibleTransactionVolume', never],
  ['eligibleDuration', never],
  ['eligibleRegion', never],
  ['ineligibleRegion', never],
  ['validForMemberTier', never],
  ['includesObject', never],
  ['advanceBookingRequirement', isNoTime],
  ['validFromBeforeStartDate', never],
  ['validThroughBeforeStartDate', never],
  ['openBookingInAdvance', (value: DocumentPart) => !areAll(value, 'Unavailable')],
  // A price for an age group is sold under a name that says so; without such a name it would be sold to everyone.
  ['ageRange', (_: DocumentPart, node: DocumentPart) => isNamed(node)],
  ['ageRestriction', (_: DocumentPart, node: DocumentPart) => isNamed(node)],
]);

/** The restrictions that are read completely: a warning says of each other one that it is not read. */
export const readRestrictions: readonly string[] = [...restrictions.keys()].filter(
  (member) => !member.startsWith('age'),
);

/** Whether a node offers something for sale: a ticket, or an unnamed item. Warns if it does not. */
export function isForSale(offer: DocumentPart): boolean {
  if (referenceOf(offer.value) !== null) return offer.refuse('the document has no node with this "@id"');
  const types = offer.types();
  if (
    types.length > 0 &&
    (!types.some((one) => offerTypes.has(one)) || types.some((one) => otherTypes.has(one)))
  ) {
    return offer.at('@type').refuse('only an Offer or an AggregateOffer is an offer to sell');
  }
  const count = offer.at('offerCount');
  if (!count.isAbsent && !(count.number > 0)) return count.refuse('there are no offers');
  for (const item of offer.list('itemOffered')) {
    if (item.at('@type').isAbsent || isTicket(item) || isEvent(item)) continue;
    return item.at('@type').refuse('what it offers is no ticket');
  }
  return true;
}

function isTicket(item: DocumentPart): boolean {
  const types = item.types();
  if (types.includes('Ticket')) return true;
  const names = item.list('name').map((name) => name.single().value);
  return (
    types.every((type) => goods.has(type)) &&
    names.some((name) => typeof name === 'string' && ticketName.test(name.slice(0, longestName)))
  );
}

/** Whether every customer may buy one ticket or more at this price, at any time of its sale. Warns if not. */
export function isUnrestricted(node: DocumentPart): boolean {
  for (const [member, isHarmless] of restrictions) {
    const value = node.at(member);
    if (value.items().length === 0 || isHarmless(value, node)) continue;
    return value.refuse(`this "${member}" limits who may buy at this price, when, or how many`);
  }
  return true;
}

/** A quantity that begins at one. A maximum for one order does not limit the price: warns if it is not applied. */
function isAnyQuantity(part: DocumentPart): boolean {
  const range = part.single();
  if (!isNode(range.value) || !hasOneUnit(range) || !range.at('value').isAbsent) return false;
  const [least, most] = [range.at('minValue'), range.at('maxValue')];
  if (!least.isAbsent && !(least.number <= 1)) return false;
  if (most.isAbsent) return true;
  const maximum = most.number;
  if (!(maximum >= 1)) return false;
  if (maximum < maximumQuantity) most.warn('Not applied: an order may have more than this.');
  return true;
}

/** No time, or a minimum time of zero: the booking need not be in advance. */
function isNoTime(part: DocumentPart): boolean {
  const time = part.single();
  if (!isNode(time.value)) return time.value === 0 || time.value === '0';
  const limits = time.present(['value', 'minValue', 'maxValue']);
  return limits.length > 0 && limits.every((one) => one.number === 0);
}

function isOfOne(part: DocumentPart): boolean {
  return Number(quantity(part)) === 1 && hasOneUnit(part.single());
}

function hasOneUnit(node: DocumentPart): boolean {
  return ['unitCode', 'unitText'].every((member) => isOneUnit(node.at(member)));
}

function isOneUnit(unit: DocumentPart): boolean {
  return unit.items().every((item) => oneUnit.has(item.term.toLowerCase().replace(perUnit, '')));
}

/** Whether each value is that term of any vocabulary: `Sell` of `http://purl.org/goodrelations/v1#Sell`. */
function areAll(part: DocumentPart, name: string): boolean {
  return part.items().every((item) => item.term.replace(/^.*[#/:]/, '') === name);
}

function isNamed(node: DocumentPart): boolean {
  return node.list('name').length > 0 || node.list('category').length > 0;
}
