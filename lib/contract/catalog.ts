import { z } from 'zod';
import { extension } from './extension';
import { idSchema, iriSchema } from './iri';
import { instantSchema } from './values';

/**
 * The ticket issuer's collection of products and events (§2.2). How the specification calls the language and the moment
 * of the first import is not shown: another server may have other names for them. `timezone` and `languages` are our
 * additions.
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
});

export type Catalog = z.infer<typeof catalogSchema>;
