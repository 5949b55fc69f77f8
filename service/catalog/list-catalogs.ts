import type { Reader } from '@/lib/database/database';
import { type Answer, ok } from '../http/answer';
import { collection } from '../http/paging';
import type { Call } from '../organization/call';
import { catalogLanguage } from './catalog';
import { catalogResource } from './catalog-resource';
import { pageOfCatalogs } from './catalog-store';

/** GET /v1/ticketing/catalogs */
export async function listCatalogs({ database }: { database: Reader }, call: Call): Promise<Answer> {
  const { total, catalogs } = await pageOfCatalogs(database, call.page);
  const languages = catalogs.map((catalog) => catalogLanguage(catalog, call.acceptLanguage));
  const [only, ...others] = new Set(languages);
  return ok(
    collection(
      call,
      total,
      catalogs.map((catalog) => catalogResource(catalog, catalogLanguage(catalog, call.acceptLanguage))),
    ),
    // Catalogues may differ in what they speak; only a single language is worth telling.
    others.length === 0 ? only : undefined,
  );
}
