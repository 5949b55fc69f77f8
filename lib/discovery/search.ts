import type { AccessibilityFeature, EventCategory } from '../contract/event';
import { addDays } from '../locale/calendar';
import { venueToday } from '../locale/venue-time';
import {
  type Criteria,
  type CriteriaName,
  givenCriteria,
  type PriceStep,
  priceSteps,
  type TicketState,
  nameOfPlace,
  without,
} from './criteria';
import { daysAskedFor, endless, firstDayFrom, hasDayIn, type NamedDay, namedDays } from './days';
import type { FoundEvent, ListedCatalog, ListedEvent } from './listing';
import { readQuery, type WordQuery } from './query';
import { type Asked, askedDays, hasDays, type Search, sorted } from './sorting';
import type { Meaning } from './lexicon';

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
  readonly tickets: readonly Choice<TicketState>[];
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
  /** What the words mean, each with the words that are left without it; `text`: what is searched for in texts. */
  readonly understood: {
    readonly text: string;
    /** The words that are left without those for texts. */
    readonly withoutText: string;
    readonly terms: readonly { readonly meanings: readonly Meaning[]; readonly without: string }[];
  };
  /** If nothing was found: the word without which the most events are found, and the other words; null if none are. */
  readonly nearestWords: { readonly without: string; readonly q: string; readonly count: number } | null;
  /** If nothing was found: the first day after the ones asked for on which something is, and the words without days. */
  readonly nextDay: { readonly day: string; readonly q: string | undefined } | null;
}

export const eventsPerPage = 24;

/** Decides about one event by one criterion. */
type Matches = (event: ListedEvent) => boolean;

const cents = (price: string) => Math.round(Number(price) * 100);

const hasTickets: Matches = ({ booking }) => booking?.status === 'on_sale';

function costsAtMost(step: PriceStep): Matches {
  const most = Number(step) * 100;
  return ({ booking }) => booking !== null && booking.fromPrice !== null && cents(booking.fromPrice) <= most;
}

/** The name of the venue as an address has it; empty without one. */
const placeOf = ({ event }: ListedEvent) => nameOfPlace(event.venue?.name);

function onDays(criteria: Criteria, todays: ReadonlyMap<string, string>): Matches {
  const days = new Map([...todays].map(([id, today]) => [id, daysAskedFor(criteria, today)]));
  return ({ booking, catalog }) => {
    const asked = days.get(catalog.id);
    return booking !== null && asked !== undefined && asked !== null && hasDayIn(booking.days, asked);
  };
}

/** A condition for each criterion that is given. */
function conditions({ listing, criteria, query, todays }: Asked): Map<CriteriaName, Matches> {
  const { catalog, place, category, price, language, accessibility, tickets } = criteria;
  const all = new Map<CriteriaName, Matches>();
  if (query !== null) {
    // Asked once of each event, because the counts of the filters ask for it again.
    const found = new Set(listing.events.filter(query.matches));
    all.set('q', (event) => found.has(event));
  }
  if (catalog !== undefined) all.set('catalog', (event) => event.catalog.id === catalog);
  if (hasDays(criteria)) all.set('day', onDays(criteria, todays));
  if (place !== undefined) all.set('place', (event) => placeOf(event) === place);
  if (category !== undefined) all.set('category', ({ event }) => event.category === category);
  if (price !== undefined) all.set('price', costsAtMost(price));
  if (language !== undefined)
    all.set('language', ({ event }) => event.languages?.includes(language) === true);
  if (accessibility !== undefined)
    all.set('accessibility', ({ event }) => event.accessibility?.includes(accessibility) === true);
  if (tickets !== undefined) all.set('tickets', hasTickets);
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

function choicesOf(search: Asked, all: ReadonlyMap<CriteriaName, Matches>): Choices {
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
      const matches = onDays({ day }, search.todays);
      return { value: day, count: withoutDay.filter(matches).length };
    }),
    place: counted(but('place'), (event) => [placeOf(event)].filter((name) => name !== '')),
    category: counted(but('category'), ({ event }) => (event.category ? [event.category] : [])),
    price: priceSteps.map((value) => ({ value, count: withoutPrice.filter(costsAtMost(value)).length })),
    language: counted(but('language'), ({ event }) => event.languages ?? []),
    accessibility: counted(but('accessibility'), ({ event }) => event.accessibility ?? []),
    tickets: [{ value: 'left', count: but('tickets').filter(hasTickets).length }],
  };
}

const wordsFor = (q: string | undefined, { index, todays }: Pick<Asked, 'index' | 'todays'>) =>
  q === undefined ? null : readQuery(q, index, todays);

function asking(given: Search): Asked {
  const { listing, criteria, index, now } = given;
  const todays = new Map(listing.catalogs.map(({ id, timezone }) => [id, venueToday(now, timezone)]));
  return { ...given, todays, query: wordsFor(criteria.q, { index, todays }) };
}

/** All events that fulfil the criteria, in the order in which a search shows them. */
export function findEvents(given: Search): FoundEvent[] {
  const asked = asking(given);
  return sorted(asked, filtered(asked.listing.events, conditions(asked)));
}

/** One page of the events that fulfil all criteria, what else can be chosen, and what is nearest if there are none. */
export function search(given: Search, page: number): SearchResult {
  const { listing } = given;
  const asked = asking(given);
  const { query } = asked;
  const all = conditions(asked);
  const events = sorted(asked, filtered(listing.events, all));
  const pages = Math.max(1, Math.ceil(events.length / eventsPerPage));
  const shown = Math.min(Math.max(1, page), pages);
  return {
    total: events.length,
    events: events.slice((shown - 1) * eventsPerPage, shown * eventsPerPage),
    page: shown,
    pages,
    understood: understoodOf(query),
    choices: choicesOf(asked, all),
    ...(events.length > 0 ? { nearest: [], nearestWords: null, nextDay: null } : nearestTo(asked, all)),
  };
}

function understoodOf(query: WordQuery | null): SearchResult['understood'] {
  if (query === null) return { text: '', withoutText: '', terms: [] };
  const terms = query.terms.map(({ meanings, without }) => ({ meanings, without }));
  return { text: query.text, withoutText: query.terms.map(({ typed }) => typed).join(' '), terms };
}

function nearestTo(
  asked: Asked,
  all: ReadonlyMap<CriteriaName, Matches>,
): Pick<SearchResult, 'nearest' | 'nearestWords' | 'nextDay'> {
  const { listing, criteria, query } = asked;
  const nearest = givenCriteria(criteria).map((name) => {
    const rest = without(criteria, name);
    const count = filtered(
      listing.events,
      conditions({ ...asked, criteria: rest, query: name === 'q' ? null : query }),
    ).length;
    return { without: name, count };
  });
  const word = query?.hindering(filtered(listing.events, all, 'q')) ?? null;
  return {
    nearest: nearest.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count),
    nearestWords: word && { without: word.typed, q: word.without, count: word.count },
    nextDay: nextDay(asked),
  };
}

/** The first day after the ones that were asked for on which one of the events can be booked that fulfil all else. */
function nextDay(asked: Asked): SearchResult['nextDay'] {
  const q = asked.query?.withoutDays() || undefined;
  const rest = { ...asked, criteria: without(asked.criteria, 'day'), query: wordsFor(q, asked) };
  const next = filtered(asked.listing.events, conditions(rest)).flatMap(({ booking, catalog }) => {
    const last = askedDays(asked, catalog.id)
      ?.map((range) => range.last)
      .sort()
      .at(-1);
    if (last === undefined || last === endless) return [];
    return firstDayFrom(booking?.days ?? [], addDays(last, 1)) ?? [];
  });
  const [day] = next.sort();
  return day === undefined ? null : { day, q };
}
