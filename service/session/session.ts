import { z } from 'zod';
import { textSchema } from '../catalog/catalog';

/** A session as it is stored, with what is left of it (null: unlimited). */
export const storedSessionSchema = z.object({
  id: z.string(),
  eventId: z.string(),
  occursAt: z.date(),
  duration: z.string().nullable(),
  name: textSchema.nullable(),
  availableQuantity: z.int().nullable(),
  /** Not begun yet, by the database's clock. */
  open: z.boolean(),
});

export type StoredSession = z.infer<typeof storedSessionSchema>;
