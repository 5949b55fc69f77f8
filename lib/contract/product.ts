import { z } from 'zod';
import { productCancellationSchema, productRebookingSchema } from './return-rule';
import { extension } from './extension';
import { idSchema, iriOf, iriSchema } from './iri';
import { imageSchema } from './values';

/** A product that gives access to events (§2.5). The description may contain HTML. */
export const productSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('TicketingProduct'),
  id: idSchema,
  name: z.string(),
  description: z.string().meta({ description: 'May contain HTML.' }),
  image: imageSchema.nullable().optional().meta(extension('A picture, or null.')),
  forms: z.array(iriOf('Form')).optional().meta(extension('Paths of the forms to fill in for each ticket.')),
  productBase: iriSchema
    .nullable()
    .optional()
    .meta(extension('What groups the variants of one product, or null.')),
  cancellation: productCancellationSchema
    .nullable()
    .optional()
    .meta(extension('How customers may cancel; null: they can’t.')),
  rebooking: productRebookingSchema
    .nullable()
    .optional()
    .meta(extension('How customers may exchange tickets for others; null: they can’t.')),
  giftCard: z
    .boolean()
    .optional()
    .meta(
      extension(
        'Each unit is a voucher with the price as its balance, valid until the end of the offer’s date. It admits nobody.',
      ),
    ),
  minimumQuantity: z.int().positive().optional().meta(extension('The smallest quantity of a booking item.')),
  maximumQuantity: z
    .int()
    .positive()
    .nullable()
    .optional()
    .meta(extension('The largest one; null: only the limit of all items counts.')),
});

export type Product = z.infer<typeof productSchema>;
