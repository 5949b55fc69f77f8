import { feedSchema, type Feed } from '@/lib/contract/feed';
import { mostCounted } from '../http/problem';
import { zoneClock } from '../session/zone-clock';
import { Digests } from './schema-org-digests';
import { composeFeed, type ReadEvent } from './schema-org-feed';
import { findProgramme, startReading } from './schema-org-graph';
import { ownIdentifiers } from './schema-org-keys';
import { ofEvent } from './schema-org-members';
import { OfferReading } from './schema-org-offer-reading';
import { readVenue } from './schema-org-place';
import { Repeats } from './schema-org-repeats';
import {
  aroundEvent,
  checkPrices,
  readSessions,
  type ReadSession,
  type SessionReading,
} from './schema-org-session';
import { checkShares, type Share } from './schema-org-shares';
import { at, fail, isAbsent, items, type Note, type Spot, warnOfOthers } from './schema-org-spot';
import type { StocksSold } from './schema-org-stock-use';
import { saleTerms } from './schema-org-terms';
import { readImage, readName, readTexts } from './schema-org-values';

/**
 * The feed, or the first errors of the document, each with its JSON path; never both. And the first things that were left
 * out or guessed. The counts are those of all.
 */
export type SchemaOrgResult = { readonly warnings: readonly Note[]; readonly warningCount: number } & (
  | { readonly ok: true; readonly feed: Feed }
  | { readonly ok: false; readonly errors: readonly Note[]; readonly errorCount: number }
);

type Catalog = Feed['catalog'];

/**
 * Reads schema.org Event JSON-LD (a `@graph`, one Event, or a list of Events) as a feed of the given catalogue: an
 * event each, a session for each of its sub-events or the times of its schedule, and a product for each of its prices
 * with an offer for each day that has sessions. Days are those of the catalogue's time zone. What is cancelled or
 * postponed is shown and not sold. What would sell more, or for less, than the document says is an error. Pure; any
 * document is answered, none throws. Yields often, so that a long document need not keep others waiting.
 */
export function* readSchemaOrg(document: unknown, catalog: Catalog): Generator<undefined, SchemaOrgResult> {
  const wrong = checkCatalog(catalog);
  if (wrong.length > 0) {
    return { ok: false, errors: wrong, errorCount: wrong.length, warnings: [], warningCount: 0 };
  }
  const clock = zoneClock(catalog.timezone);
  const reading = yield* startReading(document);
  const { errors, warnings } = reading;
  const programme = yield* findProgramme(document, reading);
  const events: ReadEvent[] = [];
  const shared = {
    repeats: new Repeats(true),
    digests: new Digests(),
    shares: new Map<string, Share>(),
    offers: new OfferReading(),
    stocksSold: new Set<string>(),
  };
  for (const node of programme.events) {
    yield;
    if (errors.length >= mostCounted) break;
    const { language } = catalog;
    const event = yield* readEvent(node, { clock, language, ...shared, sessionsOf: programme.sessionsOf });
    if (event !== null) events.push(event);
  }
  checkShares(shared.shares);
  const warned = { warnings: warnings.kept, warningCount: warnings.length };
  if (errors.length > 0) return { ok: false, errors: errors.kept, errorCount: errors.length, ...warned };
  const feed = yield* composeFeed(catalog, events);
  return { ok: true, feed, ...warned };
}

function checkCatalog(catalog: Catalog): Note[] {
  const checked = feedSchema.shape.catalog.safeParse(catalog);
  const errors = (checked.error?.issues ?? []).map((issue) => ({
    path: ['catalog', ...issue.path].join('.'),
    message: issue.message,
  }));
  if (errors.length > 0) return errors;
  try {
    zoneClock(catalog.timezone);
    return [];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ path: 'catalog.timezone', message: 'a time zone is needed, such as "Europe/Paris"' }];
  }
}

function* readEvent(
  node: Spot,
  shared: Omit<SessionReading, 'root' | 'venue' | 'prices' | 'priced'> & { readonly stocksSold: StocksSold },
): Generator<undefined, ReadEvent | null> {
  const { language } = shared;
  warnOfOthers(node, ofEvent);
  const name = readName(node, language);
  if (name && Object.keys(name).length === 0) fail(at(node, 'name'), 'a name is needed');
  const description = readTexts(at(node, 'description'), language);
  const venue = readVenue(locationOf(node), language);
  const session: SessionReading = {
    ...shared,
    ...{ root: node, venue, prices: new Map(), priced: [] },
  };
  const sessions = yield* readSessions(node, aroundEvent(node, session), session);
  checkPrices(session);
  const terms = yield* saleTerms(sessions, language, shared.stocksSold);
  if (!name || !description) return null;
  return {
    ...{ name, description, venue, sessions, terms },
    image: readImage(at(node, 'image'), name, language),
    identifiers: ownIdentifiers(node),
    isOwnSession: isOwnSession(node, sessions),
  };
}

function isOwnSession(node: Spot, [first]: readonly ReadSession[]): boolean {
  return first?.spot.value === node.value && isAbsent(at(node, 'eventSchedule'));
}

/** Where an event takes place: its own location, else that of its first sub-event with one. */
function locationOf(node: Spot): Spot {
  const own = at(node, 'location');
  if (!isAbsent(own)) return own;
  const inner = items(at(node, 'subEvent')).map((spot) => at(spot, 'location'));
  return inner.find((location) => !isAbsent(location)) ?? own;
}
