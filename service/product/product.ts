import { z } from 'zod';
import { textSchema } from '../catalog/catalog';
import { storedImageSchema } from '../event/event';

/** A product as it is stored. */
export const storedProductSchema = z.object({
  id: z.string(),
  name: textSchema,
  description: textSchema,
  image: storedImageSchema.nullable(),
  productBaseId: z.string().nullable(),
  vatRate: z.string().nullable(),
  realtimePriceRequired: z.boolean(),
  formIds: z.array(z.string()),
});

/** A ticket of a product as it is stored. */
export const storedTicketSchema = z.object({
  id: z.string(),
  productId: z.string(),
  eventId: z.string(),
  name: textSchema,
  description: textSchema,
  dateAccess: z.boolean(),
  tag: z.string().nullable(),
});

export type StoredProduct = z.infer<typeof storedProductSchema>;
export type StoredTicket = z.infer<typeof storedTicketSchema>;
