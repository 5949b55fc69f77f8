import { maximumQuantity } from '@/lib/contract/reservation';
import { isEvent } from './schema-org-graph';
import { at, isAbsent, isNode, items, referenceOf, single, type Spot, term, warn } from './schema-org-spot';

const offerTypes = new Set(['Offer', 'AggregateOffer', 'OfferForPurchase']);
const otherTypes = new Set(['Demand', 'OfferForLease']);
// Codes of UN/CEFACT (C62, EA, H87; IE for a person) and words for one thing or one person.
const oneUnit = new Set([
  ...['c62', 'ea', 'h87', 'ie', 'one', 'each', 'piece', 'ticket', 'tickets', 'person', 'persons', 'people'],
  ...[
    'personne',
    'personnes',
    'billet',
    'personen',
    'persona',
    'personas',
    'persone',
    'persoon',
    'biglietto',
  ],
]);
const perUnit = /^(?:per|pro|par|por|a)\s+/;
// Shops write the ticket that they sell as a product or a service.
const goods = new Set(['Product', 'Service']);
const ticketName =
  /(?:^|[^\p{L}])(?:e?-?tickets?|billets?|eintritt(?:skarten?)?|karten?|entradas?|bigliett[io]|toegang|kaart(?:je|jes|en)?|admission)(?:$|[^\p{L}])/iu;

// Of a longer name, the begin tells what it is.
const longestName = 1_000;

const never = () => false;

/**
 * Members of an offer or a price specification that limit who may buy at its price, when or in what number, each with
 * the test that its value limits nothing here. What can't be sold as it is meant is not sold: an order is for one
 * ticket or more, by anyone. The last ones are OpenActive's (Opportunity Data 2, Open Booking API).
 */
const restrictions: ReadonlyMap<string, (value: Spot, node: Spot) => boolean> = new Map([
  ['eligibleQuantity', isAnyQuantity],
  ['referenceQuantity', isOfOne],
  ['unitCode', isOneUnit],
  ['unitText', isOneUnit],
  ['eligibleCustomerType', (value: Spot) => areAll(value, 'Enduser')],
  ['businessFunction', (value: Spot) => areAll(value, 'Sell')],
  ['eligibleTransactionVolume', never],
  ['eligibleDuration', never],
  ['eligibleRegion', never],
  ['ineligibleRegion', never],
  ['validForMemberTier', never],
  ['includesObject', never],
  ['advanceBookingRequirement', isNoTime],
  ['validFromBeforeStartDate', never],
  ['validThroughBeforeStartDate', never],
  ['openBookingInAdvance', (value: Spot) => !areAll(value, 'Unavailable')],
  // A price for an age is sold under a name that says for whom, and otherwise to everyone.
  ['ageRange', (_: Spot, node: Spot) => isNamed(node)],
  ['ageRestriction', (_: Spot, node: Spot) => isNamed(node)],
]);

/** The restrictions that are read whole; of the others it is told that they are not read, where they do no harm. */
export const readRestrictions: readonly string[] = [...restrictions.keys()].filter(
  (member) => !member.startsWith('age'),
);

/** Whether a node offers something for sale: a ticket, or what it does not say. Warns where it does not. */
export function isForSale(offer: Spot): boolean {
  if (referenceOf(offer.value) !== null) {
    return refuse(offer, 'the document has no node with this @id');
  }
  const type = at(offer, '@type');
  const types = items(type).map(({ value }) => term(value));
  if (
    types.length > 0 &&
    (!types.some((one) => offerTypes.has(one)) || types.some((one) => otherTypes.has(one)))
  ) {
    return refuse(type, 'only an Offer or an AggregateOffer is an offer to sell');
  }
  const count = at(offer, 'offerCount');
  if (!isAbsent(count) && !(Number(single(count).value) > 0)) return refuse(count, 'there are no offers');
  for (const item of items(at(offer, 'itemOffered'))) {
    if (isAbsent(at(item, '@type')) || isTicket(item) || isEvent(item)) continue;
    return refuse(at(item, '@type'), 'what it offers is no ticket');
  }
  return true;
}

function isTicket(item: Spot): boolean {
  const types = items(at(item, '@type')).map(({ value }) => term(value));
  if (types.includes('Ticket')) return true;
  const names = items(at(item, 'name')).map((name) => single(name).value);
  return (
    types.every((type) => goods.has(type)) &&
    names.some((name) => typeof name === 'string' && ticketName.test(name.slice(0, longestName)))
  );
}

/** Whether anyone may buy one ticket or more at this price, at any time of its sale. Warns where not. */
export function isUnrestricted(node: Spot): boolean {
  for (const [member, isHarmless] of restrictions) {
    const value = at(node, member);
    if (items(value).length === 0 || isHarmless(value, node)) continue;
    return refuse(value, `this "${member}" limits who may buy at this price, when, or how many`);
  }
  return true;
}

function refuse(spot: Spot, reason: string): false {
  warn(spot, `not sold: ${reason}`);
  return false;
}

/**
 * A quantity that begins at one. It often ends at what one order may have, which limits no price: warns where an order
 * here may have more.
 */
function isAnyQuantity(spot: Spot): boolean {
  const range = single(spot);
  if (!isNode(range.value) || !hasOneUnit(range) || !isAbsent(at(range, 'value'))) return false;
  const [least, most] = [at(range, 'minValue'), at(range, 'maxValue')];
  if (!isAbsent(least) && !(Number(single(least).value) <= 1)) return false;
  if (isAbsent(most)) return true;
  const maximum = Number(single(most).value);
  if (!(maximum >= 1)) return false;
  if (maximum < maximumQuantity) warn(most, 'not applied: an order may have more than this');
  return true;
}

/** No time at all, or at least none: a booking in advance that need not be. */
function isNoTime(spot: Spot): boolean {
  const { value } = single(spot);
  if (!isNode(value)) return value === 0 || value === '0';
  const time = single(spot);
  const told = ['value', 'minValue', 'maxValue']
    .map((member) => at(time, member))
    .filter((one) => !isAbsent(one));
  return told.length > 0 && told.every((one) => Number(single(one).value) === 0);
}

function isOfOne(spot: Spot): boolean {
  const quantity = single(spot);
  const value = isNode(quantity.value) ? single(at(quantity, 'value')).value : quantity.value;
  return Number(value) === 1 && hasOneUnit(quantity);
}

function hasOneUnit(quantity: Spot): boolean {
  return ['unitCode', 'unitText'].every((member) => isOneUnit(at(quantity, member)));
}

function isOneUnit(unit: Spot): boolean {
  return items(unit).every((item) =>
    oneUnit.has(term(single(item).value).toLowerCase().replace(perUnit, '')),
  );
}

/** Whether each is that term of any vocabulary: `Sell` of `http://purl.org/goodrelations/v1#Sell`. */
function areAll(spot: Spot, name: string): boolean {
  return items(spot).every((item) => term(single(item).value).replace(/^.*[#/:]/, '') === name);
}

function isNamed(node: Spot): boolean {
  return items(at(node, 'name')).length > 0 || items(at(node, 'category')).length > 0;
}
