import type { Reader } from '@/lib/database/database';
import { requiredCatalog } from '../catalog/required-catalog';
import type { NameQuery } from '../event/list-events';
import { type Answer, ok } from '../http/answer';
import { collection } from '../http/paging';
import type { Call } from '../organization/call';
import { productResource } from './product-resource';
import { pageOfProducts } from './product-store';

/** GET /v1/ticketing/catalogs/{catalogId}/products */
export async function listProducts(
  { database }: { database: Reader },
  call: Call<{ catalogId: string }, NameQuery>,
): Promise<Answer> {
  const { catalog, language } = await requiredCatalog(database, call);
  const { total, products } = await pageOfProducts(database, catalog.id, {
    ...call.page,
    name: call.query.name,
  });
  return ok(
    collection(
      call,
      total,
      products.map((product) => productResource(product, catalog, language)),
    ),
    language,
  );
}
