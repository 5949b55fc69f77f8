import type { z } from 'zod';
import { addresses } from '@/lib/contract/iri';
import { productSchema as readProductSchema } from '@/lib/contract/product';
import { localize } from '@/lib/locale/languages';
import type { Catalog } from '../catalog/catalog';
import { catalogSchema } from '../catalog/catalog-resource';
import { imageResource } from '../event/event-resource';
import { exampleId, exampleOf } from '../http/named-schema';
import { ruleResources } from './cancellation-rule';
import type { StoredProduct } from './product-store';

const id = exampleId(4);

export const productSchema = readProductSchema.required().meta({
  id: 'TicketingProduct',
  description: 'Something that can be bought to access events (§2.5).',
  example: {
    '@id': addresses.product(exampleOf(catalogSchema).id, id),
    '@type': 'TicketingProduct',
    id,
    name: 'Boat and museum',
    description: '<p>Both</p>',
    image: {
      contentUrl: 'https://images.river.test/both.jpg',
      width: 1600,
      height: 1067,
      alternative: 'The boat before the museum',
    },
    forms: [addresses.form(exampleId(8))],
    productBase: addresses.productBase(exampleId(15)),
    cancellation: { deadline: 'PT24H', share: '0.8' },
    rebooking: { deadline: 'PT2H' },
    giftCard: false,
    minimumQuantity: 1,
    maximumQuantity: null,
  },
});

/** A product as a response, its texts in `language` (specification §2.5). */
export function productResource(
  product: StoredProduct,
  catalog: Catalog,
  language: string,
): z.output<typeof productSchema> {
  return {
    '@id': addresses.product(catalog.id, product.id),
    '@type': 'TicketingProduct',
    id: product.id,
    name: localize(product.name, language, catalog.language),
    description: localize(product.description, language, catalog.language),
    image: imageResource(product.image, catalog, language),
    forms: product.formIds.map(addresses.form),
    productBase: product.productBaseId && addresses.productBase(product.productBaseId),
    ...ruleResources(product),
    giftCard: product.giftCard,
    minimumQuantity: product.minimumQuantity,
    maximumQuantity: product.maximumQuantity,
  };
}
