import { z } from 'zod';
import { idSchema, iriSchema } from './iri';
import { imageSchema } from './values';

/** Something that can be bought to access events (§2.5). The description may contain HTML. */
export const productSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('TicketingProduct'),
  id: idSchema,
  name: z.string(),
  description: z.string(),
  image: imageSchema.nullable().optional(),
  forms: z.array(iriSchema).optional(),
  productBase: iriSchema.nullable().optional(),
});

export type Product = z.infer<typeof productSchema>;
