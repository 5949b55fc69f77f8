import type { AccessibilityFeature, EventCategory } from '../contract/event';
import { addDays } from '../locale/calendar';
import { venueToday } from '../locale/venue-time';
import {
  type Criteria,
  type CriteriaName,
  givenCriteria,
  type PriceStep,
  priceSteps,
  nameOfPlace,
  without,
} from './criteria';
import { daysAskedFor, endless, firstDayFrom, hasDayIn, type NamedDay, namedDays } from './days';
import { type DayRange, listedKey, type ListedCatalog, type ListedEvent, type Listing } from './listing';
import { type SearchIndex, words } from './search-index';

/** A value of a filter, and how many events it would leave with the other criteria as they are. */
export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly count: number;
}

/** The filters that have something to choose from. */
export interface Choices {
  readonly catalog: readonly (Choice & Pick<ListedCatalog, 'name' | 'lang'>)[];
  readonly day: readonly Choice<NamedDay>[];
  readonly place: readonly Choice[];
  readonly category: readonly Choice<EventCategory>[];
  readonly price: readonly Choice<PriceStep>[];
  readonly language: readonly Choice[];
  readonly accessibility: readonly Choice<AccessibilityFeature>[];
}

export interface FoundEvent extends ListedEvent {
  /** The first day that can be booked, of the days that were asked for; null if none is known. */
  readonly day: string | null;
}

export interface SearchResult {
  readonly total: number;
  /** One page of the events. */
  readonly events: readonly FoundEvent[];
  readonly page: number;
  readonly pages: number;
  readonly choices: Choices;
  /** If nothing was found: what is found without one of the criteria, with the most events first. */
  readonly nearest: readonly { readonly without: CriteriaName; readonly count: number }[];
  /** If nothing was found: the word without which the most events are found, and the other words; null if none are. */
  readonly nearestWords: { readonly without: string; readonly q: string; readonly count: number } | null;
  /** If nothing was found: the first day after the ones asked for on which something is. */
  readonly nextDay: string | null;
}

export const eventsPerPage = 24;

interface Search {
  readonly listing: Listing;
  readonly index: SearchIndex;
  readonly criteria: Criteria;
  readonly now: Date;
}

/** Decides about one event by one criterion. */
type Matches = (event: ListedEvent) => boolean;

/** The days in each catalogue's time zone, because today is another day in another one. */
function daysByCatalog({ listing, criteria, now }: Search): Map<string, DayRange | null> {
  return new Map(
    listing.catalogs.map(({ id, timezone }) => [id, daysAskedFor(criteria, venueToday(now, timezone))]),
  );
}

const cents = (price: string) => Math.round(Number(price) * 100);

function costsAtMost(step: PriceStep): Matches {
  const most = Number(step) * 100;
  return ({ booking }) => booking !== null && booking.fromPrice !== null && cents(booking.fromPrice) <= most;
}

/** The name of the venue as an address has it; empty without one. */
const placeOf = ({ event }: ListedEvent) => nameOfPlace(event.venue?.name);

function onDays(search: Search): Matches {
  const days = daysByCatalog(search);
  return ({ booking, catalog }) => {
    const asked = days.get(catalog.id);
    return booking !== null && asked !== undefined && asked !== null && hasDayIn(booking.days, asked);
  };
}

/** A condition for each criterion that is given. */
function conditions(search: Search, found: ReadonlyMap<string, number> | null): Map<CriteriaName, Matches> {
  const { catalog, day, from, until, place, category, price, language, accessibility } = search.criteria;
  const all = new Map<CriteriaName, Matches>();
  if (found !== null) all.set('q', (event) => found.has(listedKey(event)));
  if (catalog !== undefined) all.set('catalog', (event) => event.catalog.id === catalog);
  if ((day ?? from ?? until) !== undefined) all.set('day', onDays(search));
  if (place !== undefined) all.set('place', (event) => placeOf(event) === place);
  if (category !== undefined) all.set('category', ({ event }) => event.category === category);
  if (price !== undefined) all.set('price', costsAtMost(price));
  if (language !== undefined)
    all.set('language', ({ event }) => event.languages?.includes(language) === true);
  if (accessibility !== undefined)
    all.set('accessibility', ({ event }) => event.accessibility?.includes(accessibility) === true);
  return all;
}

/** The events that fulfil all conditions but one. */
function filtered(
  events: readonly ListedEvent[],
  all: ReadonlyMap<CriteriaName, Matches>,
  except?: CriteriaName,
) {
  const needed = [...all].filter(([name]) => name !== except).map(([, matches]) => matches);
  return events.filter((event) => needed.every((matches) => matches(event)));
}

/** A longer list is too long to read: customers search by words instead. */
const mostChoices = 100;

/** How many items have each value; the most frequent first. */
function counted<Item, Value extends string>(
  items: readonly Item[],
  valuesOf: (item: Item) => readonly Value[],
): Choice<Value>[] {
  const counts = new Map<Value, number>();
  for (const item of items) {
    for (const value of new Set(valuesOf(item))) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value))
    .slice(0, mostChoices);
}

function choicesOf(search: Search, all: ReadonlyMap<CriteriaName, Matches>): Choices {
  const { listing } = search;
  const but = (name: CriteriaName) => filtered(listing.events, all, name);
  const [withoutDay, withoutPrice] = [but('day'), but('price')];
  const byCatalog = new Map(
    counted(but('catalog'), ({ catalog }) => [catalog.id]).map(({ value, count }) => [value, count]),
  );
  return {
    catalog: listing.catalogs.flatMap(({ id, name, lang }) => {
      const count = byCatalog.get(id) ?? 0;
      return count === 0 ? [] : [{ value: id, name, lang, count }];
    }),
    day: namedDays.map((day) => {
      const matches = onDays({ ...search, criteria: { day } });
      return { value: day, count: withoutDay.filter(matches).length };
    }),
    place: counted(but('place'), (event) => [placeOf(event)].filter((name) => name !== '')),
    category: counted(but('category'), ({ event }) => (event.category ? [event.category] : [])),
    price: priceSteps.map((value) => ({ value, count: withoutPrice.filter(costsAtMost(value)).length })),
    language: counted(but('language'), ({ event }) => event.languages ?? []),
    accessibility: counted(but('accessibility'), ({ event }) => event.accessibility ?? []),
  };
}

/** The sorting of events: what can be booked first; then by relevance, or by day and time. */
function sorted(search: Search, events: readonly ListedEvent[], found: ReadonlyMap<string, number> | null) {
  const days = daysByCatalog(search);
  const todays = new Map(
    search.listing.catalogs.map(({ id, timezone }) => [id, venueToday(search.now, timezone)]),
  );
  const withDay = events.map((event): FoundEvent => {
    const { booking, catalog } = event;
    const from = days.get(catalog.id)?.first ?? todays.get(catalog.id) ?? '';
    return { ...event, day: booking === null ? null : firstDayFrom(booking.days, from) };
  });
  const rank = ({ booking }: ListedEvent) =>
    booking === null || booking.status === 'on_sale' ? 0 : booking.status === 'over' ? 2 : 1;
  const score = (event: ListedEvent) => found?.get(listedKey(event)) ?? 0;
  // Without a day: after every other.
  const moment = ({ day, booking }: FoundEvent) => {
    const next = booking?.nextSessionAt ?? '';
    return `${day ?? '9999'} ${day !== null && next.startsWith(day) ? next : ''}`;
  };
  return withDay.sort((a, b) => {
    return (
      rank(a) - rank(b) || score(b) - score(a) || (moment(a) < moment(b) ? -1 : moment(a) > moment(b) ? 1 : 0)
    );
  });
}

/** One page of the events that fulfil all criteria, what else can be chosen, and what is nearest if there are none. */
export function search(asked: Search, page: number): SearchResult {
  const { listing, index, criteria } = asked;
  const found = criteria.q === undefined ? null : index.search(criteria.q);
  const all = conditions(asked, found);
  const events = sorted(asked, filtered(listing.events, all), found);
  const pages = Math.max(1, Math.ceil(events.length / eventsPerPage));
  const shown = Math.min(Math.max(1, page), pages);
  const nearest =
    events.length > 0
      ? []
      : givenCriteria(criteria).map((name) => {
          const count = filtered(
            listing.events,
            conditions({ ...asked, criteria: without(criteria, name) }, name === 'q' ? null : found),
          ).length;
          return { without: name, count };
        });
  return {
    total: events.length,
    events: events.slice((shown - 1) * eventsPerPage, shown * eventsPerPage),
    page: shown,
    pages,
    choices: choicesOf(asked, all),
    nearest: nearest.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count),
    nearestWords: events.length > 0 ? null : nearestWords(asked, filtered(listing.events, all, 'q')),
    nextDay: events.length > 0 ? null : nextDay(asked, filtered(listing.events, all, 'day')),
  };
}

/** The first day after the ones that were asked for on which one of these events can be booked. */
function nextDay(search: Search, events: readonly ListedEvent[]): string | null {
  const asked = daysByCatalog(search);
  const next = events.flatMap(({ booking, catalog }) => {
    const days = asked.get(catalog.id);
    if (!days || days.last === endless) return [];
    return firstDayFrom(booking?.days ?? [], addDays(days.last, 1)) ?? [];
  });
  return next.sort()[0] ?? null;
}

/** Of several words that nothing matches together: the one to leave out, so that the most of these events match. */
function nearestWords(
  { index, criteria }: Search,
  events: readonly ListedEvent[],
): SearchResult['nearestWords'] {
  const typed = criteria.q?.split(' ') ?? [];
  // What has no letters or digits, such as "&", is not searched for.
  const asked = [...new Set(typed)].filter((word) => words(word).length > 0);
  if (asked.length < 2) return null;
  const found = asked.map((word) => ({ word, keys: index.search(word) }));
  // Each word is searched once: an event that misses only one of them is found without that one.
  const missing = events.flatMap((event) => {
    const key = listedKey(event);
    const missed = found.filter(({ keys }) => !keys.has(key)).map(({ word }) => word);
    return missed.length === 1 ? [missed] : [];
  });
  const [most] = counted(missing, (missed) => missed);
  if (most === undefined) return null;
  return { without: most.value, q: asked.filter((word) => word !== most.value).join(' '), count: most.count };
}
