import { languages } from '@/lib/locale/languages';
import { negotiateLanguage } from '@/lib/locale/negotiate';
import type { catalogTable } from './catalog-table';

/** A catalogue as it is stored. */
export type Catalog = Pick<
  typeof catalogTable.$inferSelect,
  'id' | 'name' | 'language' | 'languages' | 'timezone' | 'issuer' | 'accent' | 'importedAt' | 'syncedAt'
> & {
  /** Identifies the last import or change by staff, as a text to compare. */
  version: string;
};

/** The language to answer in: the best of the catalogue's for an Accept-Language header, else its own. */
export function catalogLanguage(catalog: Catalog, acceptLanguage: string | null): string {
  return negotiateLanguage(acceptLanguage, catalog.languages, catalog.language);
}

/**
 * The language of a document: also one that the catalogue does not have but the service does. Then the names are in the
 * catalogue's language, and everything around them is in the requested one.
 */
export function documentLanguage(catalog: Catalog, acceptLanguage: string | null): string {
  const available = new Set([...catalog.languages, ...languages]);
  return negotiateLanguage(acceptLanguage, [...available], catalog.language);
}
