import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { shownQuantity } from '../locale/availability';
import { type Language, languages } from '../locale/languages';
import type { ListedEvent, Listing } from './listing';
import { searchIndex, type SearchIndex } from './search-index';

/** Milliseconds. Younger than this, a listing is used as it is; longer, if reading it takes a twentieth of that. */
const fresh = 10_000;
const freshPerReading = 20;
/** Up to this age it is used while it is read again; longer, if a customer would wait a two-hundredth of that. */
const stale = 60_000;
const stalePerReading = 200;
/** Up to this age it is used if it can't be read again. */
const inOutage = 600_000;

export interface KeptListing {
  readonly listing: Listing;
  readonly index: SearchIndex;
  /** By the clock of `now`. */
  readonly readAt: number;
  /** Until then it is used as it is, by the same clock. */
  readonly freshUntil: number;
  /** Until then it is used while it is read again, by the same clock. */
  readonly staleUntil: number;
  /** Equal for listings that pages show in the same way. */
  readonly version: string;
  /** Equal for listings with the same texts. */
  readonly texts: string;
}

/** Whether the catalogue was there when the listing was read. */
export function isListed({ listing }: Pick<KeptListing, 'listing'>, catalogId: string): boolean {
  const missing = (listing.unread ?? []).map(({ catalog }) => catalog);
  return [...listing.catalogs, ...missing].some(({ id }) => id === catalogId);
}

/** The listings of all languages, read when they are needed. */
export interface KeptListings {
  /**
   * `atMost`: the age in milliseconds from which it is read again, if less than usual. Rejects as `read` does, if there
   * is no listing that is young enough.
   */
  get(language: Language, atMost?: number): Promise<KeptListing>;
}

interface Options {
  read: (language: Language) => Promise<Listing>;
  /** Called when a listing is used, with a function that asks whether pages would show the same. */
  onUse: (checkAgain: () => Promise<boolean>) => void;
  /** Called with the error of a reading for which no request waits. */
  report: (error: unknown) => void;
  /** Milliseconds by a clock that is never set back. */
  now?: () => number;
}

/** Keeps the listing of each language for some seconds: to read thousands of events takes a second or more. */
export function keepListings({ read, onUse, report, now = () => performance.now() }: Options): KeptListings {
  const readAgain = async (language: Language, before?: KeptListing): Promise<KeptListing> => {
    const readAt = now();
    const listing = await read(language);
    // As long as the last one with all catalogues is used in an outage, a new one without some of them is not.
    const [missing] = listing.unread ?? [];
    const isComplete = before !== undefined && (before.listing.unread ?? []).length === 0;
    if (missing !== undefined && isComplete && readAt - before.readAt <= inOutage) throw missing.error;
    for (const { error } of listing.unread ?? []) report(error);
    const [version, texts] = [digest(listing, shownParts), digest(listing, textsOf)];
    const index = before?.texts === texts ? before.index : await searchIndex(listing, language);
    const took = now() - readAt;
    const freshUntil = readAt + Math.max(fresh, freshPerReading * took);
    const staleUntil = readAt + Math.max(stale, Math.min(stalePerReading * took, inOutage));
    return { listing, index, readAt, freshUntil, staleUntil, version, texts };
  };
  const kept = new LRUCache<Language, KeptListing>({
    max: languages.length,
    noDeleteOnFetchRejection: true,
    fetchMethod: readAgain,
  });
  /** The reading that is under way, or a new one. */
  const refresh = (language: Language) => kept.forceFetch(language, { forceRefresh: true });
  const current = async (language: Language, atMost = Infinity): Promise<KeptListing> => {
    const before = kept.peek(language, { allowStale: true });
    const age = before === undefined ? Infinity : now() - before.readAt;
    if (before !== undefined && age <= atMost && now() <= before.staleUntil) {
      if (now() > before.freshUntil) refresh(language).catch(report);
      return before;
    }
    try {
      return await refresh(language);
    } catch (error) {
      if (before === undefined || age > inOutage) throw error;
      report(error);
      return before;
    }
  };
  return {
    get: async (language, atMost) => {
      const used = await current(language, atMost);
      onUse(async () => (await current(language)).version === used.version);
      return used;
    },
  };
}

/** Quantities count only as far as customers are told, because they change with each sale. */
function shownParts({ event, booking }: ListedEvent): unknown {
  const quantity = booking?.nextAvailableQuantity ?? null;
  return [event, { ...booking, nextAvailableQuantity: quantity === null ? null : shownQuantity(quantity) }];
}

function textsOf({ catalog, event }: ListedEvent): unknown {
  const { id, name, description, category, venue } = event;
  return [catalog.name, catalog.lang, id, name, description, category, venue?.name, venue?.address];
}

function digest({ catalogs, events, unread = [] }: Listing, partOf: (event: ListedEvent) => unknown): string {
  const missing = unread.map(({ catalog }) => catalog);
  const hash = createHash('sha256').update(JSON.stringify([catalogs, missing]));
  for (const event of events) hash.update(JSON.stringify(partOf(event)));
  return hash.digest('base64url');
}
