import { LRUCache } from 'lru-cache';
import type { Reader } from '@/lib/database/database';
import type { Catalog } from './catalog';
import { findListedCatalog } from './catalog-store';

/** Caches the catalogues that are not hidden: they change only by imports, and by changes of staff. */
export interface KnownCatalogs {
  /** At most a second old, and not older than a change that this process made. Null: there is none, or it is hidden. */
  find(id: string): Promise<Catalog | null>;
  /** Call it after the commit of an import or of a change by staff. */
  forget(): void;
}

/** The context of an operation that only reads. */
export interface ReadContext {
  database: Reader;
  catalogs: KnownCatalogs;
}

const freshMilliseconds = 1_000;
const most = 1_000;

/** At most one statement a second for each catalogue, however many calls there are. */
export function openKnownCatalogs(reader: Reader): KnownCatalogs {
  const known = new LRUCache<string, { at: number; catalog: Promise<Catalog | null> }>({ max: most });
  return {
    find: (id) => {
      const at = performance.now();
      const before = known.get(id);
      if (before !== undefined && at - before.at < freshMilliseconds) return before.catalog;
      const read = { at, catalog: findListedCatalog(reader, id) };
      known.set(id, read);
      read.catalog.catch(() => {
        if (known.get(id) === read) known.delete(id);
      });
      return read.catalog;
    },
    forget: () => known.clear(),
  };
}
