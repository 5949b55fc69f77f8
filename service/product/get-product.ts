import type { Reader } from '@/lib/database/database';
import { requiredCatalog } from '../catalog/required-catalog';
import { type Answer, ok } from '../http/answer';
import { notFound } from '../http/problem';
import type { Call } from '../organization/call';
import { productResource } from './product-resource';
import { findProduct } from './product-store';

/** GET /v1/ticketing/catalogs/{catalogId}/products/{id} */
export async function getProduct(
  { database }: { database: Reader },
  call: Call<{ catalogId: string; id: string }>,
): Promise<Answer> {
  const { catalog, language } = await requiredCatalog(database, call);
  const product = await findProduct(database, catalog.id, call.params.id);
  if (product === null) throw notFound();
  return ok(
    { '@context': '/contexts/TicketingProduct', ...productResource(product, catalog, language) },
    language,
  );
}
