import { z } from 'zod';
import { negotiateLanguage } from '@/lib/locale/languages';

/** A text per language code. */
export const textSchema = z.record(z.string(), z.string());

export const issuerSchema = z.object({
  name: z.string(),
  address: z.string(),
  email: z.string().nullable(),
  taxNumber: z.string().nullable(),
});

/** A catalogue as it is stored. */
export interface Catalog {
  id: string;
  name: z.infer<typeof textSchema>;
  language: string;
  languages: string[];
  timezone: string;
  issuer: z.infer<typeof issuerSchema>;
  /** Of the first import. */
  importedAt: Date;
  /** Of the last import. */
  syncedAt: Date;
  /** Which import this is of, as a text to compare. */
  version: string;
}

/** The language to answer in: the best of the catalogue's for an Accept-Language header, else its own. */
export function catalogLanguage(catalog: Catalog, acceptLanguage: string | null): string {
  return negotiateLanguage(acceptLanguage, catalog.languages, catalog.language);
}
