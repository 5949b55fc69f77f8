import type { DocumentPart } from './schema-org-part';

/** How an offer is imported: one that is sold out is shown as such, one that is not sold is left out. */
export type LineState = (typeof lineStates)[number];

/** The states, from the one that allows most. */
export const lineStates = ['sold', 'sold_out', 'not_sold'] as const;

const offerStates: Readonly<Record<string, LineState>> = {
  '': 'sold',
  InStock: 'sold',
  LimitedAvailability: 'sold',
  OnlineOnly: 'sold',
  SoldOut: 'sold_out',
  OutOfStock: 'sold_out',
};

/** On sale from the beginning of the sale, if the offer says when that is. */
const announced = new Set(['PreOrder', 'PreSale']);

/** What an ItemAvailability allows. Unknown values are not sold. */
export function readAvailability(availability: DocumentPart, hasBegin: boolean): LineState {
  const name = availability.term;
  const state = offerStates[name];
  if (state !== undefined && (name !== '' || availability.items().length === 0)) return state;
  if (announced.has(name)) {
    if (hasBegin) return 'sold';
    availability.refuse(`with ${name}, validFrom is needed, and it is missing`);
  } else if (name !== 'Discontinued') {
    availability.refuse('with this availability nothing is sold here; one such as InStock is needed');
  }
  return 'not_sold';
}

export type EventState = (typeof order)[number];

const order = ['scheduled', 'not_on_sale', 'postponed', 'cancelled'] as const;

const eventStates: Readonly<Record<string, EventState>> = {
  EventScheduled: 'scheduled',
  EventRescheduled: 'scheduled',
  EventMovedOnline: 'scheduled',
  EventPostponed: 'postponed',
  EventCancelled: 'cancelled',
};

/** The state of an event or session: its own status or that of the event around it, whichever allows less. */
export function readEventState(node: DocumentPart, around: EventState): EventState {
  const states = node.list('eventStatus').map((status) => {
    const state = eventStates[status.term];
    if (state === undefined)
      status.warn('Shown and not sold: the status is not one of schema.org, such as EventScheduled.');
    return state ?? 'not_on_sale';
  });
  return [around, ...states].reduce((one, other) =>
    order.indexOf(other) > order.indexOf(one) ? other : one,
  );
}
