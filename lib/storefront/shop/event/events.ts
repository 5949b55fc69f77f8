import type { Client } from '../../../client/client';
import type { Catalog } from '../../../contract/catalog';
import type { Offer } from '../../../contract/offer';
import { instantSchema } from '../../../contract/values';
import type { ListedBooking } from '../../../discovery/listing';
import { isClosed, isSoldOut, sessionWords } from '../../../locale/availability';
import { isDay, isMonth } from '../../../locale/calendar';
import type { Language } from '../../../locale/languages';
import { venueDay, venueZones } from '../../../locale/venue-time';
import { bookingOfEvent } from '../search/discovery';
import { type EventMonth, readMonth } from './event-months';
import {
  chosenSession,
  type ChosenSession,
  type EventPlace,
  type EventQuery,
  type Reading,
} from './event-reading';
import { type DayStripView, readStrip } from './event-strip';
import { activitiesOf, readTimes } from './event-times';
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
  /** 'not_found' when the session in the URL is not in the programme, or has ended. */
  readonly chosen: ChosenSession | 'not_found' | null;
  /** Of the selected day, before a time is chosen: the offers that are left, as far as they are known. */
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

/** The sessions of an activity that are asked for their offers, spread over the day. */
const mostAsked = 6;

/** The offers that give access to the activity. Its sessions usually have the same ones. */
async function offersOfActivity(
  { client, catalogId, call }: Reading,
  { sessions }: SessionDay,
  activity: string,
): Promise<ReadonlySet<string>> {
  const named = sessions.filter(({ name }) => name === activity);
  const open = named.filter((session) => !isClosed(sessionWords(session)));
  const some = open.length === 0 ? named : open;
  const every = Math.ceil(some.length / mostAsked);
  const found = await Promise.all(
    some
      .filter((_, index) => index % every === 0)
      .map(({ id }) => client.listOffers(catalogId, { session: id }, call)),
  );
  return new Set(found.flatMap((one) => (one.kind === 'found' ? one.value.members.map(({ id }) => id) : [])));
}

/** The offers of a day of the event's products that are left, in the order of the products; of an activity, if chosen. */
async function offersOn(
  reading: Reading,
  products: readonly ThingView[],
  selected: SessionDay,
  asked: string | null,
): Promise<readonly Offer[]> {
  const { client, catalogId, call } = reading;
  const { activity } = activitiesOf(selected, asked);
  const [ofActivity, ...found] = await Promise.all([
    activity === null ? null : offersOfActivity(reading, selected, activity),
    ...products.map(({ id }) => client.listOffers(catalogId, { product: id, date: selected.day }, call)),
  ]);
  const offers = found.flatMap((one) => (one.kind === 'found' ? one.value.members : []));
  return offers.filter(
    ({ id, availableQuantity }) =>
      !isSoldOut(availableQuantity) && (ofActivity === null || ofActivity.has(id)),
  );
}

/** The days of an event: as a month, if the server tells its calendar and something can be booked at a time. */
async function readDays(
  reading: Reading,
  known: Awaited<ReturnType<typeof bookingOfEvent>>,
  query: EventQuery,
  timezone: string | undefined,
): Promise<Pick<EventPage, 'shown' | 'selected' | 'skippedDay'>> {
  if (known !== null && known.hasCalendar && known.booking.nextSessionAt !== null) {
    const found = await readMonth(reading, known.booking.days, query, timezone);
    if (found !== null) return { ...found, shown: { kind: 'month', ...found.calendar } };
  }
  const { strip, ...found } = await readStrip(reading, query, timezone);
  return { ...found, shown: { kind: 'strip', ...strip } };
}

async function readEventPage(
  client: Client,
  language: Language,
  place: EventPlace,
  query: EventQuery,
): Promise<EventPage> {
  const reading = { client, call: { language }, now: new Date(), ...place };
  const { catalogId, eventId, call, now } = reading;
  const [foundCatalog, foundEvent, chosen] = await Promise.all([
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
  const isChosen = chosen !== null && chosen !== 'not_found';
  const hasPrices = known !== null && selected !== null && !isChosen;
  const [of, dayOffers] = await Promise.all([
    selected && readTimes(reading, selected, query, timezone),
    hasPrices ? offersOn(reading, products, selected, query.activity) : [],
  ]);
  return {
    catalog,
    event,
    ...days,
    times: of?.times ?? null,
    activities: of?.activities ?? [],
    activity: of?.activity ?? null,
    chosen: isChosen ? { ...chosen, day: venueDay(chosen.session.occursAt, timezone) } : chosen,
    dayOffers,
    zone: venueZones(of?.times.sessions ?? [], now, timezone),
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
  return load([place.catalogId, place.eventId], ({ client }) =>
    readEventPage(client, language, place, {
      month: monthOrNull(query.month),
      from: dayOrNull(query.from),
      date: dayOrNull(query.date),
      session: query.session,
      time: timeOrNull(query.time),
      activity: query.activity ?? null,
    }),
  );
}
