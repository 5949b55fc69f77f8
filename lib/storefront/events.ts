import type { Client } from '../client/client';
import type { CallOptions } from '../client/result';
import type { Offer } from '../contract/offer';
import type { Session } from '../contract/session';
import { instantSchema } from '../contract/values';
import type { Catalog } from '../contract/catalog';
import type { ListedBooking } from '../discovery/listing';
import { addDays, isDay } from '../locale/calendar';
import type { Language } from '../locale/languages';
import { venueDay, venueZones } from '../locale/venue-time';
import { excerpt } from './description';
import { bookingOfEvent } from './discovery';
import { isId, load, type Loaded, need, noteShownAt } from './load';
import {
  dayBegin,
  dayStrip,
  dayTimes,
  type DayTimes,
  earlierStart,
  fillsStrip,
  fillsTimes,
  reachedReadLimit,
  surelyAfterEnd,
  surelyAfterStart,
  surelyBefore,
  type SessionDay,
} from './session-days';
import {
  catalogView,
  eventView,
  productView,
  type CatalogView,
  type EventView,
  type ThingView,
} from './views';

export interface ChosenSession {
  readonly session: Session;
  readonly day: string;
  /** The text about this session alone, as plain text; empty when there is none. */
  readonly description: string;
  readonly offers: readonly Offer[];
}

export interface EventPage {
  readonly catalog: CatalogView;
  readonly event: EventView;
  readonly days: readonly SessionDay[];
  readonly selected: SessionDay | null;
  readonly times: DayTimes | null;
  /** The requested day, when it has no session and another day is shown. */
  readonly skippedDay: string | null;
  readonly earlierFrom: string | null;
  readonly laterFrom: string | null;
  /** 'gone' when the session in the URL is not in the programme, or has ended. */
  readonly chosen: ChosenSession | 'gone' | null;
  /** The time zone of the venue, with its name. */
  readonly zone: string;
  /** What lists tell about it; null if the server does not tell. */
  readonly booking: ListedBooking | null;
  /** The event's products; all of the catalogue's if it has no sessions to choose from, and its own are not known. */
  readonly products: readonly ThingView[];
}

interface Place {
  readonly catalogId: string;
  readonly eventId: string;
}

/** What is read, from where, and when. */
interface Reading extends Place {
  readonly client: Client;
  readonly call: CallOptions;
  readonly now: Date;
}

type SessionRange = Parameters<Client['listSessions']>[2];

const isToCome = ({ occursAt }: Session, now: Date) => Date.parse(occursAt) > now.getTime();

async function listSessions({ client, catalogId, eventId, call, now }: Reading, range: SessionRange) {
  const found = await client.listSessions(catalogId, eventId, range, call);
  noteShownAt(now, found.kind === 'found' ? found.value.members : []);
  return found;
}

/** The beginning of the hour: so all readings of an hour have the same URL, and their answers can be used again. */
function hourOf({ now }: Reading): string {
  return `${now.toISOString().slice(0, 13)}:00:00.000Z`;
}

/** Sessions from a moment on, or of this hour and later, as many as a strip of days needs. */
function sessionsFrom(reading: Reading, moment: string) {
  const hour = hourOf(reading);
  return listSessions(reading, { from: moment > hour ? moment : hour, enough: fillsStrip });
}

/**
 * The same from a day on. Reading starts at the very beginning of the day if the days before are so full that
 * reading stopped.
 */
async function sessionsAhead(reading: Reading, from: string | null) {
  if (from === null) return sessionsFrom(reading, '');
  const found = await sessionsFrom(reading, surelyBefore(from));
  if (found.kind === 'missing' || !reachedReadLimit(found.value.members)) return found;
  const [first] = found.value.members;
  return sessionsFrom(reading, first === undefined ? surelyBefore(from) : dayBegin(from, first));
}

/** The first day after `day` whose sessions were not all read; null when there is none. */
async function dayAfter(
  reading: Reading,
  { day, sessions }: SessionDay,
  timezone: string | undefined,
): Promise<string | null> {
  const [known] = sessions;
  if (known === undefined) return null;
  const range = { from: dayBegin(addDays(day, 1), known), enough: () => true };
  const found = await listSessions(reading, range);
  const days =
    found.kind === 'found' ? found.value.members.map((each) => venueDay(each.occursAt, timezone)) : [];
  return days.find((each) => each > day) ?? null;
}

/** The sessions of a day that its page shows, starting at a moment if one is given. */
async function timesOf(
  reading: Reading,
  { day, sessions }: SessionDay,
  { time, timezone }: { time: string | null; timezone: string | undefined },
): Promise<DayTimes> {
  const isOfDay = time !== null && venueDay(time, timezone) === day;
  if (!isOfDay) return dayTimes(sessions, null);
  noteShownAt(reading.now, [{ occursAt: time }]);
  const range = { from: time, before: surelyAfterEnd(day), enough: fillsTimes };
  const found = await listSessions(reading, range);
  const members = found.kind === 'found' ? found.value.members : [];
  return dayTimes(
    members.filter((each) => venueDay(each.occursAt, timezone) === day),
    time,
  );
}

async function chosenSession(
  { client, catalogId, eventId, call, now }: Reading,
  id: string | undefined,
): Promise<Omit<ChosenSession, 'day'> | 'gone' | null> {
  if (id === undefined || id === '') return null;
  if (!isId(id)) return 'gone';
  const [session, offers] = await Promise.all([
    client.getSession(catalogId, eventId, id, call),
    client.listOffers(catalogId, { session: id }, call),
  ]);
  if (session.kind === 'missing' || offers.kind === 'missing') return 'gone';
  if (!isToCome(session.value, now)) return 'gone';
  noteShownAt(now, [session.value]);
  const description = excerpt(session.value.description ?? '', Infinity);
  return { session: session.value, description, offers: offers.value.members };
}

/** A moment in the format that the page writes into URLs, not in the past. */
function timeOrNull(text: string | undefined): string | null {
  const parsed = instantSchema.safeParse(text);
  return parsed.success && Date.parse(parsed.data) > Date.now() ? parsed.data : null;
}

/** The last sessions before a day, the latest first; none without a day. */
async function sessionsBefore(reading: Reading, day: string | null): Promise<readonly Session[]> {
  if (day === null) return [];
  const range = {
    from: hourOf(reading),
    before: surelyAfterStart(day),
    descending: true,
    enough: fillsStrip,
  };
  const found = await listSessions(reading, range);
  return found.kind === 'found' ? found.value.members : [];
}

/** The event's products; of a server that does not tell them, those of the catalogue if there are no times. */
async function productsOf(
  { client, catalogId, eventId, call }: Reading,
  catalog: Catalog,
  hasTimes: boolean,
): Promise<Pick<EventPage, 'booking' | 'products'>> {
  const known = await bookingOfEvent(client, catalog, eventId, call);
  if (known !== null) return known;
  const found = hasTimes ? null : await client.listProducts(catalogId, call);
  const members = found?.kind === 'found' ? found.value.members : [];
  return { booking: null, products: members.map((product) => productView(catalogId, product)) };
}

const dayOrNull = (text: string | undefined) => (text !== undefined && isDay(text) ? text : null);

async function readEventPage(
  client: Client,
  language: Language,
  place: Place,
  query: { from: string | null; date: string | null; session: string | undefined; time: string | null },
): Promise<EventPage> {
  const reading = { client, call: { language }, now: new Date(), ...place };
  const { catalogId, eventId, call, now } = reading;
  const { date } = query;
  const from = query.from !== null && (date === null || date >= query.from) ? query.from : date;
  const [foundCatalog, foundEvent, foundAhead, before, chosen] = await Promise.all([
    client.getCatalog(catalogId, call),
    client.getEvent(catalogId, eventId, call),
    sessionsAhead(reading, from),
    sessionsBefore(reading, from),
    chosenSession(reading, query.session),
  ]);
  const catalogResource = need(foundCatalog);
  const catalog = catalogView(catalogResource, language);
  const event = eventView(catalogId, need(foundEvent));
  const read = need(foundAhead).members;
  const ahead = read.filter((session) => isToCome(session, now));
  const { timezone } = catalog;
  const strip = dayStrip(ahead, from, timezone);
  const lastDay = strip.days.at(-1);
  // In a URL that was written by hand, the day may lie after the strip that it names.
  if (date !== null && from !== date && lastDay !== undefined && date > lastDay.day) {
    return readEventPage(client, language, place, { ...query, from: date });
  }
  const selected = strip.days.find(({ day }) => date === null || day >= date) ?? null;
  const lastRead = reachedReadLimit(read) ? lastDay : undefined;
  const [times, laterFrom] = await Promise.all([
    selected && timesOf(reading, selected, { time: query.time, timezone }),
    strip.laterFrom ?? (lastRead && dayAfter(reading, lastRead, timezone)) ?? null,
  ]);
  const earlier = before.filter((session) => isToCome(session, now));
  const [latest] = earlier;
  if (strip.days.length === 0 && latest !== undefined) {
    const last = venueDay(latest.occursAt, timezone);
    const page = await readEventPage(client, language, place, { ...query, from: last, date: last });
    return { ...page, skippedDay: from };
  }
  return {
    catalog,
    event,
    days: strip.days,
    laterFrom,
    selected,
    times,
    skippedDay: date !== null && selected !== null && selected.day !== date ? date : null,
    earlierFrom: from === null ? null : earlierStart(earlier, from, timezone),
    chosen:
      chosen === null || chosen === 'gone'
        ? chosen
        : { ...chosen, day: venueDay(chosen.session.occursAt, timezone) },
    zone: venueZones(times?.sessions ?? [], now, timezone),
    ...(await productsOf(reading, catalogResource, strip.days.length > 0)),
  };
}

/**
 * An event with a strip of its days, the sessions of one of them, and the offers of a chosen session. The query
 * is as in the URL: the first day of the strip and the chosen day (YYYY-MM-DD), the identifier of the chosen
 * session, and the moment from which the times of the day are shown (ISO 8601).
 */
export function loadEventPage(
  language: Language,
  place: Place,
  query: Partial<Record<'from' | 'date' | 'session' | 'time', string | undefined>>,
): Promise<Loaded<EventPage>> {
  return load([place.catalogId, place.eventId], ({ client }) =>
    readEventPage(client, language, place, {
      from: dayOrNull(query.from),
      date: dayOrNull(query.date),
      session: query.session,
      time: timeOrNull(query.time),
    }),
  );
}
