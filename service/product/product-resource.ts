import { addresses } from '@/lib/contract/iri';
import type { Product as ProductResource } from '@/lib/contract/product';
import { localize } from '@/lib/locale/languages';
import type { Catalog } from '../catalog/catalog';
import { imageResource } from '../event/event-resource';
import type { StoredProduct } from './product';

/** A product on the wire, its texts in `language` (specification §2.5). */
export function productResource(product: StoredProduct, catalog: Catalog, language: string): ProductResource {
  return {
    '@id': addresses.product(catalog.id, product.id),
    '@type': 'TicketingProduct',
    id: product.id,
    name: localize(product.name, language, catalog.language),
    description: localize(product.description, language, catalog.language),
    image: imageResource(product.image, catalog, language),
    forms: product.formIds.map(addresses.form),
    productBase: product.productBaseId && addresses.productBase(product.productBaseId),
  };
}
