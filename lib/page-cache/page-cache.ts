import { LRUCache } from 'lru-cache';
import type { CachedAddress } from './cached-address';
import type { KeptPage } from './kept-page';
import { Overloaded } from './render-limit';

/** The result of one rendering. `isUnavailable`: it could not be made as it should, so the last page is better. */
export interface MadePage {
  readonly page: KeptPage;
  readonly isUnavailable: boolean;
}

export interface PageCacheOptions {
  /** Renders an address for a visitor without cookies. */
  readonly make: (address: CachedAddress) => Promise<MadePage>;
  /** For so long a page is sent without being rendered again. */
  readonly freshSeconds: number;
  /** So old a page may be that is sent to others while a new one is rendered for the first who asked. */
  readonly staleSeconds: number;
  /** So old a page may be that is sent while it can't be rendered. */
  readonly unavailableSeconds: number;
  /** The most memory of all pages. */
  readonly bytes: number;
  readonly onError: (error: unknown) => void;
}

export interface FoundPage {
  readonly page: KeptPage;
  readonly ageSeconds: number;
  /**
   * `late`: it should have been rendered again, and that takes long; `outdated`: that failed. `failed`: what was made
   * instead of a page.
   */
  readonly state: 'current' | 'late' | 'outdated' | 'failed';
}

export interface PageCache {
  readonly find: (address: CachedAddress) => Promise<FoundPage>;
  /** The page if it is there and need not be rendered again now. */
  readonly findReady: (key: string) => FoundPage | null;
}

/**
 * For so long the first who asks waits for a new page if there is an old one: a service that does not answer at all keeps a
 * rendering waiting for seconds. `stale`: if the old one has to say its age, as it has after a quiet time.
 */
const patienceMilliseconds = { recent: 1_500, stale: 4_000 };

class UnavailablePage extends Error {
  constructor(readonly page: KeptPage) {
    super('the page could not be made');
  }
}

/** Finished pages and redirects. */
const keptStatuses = new Set([200, 307, 308, 404]);

/** The pages, and what is known about them. */
function pageStore({ make: render, bytes, onError }: PageCacheOptions) {
  /** The pages that are older than they may be, because their last rendering takes long, or failed. */
  const old = new WeakMap<KeptPage, 'late' | 'outdated'>();
  /** The addresses that are rendered at the moment. */
  const underWay = new Set<string>();
  const make = async (address: CachedAddress, last: KeptPage | undefined): Promise<MadePage> => {
    // What can't be read now can't be read by the rendering either, which then says so.
    if (last !== undefined && (await last.renew().catch(() => false)))
      return { page: last, isUnavailable: false };
    return render(address);
  };
  const pages = new LRUCache<string, KeptPage, CachedAddress>({
    maxSize: bytes,
    sizeCalculation: (page, key) => page.size + 2 * key.length,
    noDeleteOnFetchRejection: true,
    ignoreFetchAbort: true,
    fetchMethod: async (key, stale, { context }) => {
      underWay.add(key);
      // Nobody may be waiting for the error of a rendering in the background.
      const { page, isUnavailable } = await make(context, stale)
        .catch((error: unknown): never => {
          if (!(error instanceof Overloaded)) onError(error);
          throw error;
        })
        .finally(() => underWay.delete(key));
      if (!isUnavailable) {
        old.delete(page);
        return page;
      }
      if (stale !== undefined) old.set(stale, 'outdated');
      throw new UnavailablePage(page);
    },
  });
  return { pages, old, underWay };
}

/**
 * Finished pages, each rendered by one request at a time for all. When a page can't be rendered, the last one is sent
 * for some time; when there is none, what was made instead. Rejects with the error of a rendering that failed, or with Overloaded.
 */
export function pageCache(options: PageCacheOptions): PageCache {
  const { freshSeconds, staleSeconds, unavailableSeconds } = options;
  const { pages, old, underWay } = pageStore(options);
  const ageOf = (page: KeptPage) => (performance.now() - page.currentAt) / 1000;
  const found = (page: KeptPage): FoundPage => ({
    page,
    ageSeconds: ageOf(page),
    state: old.get(page) ?? 'current',
  });

  const find = async (address: CachedAddress): Promise<FoundPage> => {
    const { key } = address;
    const kept = pages.get(key);
    const age = kept === undefined ? Infinity : ageOf(kept);
    if (kept !== undefined && age < freshSeconds) return found(kept);
    try {
      // The first who asks waits for the new page, so that a page that few people look at is never old.
      const isKnownOld = kept !== undefined && old.has(kept) && age < unavailableSeconds;
      const allowStale = underWay.has(key) && (age < staleSeconds || isKnownOld);
      const fresh = pages.forceFetch(key, { context: address, allowStale, forceRefresh: true });
      const page =
        kept === undefined || age >= unavailableSeconds ? await fresh : await soonOr(fresh, kept, age);
      if (keptStatuses.has(page.status)) return found(page);
      pages.delete(key);
      return { page, ageSeconds: 0, state: 'failed' };
    } catch (error) {
      if (error instanceof Overloaded && kept !== undefined && age < staleSeconds) return found(kept);
      if (!(error instanceof UnavailablePage)) throw error;
      if (kept !== undefined && age < unavailableSeconds) return found(kept);
      return { page: error.page, ageSeconds: 0, state: 'failed' };
    }
  };
  /** The new page if it is there soon, else the old one; from `staleSeconds` on that says how old it is. */
  const soonOr = async (fresh: Promise<KeptPage>, kept: KeptPage, age: number): Promise<KeptPage> => {
    let timer: NodeJS.Timeout | undefined;
    const isStale = age >= staleSeconds && !old.has(kept);
    const late = new Promise<KeptPage>((resolve) => {
      timer = setTimeout(
        () => {
          if (isStale && !old.has(kept)) old.set(kept, 'late');
          resolve(kept);
        },
        isStale ? patienceMilliseconds.stale : patienceMilliseconds.recent,
      );
    });
    try {
      return await Promise.race([fresh, late]);
    } finally {
      clearTimeout(timer);
    }
  };
  const findReady = (key: string): FoundPage | null => {
    const kept = pages.get(key);
    if (kept === undefined || old.has(kept)) return null;
    const age = ageOf(kept);
    const isReady = age < freshSeconds || (underWay.has(key) && age < staleSeconds);
    return isReady ? found(kept) : null;
  };
  return { find, findReady };
}
