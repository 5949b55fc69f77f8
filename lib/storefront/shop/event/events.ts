import type { Catalog } from '../../../contract/catalog';
import type { Offer } from '../../../contract/offer';
import { instantSchema } from '../../../contract/values';
import type { ListedBooking } from '../../../discovery/listing';
import { isClosed, isSoldOut, sessionWords } from '../../../locale/availability';
import { isDay, isMonth } from '../../../locale/calendar';
import type { Language } from '../../../locale/languages';
import { venueDay, venueZones } from '../../../locale/venue-time';
import type { AppContext } from '../../../runtime/app-context';
import { bookingOfEvent } from '../search/discovery';
import { type EventMonth, readMonth } from './event-months';
import {
  chosenSession,
  type ChosenSession,
  type EventPlace,
  type EventQuery,
  type Reading,
  withOffers,
} from './event-reading';
import { type DayStripView, readStrip } from './event-strip';
import { readTimes } from './event-times';
import { type EventTickets, readEventTickets } from './event-tickets';
import { load, type Loaded, need } from '../../common/request/load';
import type { DayTimes, SessionDay } from './session-days';
import {
  catalogView,
  eventView,
  productView,
  type CatalogView,
  type EventView,
  type ThingView,
} from '../../common/catalogue/views';

export interface EventPage {
  readonly catalog: CatalogView;
  readonly event: EventView;
  /** The days as a month with prices; or as a strip, if the server tells no calendar, or no day can be booked. */
  readonly shown: ({ readonly kind: 'month' } & EventMonth) | ({ readonly kind: 'strip' } & DayStripView);
  /** The day whose sessions are shown. */
  readonly selected: SessionDay | null;
  readonly times: DayTimes | null;
  /** The names of the day's sessions in order, if there are several; and the one to which the times are limited. */
  readonly activities: readonly string[];
  readonly activity: string | null;
  /** The requested day, when it has no session and another day is shown. */
  readonly skippedDay: string | null;
  /** Null if none has places; 'not_found' when the session in the URL is not in the programme, or has ended. */
  readonly chosen: ChosenSession | 'not_found' | null;
  /** What is sold for the shown session or day; null: there is nothing to choose. */
  readonly tickets: EventTickets | null;
  /** The offers that are left at the session that is shown, or on a day without; none if a session was asked for. */
  readonly dayOffers: readonly Offer[];
  /** The time zone of the venue, with its name. */
  readonly zone: string;
  /** What lists tell about it; null if the server does not tell. */
  readonly booking: ListedBooking | null;
  /** The event's products; all of the catalogue's if it has no sessions to choose from, and its own are not known. */
  readonly products: readonly ThingView[];
}

/** A moment in the format that the page writes into URLs, not in the past. */
function timeOrNull(text: string | undefined): string | null {
  const parsed = instantSchema.safeParse(text);
  return parsed.success && Date.parse(parsed.data) > Date.now() ? parsed.data : null;
}

const dayOrNull = (text: string | undefined) => (text !== undefined && isDay(text) ? text : null);
const monthOrNull = (text: string | undefined) => (text !== undefined && isMonth(text) ? text : null);

/** All products of the catalogue, for an event without times of a server that does not tell the event's products. */
async function allProducts({ client, catalogId, call }: Reading): Promise<readonly ThingView[]> {
  const found = await client.listProducts(catalogId, call);
  const members = found.kind === 'found' ? found.value.members : [];
  return members.map((product) => productView(catalogId, product));
}

/** The offers of a day of the event's products, in the order of the products. */
async function offersOn(
  { client, catalogId, call }: Reading,
  products: readonly ThingView[],
  day: string,
): Promise<readonly Offer[]> {
  const found = await Promise.all(
    products.map(({ id }) => client.listOffers(catalogId, { product: id, date: day }, call)),
  );
  return found.flatMap((one) => (one.kind === 'found' ? one.value.members : []));
}

/** The offers of the session that is shown; or those of the day, if none is. */
async function shownOffers(
  reading: Reading,
  chosen: EventPage['chosen'],
  selected: SessionDay | null,
  products: readonly ThingView[],
): Promise<readonly Offer[]> {
  if (selected === null || chosen === 'not_found') return [];
  return chosen === null ? offersOn(reading, products, selected.day) : chosen.offers;
}

const isLeft = ({ availableQuantity }: Offer) => !isSoldOut(availableQuantity);

/** The days of an event: as a month, if the server tells its calendar and something can be booked at a time. */
async function readDays(
  reading: Reading,
  known: Awaited<ReturnType<typeof bookingOfEvent>>,
  query: EventQuery,
  timezone: string | undefined,
): Promise<Pick<EventPage, 'shown' | 'selected' | 'skippedDay'>> {
  if (known?.hasCalendar === true && known.booking.days.length > 0) {
    const found = await readMonth(reading, known.booking.days, query, timezone);
    if (found !== null) return { ...found, shown: { kind: 'month', ...found.calendar } };
  }
  const { strip, ...found } = await readStrip(reading, query, timezone);
  return { ...found, shown: { kind: 'strip', ...strip } };
}

/** The session that the page shows: the one that is asked for, or the first of the shown ones that has places. */
async function sessionOf(
  reading: Reading,
  asked: Awaited<ReturnType<typeof chosenSession>>,
  times: DayTimes | null,
  timezone: string | undefined,
): Promise<EventPage['chosen']> {
  const first = times?.sessions.find((session) => !isClosed(sessionWords(session)));
  const found = asked ?? (first === undefined ? null : await withOffers(reading, first));
  if (found === null || found === 'not_found') return found;
  return { ...found, day: venueDay(found.session.occursAt, timezone) };
}

/** What can be bought for the shown session; or on the day, if it has none. */
async function ticketsOf(
  runtime: AppContext,
  reading: Reading,
  selected: SessionDay | null,
  chosen: EventPage['chosen'],
  offers: readonly Offer[],
): Promise<EventTickets | null> {
  if (chosen === 'not_found') return null;
  if (chosen !== null) return readEventTickets(runtime, reading, chosen);
  if (selected === null || selected.sessions.length > 0) return null;
  return readEventTickets(runtime, reading, { session: null, offers });
}

async function readEventPage(
  runtime: AppContext,
  language: Language,
  place: EventPlace,
  query: EventQuery,
): Promise<EventPage> {
  const { client } = runtime;
  const reading = { client, call: { language }, now: new Date(), ...place };
  const { catalogId, eventId, call, now } = reading;
  const [foundCatalog, foundEvent, asked] = await Promise.all([
    client.getCatalog(catalogId, call),
    client.getEvent(catalogId, eventId, call),
    chosenSession(reading, query.session),
  ]);
  const catalogResource: Catalog = need(foundCatalog);
  const catalog = catalogView(catalogResource, language);
  const event = eventView(catalogId, need(foundEvent));
  const { timezone } = catalog;
  const known = await bookingOfEvent(client, catalogResource, eventId, call);
  const days = await readDays(reading, known, query, timezone);
  const { selected } = days;
  const products = known?.products ?? (selected === null ? await allProducts(reading) : []);
  const of = selected && (await readTimes(reading, selected, query, timezone));
  const times = of?.times ?? null;
  const chosen = await sessionOf(reading, asked, times, timezone);
  // The offers of a session that is asked for are all that its page tells.
  const offers = asked === null ? await shownOffers(reading, chosen, selected, products) : [];
  return {
    catalog,
    event,
    ...days,
    times,
    activities: of?.activities ?? [],
    activity: of?.activity ?? null,
    chosen,
    dayOffers: offers.filter(isLeft),
    tickets: await ticketsOf(runtime, reading, selected, chosen, offers),
    zone: venueZones(times?.sessions ?? [], now, timezone),
    booking: known?.booking ?? null,
    products,
  };
}

/** An event with its days, the sessions of one of them, and the offers of a chosen session. The query is as in the URL. */
export function loadEventPage(
  language: Language,
  place: EventPlace,
  query: Partial<Record<keyof EventQuery, string | undefined>>,
): Promise<Loaded<EventPage>> {
  return load([place.catalogId, place.eventId], (runtime) =>
    readEventPage(runtime, language, place, {
      month: monthOrNull(query.month),
      from: dayOrNull(query.from),
      date: dayOrNull(query.date),
      session: query.session,
      time: timeOrNull(query.time),
      activity: query.activity ?? null,
    }),
  );
}
