import { at, items, single, type Spot, term, warn } from './schema-org-spot';

/** What becomes of an offer: one that is sold out is shown as such, one that is not sold is left out. */
export type LineState = 'sold' | 'sold_out' | 'not_sold';

const offerStates: Readonly<Record<string, LineState>> = {
  '': 'sold',
  InStock: 'sold',
  LimitedAvailability: 'sold',
  OnlineOnly: 'sold',
  SoldOut: 'sold_out',
  OutOfStock: 'sold_out',
};

/** Sold once the sale begins, where the offer says when that is. */
const announced = new Set(['PreOrder', 'PreSale']);

/** What an ItemAvailability allows. What is not known to be sold is not sold. */
export function readAvailability(availability: Spot, hasBegin: boolean): LineState {
  const name = term(single(availability).value);
  const state = offerStates[name];
  if (state !== undefined && (name !== '' || items(availability).length === 0)) return state;
  if (announced.has(name)) {
    if (hasBegin) return 'sold';
    warn(availability, `not sold: with ${name}, validFrom is needed`);
    return 'not_sold';
  }
  if (name !== 'Discontinued') warn(availability, `not sold: its availability is not one that is sold here`);
  return 'not_sold';
}

/** What becomes of a session: only what is scheduled is sold. */
export type EventState = 'scheduled' | 'not_on_sale' | 'cancelled' | 'postponed';

const eventStates: Readonly<Record<string, EventState>> = {
  EventScheduled: 'scheduled',
  EventRescheduled: 'scheduled',
  EventMovedOnline: 'scheduled',
  EventPostponed: 'postponed',
  EventCancelled: 'cancelled',
};

const order: readonly EventState[] = ['scheduled', 'not_on_sale', 'postponed', 'cancelled'];

/** The state of an event or session: that of its own status or of the event around it, whichever allows less. */
export function readEventState(node: Spot, around: EventState): EventState {
  const states = items(at(node, 'eventStatus')).map((status) => {
    const state = eventStates[term(single(status).value)];
    if (state === undefined) warn(status, 'shown and not sold: the status is not known');
    return state ?? 'not_on_sale';
  });
  return [around, ...states].reduce((one, other) =>
    order.indexOf(other) > order.indexOf(one) ? other : one,
  );
}
