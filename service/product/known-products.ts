import { LRUCache } from 'lru-cache';
import type { Reader } from '@/lib/database/database';
import type { Catalog } from '../catalog/catalog';
import { productsById, type ProductWithTickets } from './product-store';

/** Products with their tickets, remembered: they change by imports of their catalogue only. */
export interface KnownProducts {
  /** Products of a catalogue by id, as of the import that `catalog` tells of or a later one. */
  of(
    catalog: Pick<Catalog, 'id' | 'version'>,
    ids: readonly string[],
  ): Promise<Map<string, ProductWithTickets>>;
}

// With descriptions in a handful of languages each is some kilobytes.
const most = 1_000;

export function knownProducts(reader: Reader): KnownProducts {
  const known = new LRUCache<string, ProductWithTickets>({ max: most });
  return {
    of: async ({ id: catalogId, version }, ids) => {
      const key = (id: string) => `${catalogId} ${version} ${id}`;
      const found = new Map<string, ProductWithTickets>();
      const unknown = new Set<string>();
      for (const id of ids) {
        const product = known.get(key(id));
        if (product === undefined) unknown.add(id);
        else found.set(id, product);
      }
      for (const [id, product] of await productsById(reader, catalogId, [...unknown])) {
        known.set(key(id), product);
        found.set(id, product);
      }
      return found;
    },
  };
}
