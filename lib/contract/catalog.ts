import { z } from 'zod';
import { extension } from './extension';
import { idSchema, iriSchema } from './iri';
import { instantSchema } from './values';

/** The ticket issuer's collection of products and events (§2.2). `timezone` and `languages` are our additions. */
export const catalogSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('TicketingCatalog'),
  id: idSchema,
  name: z.string(),
  language: z.string().meta({ description: 'The default language, also of documents.' }),
  importedAt: instantSchema.meta({ description: 'When it was first imported.' }),
  timezone: z.string().optional().meta(extension('The IANA time zone of its venues.')),
  languages: z.array(z.string()).optional().meta(extension('The languages that have translations.')),
});

export type Catalog = z.infer<typeof catalogSchema>;
