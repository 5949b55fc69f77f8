import { LRUCache } from 'lru-cache';
import type { Reader } from '@/lib/database/database';
import { productsById, type ProductWithTickets } from './product-store';

/** Caches products with their tickets: they change only by imports of their catalogue. */
export interface KnownProducts {
  /** The products of offers by id, as of the import of their catalogue in `versions` or a later one; those of others are left out. */
  of(
    offers: readonly { catalogId: string; productId: string }[],
    versions: ReadonlyMap<string, string>,
  ): Promise<Map<string, ProductWithTickets>>;
}

// With descriptions in several languages, a product has some kilobytes.
const most = 1_000;

export function knownProducts(reader: Reader): KnownProducts {
  const known = new LRUCache<string, ProductWithTickets>({ max: most });
  return {
    of: async (offers, versions) => {
      const key = (catalogId: string, id: string) => `${catalogId} ${versions.get(catalogId) ?? ''} ${id}`;
      const found = new Map<string, ProductWithTickets>();
      const unknown = new Map<string, Set<string>>();
      for (const { catalogId, productId } of offers) {
        if (!versions.has(catalogId)) continue;
        const product = known.get(key(catalogId, productId));
        if (product !== undefined) found.set(productId, product);
        else unknown.set(catalogId, (unknown.get(catalogId) ?? new Set()).add(productId));
      }
      const read = async ([catalogId, ids]: [string, Set<string>]) => {
        for (const [id, product] of await productsById(reader, catalogId, [...ids])) {
          known.set(key(catalogId, id), product);
          found.set(id, product);
        }
      };
      await Promise.all([...unknown].map(read));
      return found;
    },
  };
}
