import type { Reader } from '@/lib/database/database';
import { eventsById } from '../event/event-store';
import { Localized } from '../http/answer';
import { notFound } from '../http/problem';
import type { Call, ReadContext } from '../http/route';
import { ticketResource, type TicketResource } from './offer-resource';
import { type OfferInPlace, requiredOffer } from './required-offer';
import { sessionsOfTickets } from './ticket-sessions';

export async function listTickets({ database }: ReadContext, call: Call<'catalogId' | 'offerId'>) {
  const place = await requiredOffer(database, call);
  const tickets = await readTickets(database, place);
  return new Localized(
    { totalItems: tickets.length, member: tickets.slice(call.page.skip, call.page.skip + call.page.size) },
    place.language,
  );
}

export async function getTicket({ database }: ReadContext, call: Call<'catalogId' | 'offerId' | 'id'>) {
  const place = await requiredOffer(database, call);
  const ticket = (await readTickets(database, place)).find(({ id }) => id === call.params.id);
  if (ticket === undefined) throw notFound();
  return new Localized(ticket, place.language);
}

async function readTickets(database: Reader, place: OfferInPlace): Promise<TicketResource[]> {
  const { offer, catalog, language, tickets } = place;
  const [sessions, events] = await Promise.all([
    sessionsOfTickets(database, { catalogId: catalog.id, productId: offer.productId, day: offer.date }),
    eventsById(database, catalog.id, [...new Set(tickets.map(({ eventId }) => eventId))]),
  ]);
  return tickets.flatMap((ticket) => {
    const event = events.get(ticket.eventId);
    if (event === undefined) return [];
    return [
      ticketResource(offer, ticket, { event, sessions: sessions.get(ticket.id) ?? [] }, catalog, language),
    ];
  });
}
