import { z } from 'zod';
import { sessionStates } from '@/lib/contract/session';
import { textSchema } from '../catalog/catalog';

/** A session as it is stored, with what is left of it (null: unlimited). */
export const storedSessionSchema = z.object({
  id: z.string(),
  eventId: z.string(),
  occursAt: z.date(),
  duration: z.string().nullable(),
  name: textSchema.nullable(),
  availableQuantity: z.int().nullable(),
  description: textSchema.nullable(),
  /** By the database's clock, whether it has begun or not. */
  status: z.enum(sessionStates),
  /** Can be booked: on sale and not begun yet, by the database's clock. */
  open: z.boolean(),
});

export type StoredSession = z.infer<typeof storedSessionSchema>;
