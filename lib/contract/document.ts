import { z } from 'zod';
import { extension } from './extension';
import { idSchema, iriSchema } from './iri';
import { instantSchema } from './values';

/** A file of an order, with a signed address that expires and must never be given to the customer (§2.11). */
export const documentSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('BookingOrderDocument'),
  id: idSchema,
  cachedAt: instantSchema,
  expiresAt: instantSchema.meta({ description: 'When `temporaryUrl` expires.' }),
  temporaryUrl: z.url().meta({ description: 'Signed; not to be handed to the customer.' }),
  cachedLanguage: z.string().meta({ description: 'The language delivered.' }),
  prices: z
    .literal(false)
    .optional()
    .meta(extension('False: this file of the document has no prices, as it was asked for.')),
});

export type OrderDocument = z.infer<typeof documentSchema>;
