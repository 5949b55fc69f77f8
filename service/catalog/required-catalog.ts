import type { Reader } from '@/lib/database/database';
import { notFound } from '../http/problem';
import { type Catalog, catalogLanguage } from './catalog';
import { findCatalog } from './catalog-store';

/** The catalogue in an address, and the language to answer in. Throws 404 when there is none. */
export async function requiredCatalog(
  reader: Reader,
  call: { params: { catalogId: string }; acceptLanguage: string | null },
): Promise<{ catalog: Catalog; language: string }> {
  const catalog = await findCatalog(reader, call.params.catalogId);
  if (catalog === null) throw notFound();
  return { catalog, language: catalogLanguage(catalog, call.acceptLanguage) };
}
