import type { Catalog as CatalogResource } from '@/lib/contract/catalog';
import { addresses } from '@/lib/contract/iri';
import { localize } from '@/lib/locale/languages';
import type { Catalog } from './catalog';

/** A catalogue on the wire, its name in `language` (specification §2.2). */
export function catalogResource(catalog: Catalog, language: string): CatalogResource {
  return {
    '@id': addresses.catalog(catalog.id),
    '@type': 'TicketingCatalog',
    id: catalog.id,
    name: localize(catalog.name, language, catalog.language),
    language: catalog.language,
    importedAt: catalog.importedAt.toISOString(),
    timezone: catalog.timezone,
    languages: catalog.languages,
  };
}
