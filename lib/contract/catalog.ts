import { z } from 'zod';
import { idSchema, iriSchema } from './iri';
import { instantSchema } from './values';

/** The ticket issuer's collection of products and events (§2.2). `timezone` and `languages` are our additions. */
export const catalogSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('TicketingCatalog'),
  id: idSchema,
  name: z.string(),
  language: z.string(),
  importedAt: instantSchema,
  timezone: z.string().optional(),
  languages: z.array(z.string()).optional(),
});

export type Catalog = z.infer<typeof catalogSchema>;
