import { LRUCache } from 'lru-cache';
import type { Catalog } from './catalog';

/**
 * Caches pages of a list that changes only by imports of its catalogue, and by changes of staff: a page as of the version
 * of the catalogue or a later one.
 */
export type KnownPages<Query extends object, Page> = (
  catalog: Pick<Catalog, 'id' | 'version'>,
  query: Query,
) => Promise<Page>;

// A page of 100 rows with descriptions in several languages has some hundred kilobytes.
const most = 30;

export function openKnownPages<Query extends object, Page>(
  read: (catalogId: string, query: Query) => Promise<Page>,
): KnownPages<Query, Page> {
  const known = new LRUCache<string, Promise<Page>>({ max: most });
  return ({ id, version }, query) => {
    const key = `${id} ${version} ${JSON.stringify(query)}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const page = read(id, query);
    known.set(key, page);
    page.catch(() => known.delete(key));
    return page;
  };
}
