import { Localized } from '../http/answer';
import { notFound } from '../http/problem';
import type { Call } from '../http/route';
import { type Catalog, catalogLanguage } from './catalog';
import { catalogResource } from './catalog-resource';
import { pageOfCatalogs } from './catalog-store';
import type { KnownCatalogs, ReadContext } from './known-catalogs';

export async function listCatalogs({ database }: ReadContext, call: Call) {
  const { total, catalogs } = await pageOfCatalogs(database, call.page);
  const languages = catalogs.map((catalog) => catalogLanguage(catalog, call.acceptLanguage));
  const page = {
    totalItems: total,
    member: catalogs.map((catalog) =>
      catalogResource(catalog, catalogLanguage(catalog, call.acceptLanguage)),
    ),
  };
  const [only, ...others] = new Set(languages);
  // Catalogues may have different languages; Content-Language is set only if the answer has a single one.
  return only === undefined || others.length > 0 ? page : new Localized(page, only);
}

export async function getCatalog({ catalogs }: ReadContext, call: Call<'id'>) {
  const { catalog, language } = await requiredCatalog(catalogs, {
    params: { catalogId: call.params.id },
    acceptLanguage: call.acceptLanguage,
  });
  return new Localized(catalogResource(catalog, language), language);
}

/** The catalogue in an address, and the language to answer in. Throws 404 when there is none, or it is hidden. */
export async function requiredCatalog(
  catalogs: KnownCatalogs,
  call: { params: { catalogId: string }; acceptLanguage: string | null },
): Promise<{ catalog: Catalog; language: string }> {
  const catalog = await catalogs.find(call.params.catalogId);
  if (catalog === null) throw notFound();
  return { catalog, language: catalogLanguage(catalog, call.acceptLanguage) };
}
