import { catalogSchema, type Catalog } from '../contract/catalog';
import { addresses } from '../contract/iri';
import type { CallOptions, Found, Listing } from './result';
import type { ListReader } from './wire/pages';
import { readOne } from './wire/read';

/** Catalogues (§4.1). */
export function catalogCalls(reader: ListReader) {
  return {
    listCatalogs: async (call: CallOptions): Promise<Listing<Catalog>> => {
      const list = { kind: 'catalogs', shape: catalogSchema, path: addresses.catalogs() };
      const found = await reader.all(list, {}, call);
      return found.kind === 'found' ? found.value : { members: [], complete: true };
    },

    getCatalog: (catalogId: string, call: CallOptions): Promise<Found<Catalog>> =>
      readOne(reader.send, catalogSchema, addresses.catalog(catalogId), call),
  };
}
