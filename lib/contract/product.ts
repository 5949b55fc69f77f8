import { z } from 'zod';
import { extension } from './extension';
import { idSchema, iriSchema } from './iri';
import { imageSchema } from './values';

/** Something that can be bought to access events (§2.5). The description may contain HTML. */
export const productSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('TicketingProduct'),
  id: idSchema,
  name: z.string(),
  description: z.string().meta({ description: 'May contain HTML.' }),
  image: imageSchema.nullable().optional().meta(extension('A picture, or null.')),
  forms: z.array(iriSchema).optional().meta(extension('Paths of the forms to fill in for each ticket.')),
  productBase: iriSchema
    .nullable()
    .optional()
    .meta(extension('What groups the variants of one product, or null.')),
});

export type Product = z.infer<typeof productSchema>;
