import { LRUCache } from 'lru-cache';
import type { Catalog } from './catalog';

/** Where a row of a catalogue is. */
export interface RowPlace {
  catalogId: string;
  id: string;
}

/** Caches rows of a catalogue that change only by imports of it, and by changes of staff. */
export interface KnownRows<Row> {
  /** The rows by id, as of the version of their catalogue in `versions` or a later one; those of others are left out. */
  of(places: readonly RowPlace[], versions: ReadonlyMap<string, string>): Promise<Map<string, Row>>;
  /** Those of one catalogue. */
  ofCatalog(catalog: Pick<Catalog, 'id' | 'version'>, ids: readonly string[]): Promise<Map<string, Row>>;
}

// With descriptions in several languages, a row has some kilobytes.
const most = 1_000;

export function openKnownRows<Row extends object>(
  read: (catalogId: string, ids: string[]) => Promise<ReadonlyMap<string, Row>>,
): KnownRows<Row> {
  const known = new LRUCache<string, Row>({ max: most });
  const rows: KnownRows<Row> = {
    ofCatalog: ({ id: catalogId, version }, ids) =>
      rows.of(
        ids.map((id) => ({ catalogId, id })),
        new Map([[catalogId, version]]),
      ),
    of: async (places, versions) => {
      const key = (catalogId: string, id: string) => `${catalogId} ${versions.get(catalogId) ?? ''} ${id}`;
      const found = new Map<string, Row>();
      const unknown = new Map<string, Set<string>>();
      for (const { catalogId, id } of places) {
        if (!versions.has(catalogId)) continue;
        const row = known.get(key(catalogId, id));
        if (row !== undefined) found.set(id, row);
        else unknown.set(catalogId, (unknown.get(catalogId) ?? new Set()).add(id));
      }
      const readUnknown = async ([catalogId, ids]: [string, Set<string>]) => {
        for (const [id, row] of await read(catalogId, [...ids])) {
          known.set(key(catalogId, id), row);
          found.set(id, row);
        }
      };
      await Promise.all([...unknown].map(readUnknown));
      return found;
    },
  };
  return rows;
}
