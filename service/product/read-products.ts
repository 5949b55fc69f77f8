import { requiredCatalog } from '../catalog/read-catalogs';
import type { NameQuery } from '../event/read-events';
import { Localized } from '../http/answer';
import { notFound } from '../http/problem';
import type { Call } from '../http/route';
import type { ReadContext } from '../catalog/known-catalogs';
import { productResource } from './product-resource';
import { findProduct, pageOfProducts } from './product-store';

export async function listProducts({ database, catalogs }: ReadContext, call: Call<'catalogId', NameQuery>) {
  const { catalog, language } = await requiredCatalog(catalogs, call);
  const { total, products } = await pageOfProducts(database, catalog.id, {
    ...call.page,
    name: call.query.name,
  });
  return new Localized(
    { totalItems: total, member: products.map((product) => productResource(product, catalog, language)) },
    language,
  );
}

export async function getProduct({ database, catalogs }: ReadContext, call: Call<'catalogId' | 'id'>) {
  const { catalog, language } = await requiredCatalog(catalogs, call);
  const product = await findProduct(database, catalog.id, call.params.id);
  if (product === null) throw notFound();
  return new Localized(productResource(product, catalog, language), language);
}
