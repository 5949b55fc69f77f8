import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import { emailTranslator, type EmailTranslate } from '../../../locale/email-messages';
import type { Language } from '../../../locale/languages';
import { mapLinks } from '../../../locale/map-links';
import { seatsText } from '../../../locale/seat-text';
import { visitChange } from '../../../locale/ticket-moment';
import { venueTime, venueZone, withOffsetOf } from '../../../locale/venue-time';
import type { Visit } from './visits';

export interface CalendarEntry {
  readonly visit: Omit<Visit, 'number'>;
  /** Does not change, so that a calendar replaces the entry when the file is opened again. */
  readonly uid: string;
  /** Under which the issuer or the desk finds it; null: not told. */
  readonly reference: string | null;
  /** The page with the tickets, without a secret, because calendars are shared; null: not told. */
  readonly link: string | null;
}

/** RFC 5545 §3.8.1.11: a postponed session may have a new date. */
const statuses = { cancelled: ICalEventStatus.CANCELLED, postponed: ICalEventStatus.TENTATIVE } as const;

type Words = EmailTranslate;

/**
 * A calendar file (RFC 5545) in the language of the customer. Its times are in UTC, which every calendar shows in the
 * zone of its owner. What lasts a day does not make its owner busy. `now`: when the file is made.
 */
export function calendarFile(
  entries: readonly CalendarEntry[],
  language: Language,
  now = new Date(),
): string {
  const words: Words = emailTranslator(language);
  const calendar = ical({
    prodId: { company: 'Ticketing', product: 'Storefront', language },
    method: ICalCalendarMethod.PUBLISH,
  });
  for (const { visit, uid, reference, link } of entries) {
    const { begins, ends, line, ticket } = visit;
    const { calledOff, changes = 0 } = ticket;
    const location = locationOf(visit);
    calendar.createEvent({
      id: uid,
      stamp: now,
      // So that a calendar replaces the entry, whatever it has kept of the earlier one (RFC 5545 §3.8.7.4).
      sequence: changes,
      start: new Date(begins ?? `${line.date ?? ''}T00:00:00Z`),
      ...(ends === null ? {} : { end: new Date(ends) }),
      allDay: begins === null,
      transparency: begins === null ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
      summary: plain([visit.name, visit.ticket.sessionName ?? ''].filter((part) => part !== '').join(' · ')),
      description: descriptionOf({ visit, reference, link }, words, {
        changed: changeText(visit, language),
        seats: plain(seatsText(visit.seats, language)),
      }),
      ...(calledOff === undefined ? {} : { status: statuses[calledOff] }),
      ...(location === null ? {} : { location }),
      ...(link === null ? {} : { url: link }),
    });
  }
  return calendar.toString();
}

/** In one line, without characters that no calendar shows. The library escapes what has a meaning in the file. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function placeOf({ ticket: { event } }: Pick<Visit, 'ticket'>) {
  if (event === null || event.venue === null) return null;
  const { venue, address = '', position = null } = event;
  return { name: plain(venue), address: plain(address), position };
}

function locationOf(visit: Pick<Visit, 'ticket'>) {
  const place = placeOf(visit);
  if (place === null || place.name === '') return null;
  const { name: title, address, position } = place;
  return {
    title: address === '' ? title : `${title}, ${address}`,
    ...(position === null ? {} : { geo: { lat: position.latitude, lon: position.longitude } }),
  };
}

function changeText({ line, ticket }: Omit<Visit, 'number'>, language: Language): string {
  const change = visitChange(line, ticket, language);
  if (change === null) return '';
  return emailTranslator(language)('checkout.items.visitChange', change);
}

function descriptionOf(
  { visit, reference, link }: Omit<CalendarEntry, 'uid'>,
  words: Words,
  { changed, seats }: { changed: string; seats: string },
): string {
  const { tickets, line, begins } = visit;
  const place = placeOf(visit);
  const { meetingPoint } = visit.ticket.event ?? {};
  const directions = place === null ? null : mapLinks(place);
  return [
    changed,
    ...tickets.map(({ name, quantity }) => `${quantity} × ${plain(name)}`),
    seats,
    begins === null ? words('checkout.calendar.anyTime') : (arrivalOf(visit, words) ?? ''),
    meetingPoint === undefined ? '' : words('checkout.items.meetingPoint', { place: plain(meetingPoint) }),
    plain(line.catalogName),
    reference === null ? '' : words('checkout.calendar.reference', { reference }),
    directions === null ? '' : words('checkout.calendar.directions', { link: directions.map }),
    link === null ? '' : words('checkout.calendar.tickets', { link }),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** Until when one may arrive, at the clock of the venue; null if the session has a beginning and an end. */
function arrivalOf({ ticket, ends, line }: Omit<Visit, 'number'>, words: Words): string | null {
  const { occursAt, arrivalWindow } = ticket;
  if (arrivalWindow !== true || occursAt === null || ends === null) return null;
  const zone = line.timezone ?? undefined;
  // Without a zone, the offset of the session is that of the venue.
  const until = zone === undefined ? withOffsetOf(new Date(ends), occursAt) : ends;
  return words('checkout.calendar.arrival', {
    from: venueTime(occursAt, zone),
    until: venueTime(until, zone),
    zone: venueZone(occursAt, zone),
  });
}
