import type { Offer, OfferTicket } from '../../../contract/offer';

/** What is left of an offer or a session, for everybody and for the counter. */
type Stock = Pick<Offer, 'availableQuantity' | 'counterOnly'>;

/** The same with what the counter can sell of it as what is left. */
export function atCounter<Thing extends Stock>(thing: Thing): Thing {
  const { availableQuantity, counterOnly = 0 } = thing;
  return availableQuantity === null || counterOnly === 0
    ? thing
    : { ...thing, availableQuantity: availableQuantity + counterOnly };
}

/** A ticket with what the counter can sell of its sessions. */
export function ticketAtCounter(ticket: OfferTicket): OfferTicket {
  return { ...ticket, sessions: ticket.sessions.map(atCounter) };
}
