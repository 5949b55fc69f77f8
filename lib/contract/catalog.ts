import { z } from 'zod';
import { accents } from './accent';
import { extension } from './extension';
import { idSchema, iriSchema } from './iri';
import { instantSchema } from './values';

/**
 * The ticket issuer's collection of products and events (§2.2). The specification does not show the names of the
 * members for the language and the time of the first import, so another server may use other names. The members after
 * `importedAt` are our additions.
 */
export const catalogSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('TicketingCatalog'),
  id: idSchema,
  name: z.string(),
  language: z.string().optional().meta({ description: 'The default language, also of documents.' }),
  importedAt: instantSchema.optional().meta({ description: 'When it was first imported.' }),
  timezone: z.string().optional().meta(extension('The IANA time zone of its venues.')),
  languages: z.array(z.string()).optional().meta(extension('The languages that have translations.')),
  eventSummaries: iriSchema
    .optional()
    .meta(extension('The list of its events with dates, prices and availability.')),
  issuer: z
    .object({
      name: z.string(),
      email: z.email().nullable(),
      address: z.string().optional(),
      taxNumber: z.string().nullable().optional(),
    })
    .optional()
    .catch(undefined)
    .meta(
      extension(
        'Who sells the tickets, and whom customers ask; the e-mail address and the VAT number may be null, the address may be empty.',
      ),
    ),
  accent: z
    .enum(accents)
    .nullable()
    .optional()
    .catch(undefined)
    .meta(extension('The colour of its pages that its issuer has chosen; null: none.')),
});

export type Catalog = z.infer<typeof catalogSchema>;

/**
 * The language of a catalogue's texts, if it has none in the language that was asked for: English, for which the shop asks
 * next (lib/locale/negotiate.ts), or the catalogue's own. Undefined also if it is not known.
 */
export function otherLanguage(
  { language, languages = [] }: Pick<Catalog, 'language' | 'languages'>,
  asked: string,
): string | undefined {
  if (languages.includes(asked) || language === asked) return undefined;
  return languages.includes('en') ? 'en' : language;
}
