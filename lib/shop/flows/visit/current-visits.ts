import type { Client } from '../../../client/client';
import { ServiceError } from '../../../client/service-error';
import { addresses, lastSegment } from '../../../contract/iri';
import type { ChosenTicket, ReservationItem } from '../../../contract/reservation';
import type { Language } from '../../../locale/languages';
import type { CheckoutContext } from '../../context';
import type { Hold } from '../../rules/checkout';
import type { Line, LineTicket } from '../../values/checkout-values';
import {
  changedDescriptions,
  changeDescriptions,
  type ChangeLines,
  withTickets,
} from '../../data/change-descriptions';
import { movedTicket, type VisitFacts } from '../../rules/moved-ticket';
import { findEvent, type FoundVisit, type Place, readVisit } from './read-place';

/**
 * What is held or was ordered, with the times and places that the catalogue has now: documents show these, and a feed may have changed
 * them since. A change is stored, so that it also shows where the service is not asked, and when the catalogue has removed
 * the session. If the service can't be asked, what is stored stays.
 */
export async function withCurrentVisits(
  context: Pick<CheckoutContext, 'client' | 'database' | 'report'>,
  hold: Hold,
  language: Language,
): Promise<Hold> {
  const { client, database, report } = context;
  const [lines] = Object.values(hold.descriptions);
  if (lines === undefined) return hold;
  const { catalogId, reservation } = hold;
  try {
    const visits = await Promise.all(
      reservation.items.map((item, index) => readVisits(client, catalogId, item, lines[index], language)),
    );
    const change: ChangeLines = (_hold, before, its) =>
      before.map((line, index) => movedLine(line, visits[index] ?? [], its === language));
    const changed = changedDescriptions(hold, change);
    if (changed.length === 0) return hold;
    await database.transaction((transaction) => changeDescriptions(transaction, hold.id, change));
    return { ...hold, descriptions: { ...hold.descriptions, ...Object.fromEntries(changed) } };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    report('warn', 'the times of an order could not be read again', { hold: hold.id, reason: error.reason });
    return hold;
  }
}

/** What the catalogue says of each ticket of an item; null: it does not have it (any more). */
function readVisits(
  client: Client,
  catalogId: string,
  { offer, offerTickets }: ReservationItem,
  line: Line | undefined,
  language: Language,
): Promise<(FoundVisit | null)[]> {
  const visitOf = async ({ ticket, session = null }: ChosenTicket, index: number) => {
    if (session !== null) return readVisit(client, catalogId, { session, event: null }, language);
    // The catalogue may not have named the event of a ticket for any time of a day when it was described.
    const known = line?.tickets[index]?.event ?? null;
    const event =
      known === null
        ? findEvent(await client.getOffer(catalogId, lastSegment(offer), { language }), ticket)
        : addresses.event(catalogId, known.id);
    return event === null ? null : readVisit(client, catalogId, { session, event }, language);
  };
  return Promise.all(offerTickets.map(visitOf));
}

function movedLine(line: Line, visits: readonly (FoundVisit | null)[], isInLanguage: boolean): Line {
  return withTickets(line, (ticket, position) => {
    const visit = visits[position] ?? null;
    if (visit === null) return ticket;
    const { place } = visit;
    return movedTicket(isInLanguage ? named(ticket, place) : elsewhere(ticket, place), factsOf(visit));
  });
}

/** With the texts of the catalogue, which are in one language. */
function named(ticket: LineTicket, { event, sessionName }: Place): LineTicket {
  if (event === null) return ticket;
  const { name, meetingPoint } = event;
  const isSame =
    ticket.event?.name === name &&
    ticket.event.meetingPoint === meetingPoint &&
    ticket.sessionName === sessionName;
  if (isSame) return ticket;
  if (ticket.event === null) return { ...ticket, sessionName, event };
  return { ...ticket, sessionName, event: { ...ticket.event, name, meetingPoint } };
}

/** In another language: where one meets at another venue is not known in it. */
function elsewhere(ticket: LineTicket, { event }: Place): LineTicket {
  if (event === null || ticket.event === null || ticket.event.venue === event.venue) return ticket;
  return { ...ticket, event: { ...ticket.event, meetingPoint: undefined } };
}

function factsOf({ place, calledOff }: FoundVisit): VisitFacts {
  const { occursAt, duration, arrivalWindow, event } = place;
  return {
    occursAt,
    calledOff,
    ...(duration === undefined ? {} : { duration }),
    ...(arrivalWindow === undefined ? {} : { arrivalWindow }),
    ...(event === null
      ? {}
      : {
          place: {
            venue: event.venue,
            address: event.address ?? '',
            position: event.position ?? null,
          },
        }),
  };
}
