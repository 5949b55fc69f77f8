import type { Client } from '../../../client/client';
import type { CallOptions } from '../../../client/result';
import type { Catalog } from '../../../contract/catalog';
import {
  type Criteria,
  type CriteriaName,
  criteriaParameters,
  givenCriteria,
  criteriaProblems,
  readCriteria,
  sortings,
  without,
} from '../../../discovery/criteria';
import { formatDayWord } from '../../../discovery/day-word';
import { isNamedDay, type NamedDay } from '../../../discovery/days';
import { isListed, type KeptListing } from '../../../discovery/kept-listings';
import type { ListedEvent, Listing } from '../../../discovery/listing';
import { countPlaces } from '../../../discovery/places';
import { bookingOf } from '../../../discovery/read-listings';
import { search, type SearchResult } from '../../../discovery/search';
import type { Meaning } from '../../../discovery/understand';
import type { Language } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import type { AppContext } from '../../../runtime/app-context';
import { load, type LoadedBy, need, noteShownAt } from '../../common/request/load';
import { parseCount, firstText } from '../../common/request/parameters';
import { shopLinks } from '../../common/catalogue/shop-texts';
import { catalogView, pictureOf, productView } from '../../common/catalogue/views';
import { cardView } from './card-view';
import { quickFilters } from './quick-filters';

/** The query of an address. */
export type Query = Readonly<Record<string, string | string[] | undefined>>;

export type SearchView = ReturnType<typeof searchView>;

function searchView(
  { events, nearest, nearestWords, nextDay, understood, ...result }: SearchResult,
  criteria: Criteria,
  { complete, unread = [], query, language }: Pick<Listing, 'complete' | 'unread'> & SearchContext,
) {
  const withWords = (q: string) => criteriaParameters({ ...criteria, q: q === '' ? undefined : q });
  const parametersWithout = (name: CriteriaName) => criteriaParameters(without(criteria, name));
  const withDays = (days: Pick<Criteria, 'day' | 'from' | 'until'>) =>
    criteriaParameters({ ...without(criteria, 'day'), ...days });
  const problems = criteriaProblems((name) => firstText(query[name]));
  const isReversed = problems.dates === 'order';
  return {
    ...result,
    criteria,
    /** What the customer typed and the shop does not understand. */
    problems,
    complete,
    /** The names of catalogues whose events are not known at the moment. */
    unread: unread.map(({ catalog }) => catalog.name),
    parameters: criteriaParameters(criteria),
    quick: quickFilters(criteria),
    /** The ways to sort, of which one is chosen. Without words there is nothing by which some events are better than others. */
    sortings: sortingsOf(criteria),
    /** What was asked for, each with the address parameters without it. */
    given: givenCriteria(criteria).flatMap((name): Given[] => {
      if (name !== 'q') return [{ name, parameters: parametersWithout(name) }];
      const { text, withoutText, terms } = understood;
      const ofText = text === '' ? [] : [{ name, text, parameters: withWords(withoutText) }];
      const ofTerms = terms.map((term) => ({
        name,
        meanings: term.meanings.map((meaning) => shownMeaning(meaning, language)),
        parameters: withWords(term.without),
      }));
      return [...ofText, ...ofTerms];
    }),
    nextDay: nextDay && {
      day: nextDay.day,
      parameters: criteriaParameters({ ...without(criteria, 'day'), day: nextDay.day, q: nextDay.q }),
    },
    /** If the last day that was asked for is before the first: the parameters with both the other way round. */
    swapped: isReversed ? withDays({ from: criteria.until, until: criteria.from }) : null,
    nearestWords: nearestWords && {
      ...nearestWords,
      parameters: withWords(nearestWords.q),
    },
    nearest: nearest.map((one) => ({
      name: one.without,
      count: one.count,
      parameters: parametersWithout(one.without),
    })),
    events: events.map(cardView),
  };
}

function sortingsOf(criteria: Criteria) {
  const best = criteria.q === undefined ? ('date' as const) : ('best' as const);
  const chosen = criteria.sort ?? best;
  return (best === 'best' ? (['best', ...sortings] as const) : sortings).map((name) => ({
    name,
    isChosen: name === chosen,
    parameters: criteriaParameters({
      ...criteria,
      sort: name === best || name === 'best' ? undefined : name,
    }),
  }));
}

/** `named`: a day of the week or of the year, by its name. */
export type ShownMeaning =
  | Exclude<Meaning, { kind: 'day' }>
  | { readonly kind: 'day'; readonly value: NamedDay }
  | { readonly kind: 'named'; readonly value: string };

function shownMeaning(meaning: Meaning, language: Language): ShownMeaning {
  if (meaning.kind !== 'day') return meaning;
  const { value } = meaning;
  return isNamedDay(value)
    ? { kind: 'day', value }
    : { kind: 'named', value: formatDayWord(value, language) };
}

/** A criterion with the address parameters without it. */
interface Given {
  readonly name: CriteriaName;
  /** Of the words that are searched for in texts, if others were understood. */
  readonly text?: string;
  /** Of words: what they mean. */
  readonly meanings?: readonly ShownMeaning[];
  readonly parameters: Partial<Record<CriteriaName, string>>;
}

interface SearchContext {
  readonly query: Query;
  readonly language: Language;
}

function searchIn({ listing, index }: KeptListing, criteria: Criteria, context: SearchContext) {
  const now = new Date();
  noteShownAt(now);
  const found = search({ listing, index, criteria, now }, parseCount(context.query['page'], 5) ?? 1);
  return searchView(found, criteria, { ...context, ...listing });
}

/** The events of all catalogues that fulfil the criteria of the address. */
export function loadSearch(language: Language, query: Query) {
  return load([], async ({ listings }) => {
    const kept = await listings.get(language);
    return searchIn(
      kept,
      readCriteria((name) => firstText(query[name])),
      { query, language },
    );
  });
}

/** A catalogue, the listing with its events, and one with only these. */
export async function readOwnListing(
  { client, listings }: Pick<AppContext, 'client' | 'listings'>,
  language: Language,
  catalogId: string,
) {
  const [found, listed] = await Promise.all([
    client.getCatalog(catalogId, { language }),
    listings.get(language),
  ]);
  const catalog = catalogView(need(found), language);
  // The first import of a catalogue is shown at once.
  const kept = isListed(listed, catalogId) ? listed : await listings.get(language, 0);
  // Without its events the page would say that there are none.
  const missing = kept.listing.unread?.find((one) => one.catalog.id === catalogId);
  if (missing !== undefined) throw missing.error;
  return { catalog, kept, own: onlyOf(kept, catalogId) };
}

/** A catalogue, its events that fulfil the criteria of the address, and its products that join several events. */
export function loadCatalogPage(language: Language, catalogId: string, query: Query) {
  return load([catalogId], async (context) => {
    const { catalog, kept, own } = await readOwnListing(context, language, catalogId);
    const criteria = readCriteria((name) => (name === 'catalog' ? undefined : firstText(query[name])));
    return {
      catalog,
      search: searchIn({ ...kept, listing: own }, criteria, { query, language }),
      /** The number of events without any criteria. */
      total: own.events.length,
      /** The number of places that the events have. */
      places: countPlaces(own.events),
      products: await productsBeside(context.client, catalogId, own.events, { language }),
    };
  });
}

export type CatalogPage = LoadedBy<typeof loadCatalogPage>;

/** More are not shown beside an event. */
const mostProducts = 12;

/** The products that give access to several of the events. */
function joining(events: readonly ListedEvent[]): string[] {
  const [once, several] = [new Set<string>(), new Set<string>()];
  for (const { booking } of events) {
    for (const id of new Set(booking?.productIds)) (once.has(id) ? several : once).add(id);
  }
  return [...several];
}

function pictureWith(productId: string, events: readonly ListedEvent[]) {
  const own = events.filter(({ booking }) => booking?.productIds.includes(productId) === true);
  return own.flatMap(({ catalog, event }) => pictureOf(catalog.id, 'events', event) ?? [])[0] ?? null;
}

/** What a catalogue lists beside its events; of a server that tells no products of its events, all products. */
async function productsBeside(
  client: Pick<Client, 'getProduct' | 'listProducts'>,
  catalogId: string,
  events: readonly ListedEvent[],
  call: CallOptions,
) {
  const areKnown = events.length > 0 && events.every(({ booking }) => booking !== null);
  if (areKnown) {
    const joined = await readProducts(client, catalogId, joining(events).slice(0, mostProducts), call);
    // A combined ticket has rarely a picture of its own: then that of its first event which has one.
    return joined.map((product) => ({
      ...product,
      picture: product.picture ?? pictureWith(product.id, events),
    }));
  }
  const products = need(await client.listProducts(catalogId, call));
  return products.members.map((product) => productView(catalogId, product));
}

async function readProducts(
  client: Pick<Client, 'getProduct'>,
  catalogId: string,
  ids: readonly string[],
  call: CallOptions,
) {
  const found = await Promise.all(ids.map((id) => client.getProduct(catalogId, id, call)));
  return found.flatMap((one) => (one.kind === 'found' ? [productView(catalogId, one.value)] : []));
}

/** What a list tells about the event, and its products, each with a calendar. Null if the server does not tell. */
export async function bookingOfEvent(
  client: Pick<Client, 'getEventSummary' | 'getProduct'>,
  catalog: Pick<Catalog, 'id' | 'eventSummaries'>,
  eventId: string,
  call: CallOptions,
) {
  if (catalog.eventSummaries === undefined) return null;
  const found = await client.getEventSummary(catalog.id, eventId, call);
  if (found.kind === 'missing') return null;
  const booking = bookingOf(found.value);
  const ids = booking.productIds.slice(0, mostProducts);
  const products = await readProducts(client, catalog.id, ids, call);
  return { booking, products, hasCalendar: found.value.calendar !== undefined };
}

function onlyOf({ listing }: KeptListing, catalogId: string) {
  return {
    ...listing,
    catalogs: listing.catalogs.filter(({ id }) => id === catalogId),
    events: listing.events.filter(({ catalog }) => catalog.id === catalogId),
    unread: [],
  };
}

/** The addresses of the shop that do not change with each day: front page, search, catalogues and events. */
export function loadPublicPaths(language: Language) {
  return load([], async ({ listings }) => {
    const { listing } = await listings.get(language);
    // Search engines forget an address that is missing.
    const [missing] = listing.unread ?? [];
    if (missing !== undefined) throw missing.error;
    return [
      (each: Language) => paths.home(each),
      (each: Language) => paths.search(each),
      ...shopLinks(language).map(
        ({ name }) =>
          (each: Language) =>
            paths.about(each, name),
      ),
      ...listing.catalogs.map(
        ({ id }) =>
          (each: Language) =>
            paths.catalog(each, id),
      ),
      ...catalogsWithPlaces(listing).map((id) => (each: Language) => paths.places(each, id)),
      ...listing.events.map(
        ({ catalog, event }) =>
          (each: Language) =>
            paths.event(each, catalog.id, event.id),
      ),
    ];
  });
}

/** Where there is something to look up on a map. */
function catalogsWithPlaces({ catalogs, events }: Listing): string[] {
  const byCatalog = new Map<string, ListedEvent[]>(catalogs.map(({ id }) => [id, []]));
  for (const event of events) byCatalog.get(event.catalog.id)?.push(event);
  return [...byCatalog].flatMap(([id, own]) => (countPlaces(own) < 2 ? [] : [id]));
}
