import type { EventsContext } from '../event/known-events';
import { Localized } from '../http/answer';
import { notFound } from '../http/problem';
import type { Call } from '../http/route';
import { ticketResource, type TicketResource } from './offer-resource';
import { type OfferInPlace, type OffersContext, requiredOffer } from './required-offer';
import { sessionsOfTickets } from './ticket-sessions';

type TicketsContext = OffersContext & EventsContext;

export async function listTickets(context: TicketsContext, call: Call<'catalogId' | 'offerId'>) {
  const place = await requiredOffer(context, call);
  const tickets = await readTickets(context, place);
  return new Localized(
    { totalItems: tickets.length, member: tickets.slice(call.page.skip, call.page.skip + call.page.size) },
    place.language,
  );
}

export async function getTicket(context: TicketsContext, call: Call<'catalogId' | 'offerId' | 'id'>) {
  const place = await requiredOffer(context, call);
  const ticket = (await readTickets(context, place)).find(({ id }) => id === call.params.id);
  if (ticket === undefined) throw notFound();
  return new Localized(ticket, place.language);
}

async function readTickets(
  { database, events: known }: TicketsContext,
  place: OfferInPlace,
): Promise<TicketResource[]> {
  const { offer, catalog, language, tickets } = place;
  const [sessions, events] = await Promise.all([
    sessionsOfTickets(database, { catalogId: catalog.id, productId: offer.productId, day: offer.date }),
    known.ofCatalog(
      catalog,
      tickets.map(({ eventId }) => eventId),
    ),
  ]);
  return tickets.flatMap((ticket) => {
    const event = events.get(ticket.eventId);
    if (event === undefined) return [];
    return [
      ticketResource(offer, ticket, { event, sessions: sessions.get(ticket.id) ?? [] }, catalog, language),
    ];
  });
}
