import type { Reader } from '@/lib/database/database';
import { type Answer, ok } from '../http/answer';
import type { Call } from '../organization/call';
import { catalogResource } from './catalog-resource';
import { requiredCatalog } from './required-catalog';

/** GET /v1/ticketing/catalogs/{id} */
export async function getCatalog(
  { database }: { database: Reader },
  call: Call<{ id: string }>,
): Promise<Answer> {
  const { catalog, language } = await requiredCatalog(database, {
    params: { catalogId: call.params.id },
    acceptLanguage: call.acceptLanguage,
  });
  return ok({ '@context': '/contexts/TicketingCatalog', ...catalogResource(catalog, language) }, language);
}
