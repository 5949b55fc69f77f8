import type { OfferTicket } from '@/lib/contract/offer';
import type { Reader } from '@/lib/database/database';
import { eventsById } from '../event/event-store';
import { type Answer, ok } from '../http/answer';
import { collection } from '../http/paging';
import { notFound } from '../http/problem';
import type { Call } from '../organization/call';
import { sessionsOfTickets } from '../session/session-store';
import { ticketResource } from './offer-resource';
import { type OfferInPlace, requiredOffer } from './required-offer';

/** GET /v1/ticketing/catalogs/{catalogId}/offers/{offerId}/tickets */
export async function listTickets(
  { database }: { database: Reader },
  call: Call<{ catalogId: string; offerId: string }>,
): Promise<Answer> {
  const place = await requiredOffer(database, call);
  const tickets = await ticketsOf(database, place);
  return ok(
    collection(call, tickets.length, tickets.slice(call.page.skip, call.page.skip + call.page.size)),
    place.language,
  );
}

/** GET /v1/ticketing/catalogs/{catalogId}/offers/{offerId}/tickets/{id} */
export async function getTicket(
  { database }: { database: Reader },
  call: Call<{ catalogId: string; offerId: string; id: string }>,
): Promise<Answer> {
  const place = await requiredOffer(database, call);
  const ticket = (await ticketsOf(database, place)).find(({ id }) => id === call.params.id);
  if (ticket === undefined) throw notFound();
  return ok({ '@context': '/contexts/TicketingOfferTicket', ...ticket }, place.language);
}

async function ticketsOf(database: Reader, place: OfferInPlace): Promise<OfferTicket[]> {
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
