import { Temporal } from 'temporal-polyfill';
import { feedSchema, type Feed } from '@/lib/contract/feed';
import { assignKeys, ownIdentifiers, slug } from './schema-org-keys';
import { hasPrice, readPrice } from './schema-org-price';
import { at, fail, isAbsent, isNode, items, term, type ReadError, type Spot } from './schema-org-spot';
import * as values from './schema-org-values';

/** The feed, or every error of the document with its JSON path. Never both. */
type SchemaOrgResult =
  { readonly ok: true; readonly feed: Feed } | { readonly ok: false; readonly errors: readonly ReadError[] };

type Catalog = Feed['catalog'];
type FeedEvent = Feed['events'][number];
type FeedProduct = Feed['products'][number];

interface ReadSession {
  readonly start: Temporal.ZonedDateTime;
  readonly duration: string | null;
  readonly capacity: number | null;
  readonly name: values.Texts;
  readonly identifiers: readonly string[];
  readonly price: string;
}

interface ReadEvent {
  readonly name: values.Texts;
  readonly description: values.Texts;
  readonly image: FeedEvent['image'];
  readonly venue: FeedEvent['venue'];
  readonly identifiers: readonly string[];
  readonly sessions: readonly ReadSession[];
  /** Without sub-events, the event is its own only session. */
  readonly isOwnSession: boolean;
  readonly prices: ReadonlyMap<string, string>;
}

const admission: Readonly<Record<string, string>> = {
  de: 'Eintritt',
  en: 'Admission',
  es: 'Entrada',
  fr: 'Entrée',
  it: 'Ingresso',
  nl: 'Toegang',
};

/**
 * Reads schema.org Event JSON-LD (a `@graph`, one Event, or a list of Events) as a feed of the given catalogue:
 * an event each, a session for each of its sub-events, and one product ("admission") with an offer for each
 * day that has sessions. Days are those of the catalogue's time zone. Cancelled and postponed sessions are left out,
 * and so are nodes of the graph that are not events. Pure; any document is answered, none throws.
 */
export function readSchemaOrg(document: unknown, catalog: Catalog): SchemaOrgResult {
  const errors: ReadError[] = [];
  checkCatalog(catalog, errors);
  if (errors.length > 0) return { ok: false, errors };
  const root: Spot = { value: document, path: '$', errors };
  const nodes = findEvents(root);
  if (nodes.length === 0 && errors.length === 0) fail(root, 'a schema.org Event is needed; there is none');
  const events = nodes.map((node) => readEvent(node, catalog));
  if (errors.length > 0) return { ok: false, errors };
  return {
    ok: true,
    feed: composeFeed(
      catalog,
      events.filter((event) => event !== null),
    ),
  };
}

function checkCatalog(catalog: Catalog, errors: ReadError[]): void {
  const checked = feedSchema.shape.catalog.safeParse(catalog);
  for (const issue of checked.error?.issues ?? []) {
    errors.push({ path: ['catalog', ...issue.path].join('.'), message: issue.message });
  }
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(catalog.timezone);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    errors.push({ path: 'catalog.timezone', message: 'a time zone is needed, such as "Europe/Paris"' });
  }
}

/** The events of the document, after checking that it speaks schema.org at all. */
function findEvents(root: Spot): Spot[] {
  const documents = Array.isArray(root.value) ? items(root) : [root];
  const nodes = documents.flatMap((document) => {
    if (!isNode(document.value)) {
      fail(document, 'a JSON-LD object is needed');
      return [];
    }
    const context = at(document, '@context');
    if (!items(context).some(isSchemaOrg)) fail(context, 'the context "https://schema.org" is needed');
    return Object.hasOwn(document.value, '@graph') ? items(at(document, '@graph')) : [document];
  });
  return nodes.filter((node) => {
    if (!isNode(node.value)) fail(node, 'a JSON-LD object is needed');
    else if (isAbsent(at(node, '@type'))) fail(at(node, '@type'), 'a type is needed, such as "Event"');
    else return isEvent(node);
    return false;
  });
}

function isSchemaOrg(context: Spot): boolean {
  const { value } = isNode(context.value) ? at(context, '@vocab') : context;
  return typeof value === 'string' && /^https?:\/\/(?:www\.)?schema\.org\/?$/i.test(value.trim());
}

/** schema.org names its kinds of Event `…Event`, save these four. */
function isEvent(node: Spot): boolean {
  return items(at(node, '@type')).some((type) =>
    /^(?:[A-Za-z]*Event|EventSeries|Festival|Hackathon|CourseInstance)$/.test(term(type.value)),
  );
}

function readEvent(node: Spot, catalog: Catalog): ReadEvent | null {
  const name = readName(node, catalog.language);
  if (name && Object.keys(name).length === 0) fail(at(node, 'name'), 'a name is needed');
  const description = values.readTexts(at(node, 'description'), catalog.language);
  const venue = values.readVenue(at(node, 'location'), catalog.language);
  const subEvents = items(at(node, 'subEvent'));
  const isOwnSession = subEvents.length === 0;
  const timed = values.isCalledOff(node)
    ? []
    : (isOwnSession ? [node] : subEvents.filter(isSubEvent)).filter((spot) => !values.isCalledOff(spot));
  const needsPrice = timed.some((spot) => spot === node || !hasPrice(spot));
  const price = needsPrice || hasPrice(node) ? readPrice(node) : null;
  const read = timed.map((spot) => ({ spot, session: readSession(spot, node, price, catalog) }));
  const prices = pricesByDay(read);
  if (!name || !description) return null;
  return {
    name,
    description,
    image: values.readImage(at(node, 'image'), name, catalog.language),
    venue,
    identifiers: ownIdentifiers(node),
    sessions: read.flatMap(({ session }) => session ?? []),
    isOwnSession,
    prices,
  };
}

function isSubEvent(spot: Spot): boolean {
  if (!isNode(spot.value)) fail(spot, 'an Event is needed');
  else if (!isAbsent(at(spot, '@type')) && !isEvent(spot)) fail(at(spot, '@type'), 'an Event is needed');
  else if (items(at(spot, 'subEvent')).length > 0) {
    fail(at(spot, 'subEvent'), 'sub-events of sub-events are not read: list them under the event itself');
  } else return true;
  return false;
}

function readName(node: Spot, language: string): values.Texts | null {
  const texts = values.readTexts(at(node, 'name'), language);
  const entries = Object.entries(texts ?? {}).map(([code, text]) => [code, text.trim()] as const);
  const name = Object.fromEntries(entries.filter(([, text]) => text !== ''));
  return texts && (name[language] === undefined ? {} : name);
}

/** `price` is that of the event, for a session that names none of its own. */
function readSession(spot: Spot, event: Spot, price: string | null, catalog: Catalog): ReadSession | null {
  const start = values.readMoment(at(spot, 'startDate'), catalog.timezone);
  const duration = values.readDuration(at(spot, 'endDate'), start, catalog.timezone);
  const capacity = values.readCapacity(at(spot, 'maximumAttendeeCapacity'));
  const isEventItself = spot === event;
  const name = isEventItself ? {} : readName(spot, catalog.language);
  const ownPrice = isEventItself || !hasPrice(spot) ? price : readPrice(spot);
  if (!start || !name || ownPrice === null) return null;
  const identifiers = isEventItself ? [] : ownIdentifiers(spot);
  return { start, duration, capacity, name, identifiers, price: ownPrice };
}

/** An offer is one price for one day (specification §2.6), so the sessions of a day have to agree on it. */
function pricesByDay(read: readonly { spot: Spot; session: ReadSession | null }[]): Map<string, string> {
  const prices = new Map<string, string>();
  for (const { spot, session } of read) {
    if (!session) continue;
    const day = values.dayOf(session.start);
    const known = prices.get(day);
    if (known === undefined) prices.set(day, session.price);
    else if (known !== session.price) {
      fail(
        at(spot, 'offers'),
        `another session of the event costs ${known} on ${day}: one price a day is needed`,
      );
    }
  }
  return new Map([...prices].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function composeFeed(catalog: Catalog, read: readonly ReadEvent[]): Feed {
  const nameOf = (texts: values.Texts) => texts[catalog.language] ?? '';
  const eventKeys = assignKeys(
    read.map(({ identifiers, name }) => ({ identifiers, fallback: slug(nameOf(name)) })),
    120,
  );
  const keyed = read.map((event, index) => ({ ...event, key: eventKeys[index] ?? '' }));
  const sessionKeys = assignKeys(
    keyed.flatMap((event) =>
      event.sessions.map(({ start, name, identifiers }) => ({
        identifiers: event.isOwnSession ? [event.key] : identifiers.map((own) => `${event.key}/${own}`),
        fallback: [event.key, startSlug(start), nameOf(name) && slug(nameOf(name))].filter(Boolean).join('/'),
      })),
    ),
    200,
  ).values();
  const events = keyed.map(({ key, name, description, image, venue, sessions }): FeedEvent => ({
    key,
    name,
    description,
    image,
    venue,
    sessions: sessions.map((session) => ({
      key: sessionKeys.next().value ?? '',
      occursAt: values.instantText(session.start),
      duration: session.duration,
      capacity: session.capacity,
      name: [nameOf(name), ''].includes(nameOf(session.name)) ? null : session.name,
    })),
  }));
  const products = keyed.map((event) => composeProduct(event, catalog.language));
  return { format: 'ticketing-feed/1', catalog, events, products };
}

/** In UTC: two sessions in the hour that autumn repeats are not the same one. */
function startSlug(start: Temporal.ZonedDateTime): string {
  return start.toInstant().toString({ smallestUnit: 'minute' });
}

function composeProduct(event: ReadEvent & { key: string }, language: string): FeedProduct {
  return {
    key: `${event.key}/admission`,
    name: event.name,
    description: event.description,
    image: event.image ?? null,
    tickets: [
      {
        key: `${event.key}/entry`,
        name: { [language]: admission[language] ?? 'Admission' },
        event: event.key,
        dateAccess: false,
      },
    ],
    // Sessions carry the capacity; a day has none of its own.
    offers: [...event.prices].map(([date, price]) => ({ date, price, capacity: null })),
  };
}
