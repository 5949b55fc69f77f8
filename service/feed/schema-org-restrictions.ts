import { maximumQuantity } from '@/lib/contract/reservation';
import { isEvent } from './schema-org-graph';
import { at, isAbsent, isNode, items, referenceOf, single, type Spot, term, warn } from './schema-org-spot';

const offerTypes = new Set(['Offer', 'AggregateOffer', 'OfferForPurchase']);
// Codes of UN/CEFACT (C62, EA, H87) and words for one thing.
const oneUnit = new Set(['c62', 'ea', 'h87', 'one', 'each', 'piece', 'ticket']);

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
  ['advanceBookingRequirement', never],
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
  if (!items(type).every(({ value }) => offerTypes.has(term(value)))) {
    return refuse(type, 'only an Offer or an AggregateOffer is an offer to sell');
  }
  const count = at(offer, 'offerCount');
  if (!isAbsent(count) && !(Number(single(count).value) > 0)) return refuse(count, 'there are no offers');
  for (const item of items(at(offer, 'itemOffered'))) {
    const isTicket = items(at(item, '@type')).some(({ value }) => term(value) === 'Ticket');
    if (isAbsent(at(item, '@type')) || isTicket || isEvent(item)) continue;
    return refuse(at(item, '@type'), 'what it offers is no ticket');
  }
  return true;
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

/** A quantity that begins at one and ends beyond what one order may have. */
function isAnyQuantity(spot: Spot): boolean {
  const range = single(spot);
  if (!isNode(range.value) || !hasOneUnit(range) || !isAbsent(at(range, 'value'))) return false;
  const [least, most] = [at(range, 'minValue'), at(range, 'maxValue')];
  return (
    (isAbsent(least) || Number(single(least).value) <= 1) &&
    (isAbsent(most) || Number(single(most).value) >= maximumQuantity)
  );
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
  return items(unit).every((item) => oneUnit.has(term(single(item).value).toLowerCase()));
}

/** Whether each is that term of any vocabulary: `Sell` of `http://purl.org/goodrelations/v1#Sell`. */
function areAll(spot: Spot, name: string): boolean {
  return items(spot).every((item) => term(single(item).value).replace(/^.*[#/:]/, '') === name);
}

function isNamed(node: Spot): boolean {
  return items(at(node, 'name')).length > 0 || items(at(node, 'category')).length > 0;
}
