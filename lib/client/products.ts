import { addresses } from '../contract/iri';
import { productSchema, type Product } from '../contract/product';
import type { CallOptions, Found, Listing } from './result';
import type { ListReader } from './wire/pages';
import { readOne } from './wire/read';

/** Products (§4.1). */
export function productCalls(reader: ListReader) {
  return {
    listProducts: (catalogId: string, call: CallOptions): Promise<Found<Listing<Product>>> =>
      reader.all({ kind: 'products', shape: productSchema, path: addresses.products(catalogId) }, {}, call),

    getProduct: (catalogId: string, productId: string, call: CallOptions): Promise<Found<Product>> =>
      readOne(reader.send, productSchema, addresses.product(catalogId, productId), call),
  };
}
