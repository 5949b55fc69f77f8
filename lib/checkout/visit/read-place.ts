import type { Client } from '../../client/client';
import type { Found } from '../../client/result';
import type { Event } from '../../contract/event';
import { eventPath, sessionPath } from '../../contract/iri';
import type { Offer } from '../../contract/offer';
import type { Language } from '../../locale/languages';
import type { LineTicket } from '../state/checkout-values';

export type Place = Omit<LineTicket, 'name'>;

export const anyTime: Place = { occursAt: null, sessionName: null, event: null };

/**
 * What a ticket gives access to: a session, or an event at any time of the day. Null when the catalogue no longer has it.
 * A server that offers only the specification does not say the event of a ticket without a session.
 */
export async function readPlace(
  client: Pick<Client, 'getSession' | 'getEvent'>,
  catalogId: string,
  { session, event }: { session: string | null; event: string | null },
  language: Language,
): Promise<Place | null> {
  if (session === null) return event === null ? anyTime : placeOfEvent(client, event, language);
  const path = sessionPath(session);
  if (path === null) return null;
  const { eventId, sessionId } = path;
  const [found, its] = await Promise.all([
    client.getSession(catalogId, eventId, sessionId, { language }),
    client.getEvent(catalogId, eventId, { language }),
  ]);
  if (found.kind === 'missing' || its.kind === 'missing') return null;
  return {
    occursAt: found.value.occursAt,
    sessionName: found.value.name ?? null,
    duration: found.value.duration,
    arrivalWindow: its.value.arrivalWindow === true,
    event: lineEvent(its.value),
  };
}

/** The path of the event of a ticket of an offer; null: the server does not say it. */
export function eventOf(offer: Found<Pick<Offer, 'tickets'>>, ticket: string): string | null {
  if (offer.kind === 'missing') return null;
  return offer.value.tickets.find((one) => one['@id'] === ticket)?.event ?? null;
}

/** The catalogue may have no event under the address: then the ticket is named as it is. */
async function placeOfEvent(
  client: Pick<Client, 'getEvent'>,
  event: string,
  language: Language,
): Promise<Place> {
  const path = eventPath(event);
  if (path === null) return anyTime;
  const found = await client.getEvent(path.catalogId, path.eventId, { language });
  return found.kind === 'missing' ? anyTime : { ...anyTime, event: lineEvent(found.value) };
}

function lineEvent({ id, name, venue }: Event): NonNullable<Place['event']> {
  return {
    ...{ id, name, venue: venue?.name ?? null },
    ...{ address: venue?.address ?? '', position: venue?.position ?? null },
  };
}
