import { z } from 'zod';
import { textSchema } from '../catalog/catalog';

/** An image as it is stored, its alternative text in each language. */
export const storedImageSchema = z.object({
  contentUrl: z.string(),
  width: z.int(),
  height: z.int(),
  alternative: textSchema,
});

export const venueSchema = z.object({ name: z.string(), address: z.string() });

/** An event as it is stored. */
export const storedEventSchema = z.object({
  id: z.string(),
  name: textSchema,
  description: textSchema,
  image: storedImageSchema.nullable(),
  venue: venueSchema.nullable(),
});

export type StoredEvent = z.infer<typeof storedEventSchema>;
export type StoredImage = z.infer<typeof storedImageSchema>;
