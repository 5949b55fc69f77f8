import type { Client } from '../../../client/client';
import type { Found } from '../../../client/result';
import type { Event } from '../../../contract/event';
import { eventPath, sessionPath } from '../../../contract/iri';
import type { Offer } from '../../../contract/offer';
import type { Language } from '../../../locale/languages';
import type { LineTicket } from '../../values/checkout-values';

/** When and where, which is stored with the purchase. */
export type Place = Omit<LineTicket, 'name' | 'movedFrom' | 'calledOff' | 'changes' | 'seats'>;
export type CalledOff = NonNullable<LineTicket['calledOff']>;

/** What the catalogue says now: `calledOff` is null when it takes place. */
export interface FoundVisit {
  readonly place: Place;
  readonly calledOff: CalledOff | null;
}

export const anyTime: Place = { occursAt: null, sessionName: null, event: null };

/**
 * What a ticket gives access to: a session, or an event at any time of the day. Null when the catalogue no longer has it.
 * A server that offers only the specification does not say the event of a ticket without a session.
 */
export async function readVisit(
  client: Pick<Client, 'getSession' | 'getEvent'>,
  catalogId: string,
  { session, event }: { session: string | null; event: string | null },
  language: Language,
): Promise<FoundVisit | null> {
  if (session === null) {
    const place = event === null ? anyTime : await placeOfEvent(client, event, language);
    return { place, calledOff: null };
  }
  const path = sessionPath(session);
  if (path === null) return null;
  const { eventId, sessionId } = path;
  const [found, its] = await Promise.all([
    client.getSession(catalogId, eventId, sessionId, { language }),
    client.getEvent(catalogId, eventId, { language }),
  ]);
  if (found.kind === 'missing' || its.kind === 'missing') return null;
  const { occursAt, name = null, duration, status } = found.value;
  const arrivalWindow = its.value.arrivalWindow === true;
  return {
    place: { occursAt, sessionName: name, duration, arrivalWindow, event: lineEvent(its.value) },
    calledOff: status === 'cancelled' || status === 'postponed' ? status : null,
  };
}

/** The path of the event of a ticket of an offer; null: the server does not say it. */
export function findEvent(offer: Found<Pick<Offer, 'tickets'>>, ticket: string): string | null {
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

function lineEvent({ id, name, venue, meetingPoint }: Event): NonNullable<Place['event']> {
  return {
    id,
    name,
    venue: venue?.name ?? null,
    address: venue?.address ?? '',
    position: venue?.position ?? null,
    meetingPoint: meetingPoint === '' ? undefined : (meetingPoint ?? undefined),
  };
}
