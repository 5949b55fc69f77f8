import type { Feed } from '@/lib/contract/feed';
import type { DaysWithoutTime } from '@/lib/contract/feed-import';
import { mostCounted } from '../http/problem';
import { findZone } from '@/lib/locale/zone-clock';
import { anyTimeProducts, isAnyTime } from './schema-org-any-time-sale';
import { composeFeed, type ReadEvent } from './schema-org-feed';
import { readFacts } from './schema-org-facts';
import { findProgramme, startReading } from './schema-org-graph';
import { ownIdentifiers } from './schema-org-keys';
import { OfferReading } from './schema-org-offer-reading';
import { readVenue } from './schema-org-place';
import { Repeats } from './schema-org-repeats';
import { type DocumentReading, ofSession, readSessions } from './schema-org-session';
import type { Note, DocumentPart } from './schema-org-part';
import { checkShares } from './schema-org-stock';
import { saleTerms, type StocksSold } from './schema-org-terms';
import { readImages } from './schema-org-images';
import { filled, readName, readTexts } from './schema-org-values';

const ofEvent = new Set([...ofSession, 'image', 'inLanguage']);

/**
 * Either the feed, or the first errors of the document with their JSON paths. Also the first parts that were left
 * out or guessed. The counts are those of all.
 */
export type SchemaOrgResult = { readonly warnings: readonly Note[]; readonly warningCount: number } & (
  | { readonly ok: true; readonly feed: Feed }
  | { readonly ok: false; readonly errors: readonly Note[]; readonly errorCount: number }
);

/**
 * Reads schema.org Event JSON-LD (a `@graph`, one Event, or a list of Events) as a feed of the given catalogue: an
 * event for each, a session for each of its sub-events or the times of its schedule, and a product for each of its
 * prices with an offer for each day that has sessions. Days are those of the catalogue's time zone. Cancelled and
 * postponed events are shown and not sold. If the feed would sell more, or for less, than the document says, this
 * is an error. `path` is the document's own. Pure; it throws for no document. Yields often, so that a long document
 * does not delay other requests.
 */
export function* readSchemaOrg(
  document: unknown,
  catalog: Feed['catalog'],
  path = '$',
  daysWithoutTime: DaysWithoutTime = 'refuse',
): Generator<undefined, SchemaOrgResult> {
  const clock = findZone(catalog.timezone);
  if (clock === null) {
    const error = { path: 'catalog.timezone', message: 'A time zone is needed, such as "Europe/Paris".' };
    return { ok: false, errors: [error], errorCount: 1, warnings: [], warningCount: 0 };
  }
  const root = yield* startReading(document, { clock, language: catalog.language }, path);
  const { errors, warnings } = root.reading;
  const programme = yield* findProgramme(root);
  const events: ReadEvent[] = [];
  const state: DocumentReading = {
    sessionsOf: programme.sessionsOf,
    repeats: new Repeats(true, clock),
    offers: new OfferReading(),
    shares: new Map(),
    daysWithoutTime,
    leftOut: new Set(),
  };
  const stocksSold: StocksSold = new Set();
  for (const node of programme.events) {
    yield;
    if (errors.length >= mostCounted) break;
    const event = yield* readEvent(node, state, stocksSold);
    if (event !== null) events.push(event);
  }
  checkShares(state.shares);
  const warned = { warnings: warnings.kept, warningCount: warnings.length };
  if (errors.length > 0) return { ok: false, errors: errors.kept, errorCount: errors.length, ...warned };
  const feed = yield* composeFeed(catalog, events);
  return { ok: true, feed, ...warned };
}

function* readEvent(
  node: DocumentPart,
  state: DocumentReading,
  stocksSold: StocksSold,
): Generator<undefined, ReadEvent | null> {
  node.warnOfOthers(ofEvent);
  const name = readName(node);
  if (name && !filled(name)) node.at('name').fail('A name is needed.');
  const description = readTexts(node.at('description'));
  const venue = readVenue(findLocation(node));
  const before = state.leftOut.size;
  const sessions = yield* readSessions(node, venue, state);
  const terms = yield* saleTerms(sessions, node.reading.language, stocksSold);
  if (!name || !description || (sessions.length === 0 && state.leftOut.size > before)) return null;
  const anyTime = isAnyTime(sessions);
  return {
    name,
    description,
    venue,
    ...terms,
    ...(anyTime ? { products: anyTimeProducts(terms) } : {}),
    isAnyTime: anyTime,
    ...readFacts(node),
    pictures: readImages(node.at('image'), name),
    identifiers: ownIdentifiers(node),
    isOwnSession: sessions[0]?.part.value === node.value && node.at('eventSchedule').isAbsent,
  };
}

/** The place of an event: its own location, else that of its first sub-event with one. */
function findLocation(node: DocumentPart): DocumentPart {
  const locations = [node, ...node.list('subEvent')].map((part) => part.at('location'));
  return locations.find((location) => !location.isAbsent) ?? node.at('location');
}
