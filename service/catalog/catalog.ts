import { negotiateLanguage } from '@/lib/locale/negotiate';
import type { catalogTable } from './catalog-table';

/** A catalogue as it is stored. */
export type Catalog = Pick<
  typeof catalogTable.$inferSelect,
  'id' | 'name' | 'language' | 'languages' | 'timezone' | 'issuer' | 'importedAt' | 'syncedAt'
> & {
  /** Identifies the import, as a text to compare. */
  version: string;
};

/** The language to answer in: the best of the catalogue's for an Accept-Language header, else its own. */
export function catalogLanguage(catalog: Catalog, acceptLanguage: string | null): string {
  return negotiateLanguage(acceptLanguage, catalog.languages, catalog.language);
}
