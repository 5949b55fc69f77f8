import type { Client } from '../client/client';
import type { CallOptions, Found } from '../client/result';
import type { Offer } from '../contract/offer';
import type { Session } from '../contract/session';
import { instantSchema } from '../contract/values';
import { addDays, isDay } from '../locale/calendar';
import type { Language } from '../locale/languages';
import { venueDay, venueZones } from '../locale/venue-time';
import { excerpt } from './description';
import { isId, load, type Loaded } from './load';
import { dayTimes, fillsTimes, type DayTimes } from './day-times';
import {
  dayBegin,
  dayStrip,
  earlierStart,
  fillsStrip,
  isFull,
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

export interface EventQuery {
  /** First day of the strip, chosen day (YYYY-MM-DD), chosen session (identifier); each as typed in the address. */
  readonly from?: string | undefined;
  readonly date?: string | undefined;
  readonly session?: string | undefined;
  /** The moment from which the times of the day are shown (ISO 8601). */
  readonly time?: string | undefined;
}

export interface ChosenSession {
  readonly session: Session;
  readonly day: string;
  /** What is said of this session alone, as plain text; empty when there is nothing. */
  readonly description: string;
  readonly offers: readonly Offer[];
}

export interface EventPage {
  readonly catalog: CatalogView;
  readonly event: EventView;
  readonly days: readonly SessionDay[];
  readonly selected: SessionDay | null;
  /** The sessions of that day that are shown. */
  readonly times: DayTimes | null;
  /** The day that was asked for, when it has no session and another is shown. */
  readonly skippedDay: string | null;
  readonly earlierFrom: string | null;
  readonly laterFrom: string | null;
  /** 'gone' when the session in the address is not on the programme, or over. */
  readonly chosen: ChosenSession | 'gone' | null;
  /** The venue's clock, named. */
  readonly zone: string;
  /** The house's tickets, for an event that has no sessions to choose from. */
  readonly products: readonly ThingView[];
}

interface Place {
  readonly catalogId: string;
  readonly eventId: string;
}

/** Sessions that have not begun, from a day or from now, until a strip of days is full. */
function sessionsFrom(client: Client, place: Place, from: string | null, now: Date, call: CallOptions) {
  const moment = from === null ? now.toISOString() : surelyBefore(from);
  const start = moment > now.toISOString() ? moment : now.toISOString();
  const range = { from: start, enough: fillsStrip };
  return client.listSessions(place.catalogId, place.eventId, range, call);
}

/** The same; where the days around are so full that reading stopped, from the very begin of the day. */
async function sessionsAhead(
  client: Client,
  place: Place,
  from: string | null,
  now: Date,
  call: CallOptions,
) {
  const found = await sessionsFrom(client, place, from, now, call);
  if (from === null || found.kind === 'missing' || !isFull(found.value.members)) return found;
  const [first] = found.value.members;
  const begin = first === undefined ? surelyBefore(from) : dayBegin(from, first);
  const start = begin > now.toISOString() ? begin : now.toISOString();
  return client.listSessions(place.catalogId, place.eventId, { from: start, enough: fillsStrip }, call);
}

/** The first day after `day`, of whose sessions not all were read; null when there is none. */
async function dayAfter(
  client: Client,
  place: Place,
  { day, sessions }: SessionDay,
  timezone: string | undefined,
  call: CallOptions,
): Promise<string | null> {
  const [known] = sessions;
  if (known === undefined) return null;
  const range = { from: dayBegin(addDays(day, 1), known), enough: () => true };
  const found = await client.listSessions(place.catalogId, place.eventId, range, call);
  const days =
    found.kind === 'found' ? found.value.members.map((each) => venueDay(each.occursAt, timezone)) : [];
  return days.find((each) => each > day) ?? null;
}

/** The sessions of a day that its page shows, from a moment when one is named. */
async function timesOf(
  client: Client,
  place: Place,
  { day, sessions }: SessionDay,
  { time, timezone }: { time: string | null; timezone: string | undefined },
  call: CallOptions,
): Promise<DayTimes> {
  const isOfDay = time !== null && venueDay(time, timezone) === day;
  if (!isOfDay) return dayTimes(sessions, null);
  const range = { from: time, before: surelyAfterEnd(day), enough: fillsTimes };
  const found = await client.listSessions(place.catalogId, place.eventId, range, call);
  const members = found.kind === 'found' ? found.value.members : [];
  return dayTimes(
    members.filter((each) => venueDay(each.occursAt, timezone) === day),
    time,
  );
}

function sessionsBefore(client: Client, place: Place, from: string, now: Date, call: CallOptions) {
  const range = {
    from: now.toISOString(),
    before: surelyAfterStart(from),
    descending: true,
    enough: fillsStrip,
  };
  return client.listSessions(place.catalogId, place.eventId, range, call);
}

async function chosenSession(
  client: Client,
  place: Place,
  id: string | undefined,
  call: CallOptions,
): Promise<Omit<ChosenSession, 'day'> | 'gone' | null> {
  if (id === undefined || id === '') return null;
  if (!isId(id)) return 'gone';
  const [session, offers] = await Promise.all([
    client.getSession(place.catalogId, place.eventId, id, call),
    client.listOffers(place.catalogId, { session: id }, call),
  ]);
  if (session.kind === 'missing' || offers.kind === 'missing') return 'gone';
  if (Date.parse(session.value.occursAt) <= Date.now()) return 'gone';
  const description = excerpt(session.value.description ?? '', Infinity);
  return { session: session.value, description, offers: offers.value.members };
}

/** A moment as the page itself writes it into addresses, not in the past. */
function timeOrNull(text: string | undefined): string | null {
  const parsed = instantSchema.safeParse(text);
  return parsed.success && Date.parse(parsed.data) > Date.now() ? parsed.data : null;
}

async function productsOf(client: Client, catalogId: string, call: CallOptions): Promise<ThingView[]> {
  const found = await client.listProducts(catalogId, call);
  return found.kind === 'found' ? found.value.members.map((product) => productView(catalogId, product)) : [];
}

const dayOrNull = (text: string | undefined) => (text !== undefined && isDay(text) ? text : null);

async function readEventPage(
  client: Client,
  language: Language,
  place: Place,
  query: { from: string | null; date: string | null; session: string | undefined; time: string | null },
): Promise<Found<EventPage>> {
  const call = { language };
  const now = new Date();
  const { date } = query;
  const from = query.from !== null && (date === null || date >= query.from) ? query.from : date;
  const [catalog, event, ahead, before, chosen] = await Promise.all([
    client.getCatalog(place.catalogId, call),
    client.getEvent(place.catalogId, place.eventId, call),
    sessionsAhead(client, place, from, now, call),
    from === null ? null : sessionsBefore(client, place, from, now, call),
    chosenSession(client, place, query.session, call),
  ]);
  if (catalog.kind === 'missing') return catalog;
  if (event.kind === 'missing') return event;
  if (ahead.kind === 'missing') return ahead;

  const view = catalogView(catalog.value, language);
  const { timezone } = view;
  const strip = dayStrip(ahead.value.members, from, timezone);
  const lastDay = strip.days.at(-1)?.day;
  // An address put together by hand: the day lies beyond the strip that it names.
  if (date !== null && from !== date && lastDay !== undefined && date > lastDay) {
    return readEventPage(client, language, place, { ...query, from: date });
  }
  const selected = strip.days.find(({ day }) => date === null || day >= date) ?? null;
  const lastRead = isFull(ahead.value.members) ? strip.days.at(-1) : undefined;
  const [times, laterFrom] = await Promise.all([
    selected && timesOf(client, place, selected, { time: query.time, timezone }, call),
    strip.laterFrom ?? (lastRead && dayAfter(client, place, lastRead, timezone, call)) ?? null,
  ]);
  const earlier = before?.kind === 'found' ? before.value.members : [];
  const products =
    strip.days.length === 0 && earlier.length === 0 ? await productsOf(client, place.catalogId, call) : [];
  return {
    kind: 'found',
    value: {
      catalog: view,
      event: eventView(place.catalogId, event.value),
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
      products,
    },
  };
}

/** An event with a strip of its days, the sessions of one of them, and the offers of a chosen session. */
export function loadEventPage(
  language: Language,
  place: Place,
  query: EventQuery,
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
