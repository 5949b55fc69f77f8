import { z } from 'zod';
import { eventSchema } from './event';
import { extension } from './extension';
import { idSchema, iriSchema } from './iri';
import { instantSchema } from './values';

/**
 * One occurrence of an event (§2.4). `availableQuantity` null is unlimited. `duration` is ISO 8601 (`PT90M`) or null.
 * `event` is there when the session is listed inside an offer ticket. `name` (null unless sessions of one event
 * differ in more than their time) is our addition.
 */
export const sessionSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('TicketingSession'),
  id: idSchema,
  occursAt: instantSchema,
  duration: z
    .string()
    .nullable()
    .meta({ description: 'ISO 8601, such as PT90M; or null.', format: 'duration' }),
  availableQuantity: z.int().nullable().meta({ description: 'null: unlimited.' }),
  event: eventSchema.optional().meta({ description: 'Only inside an offer ticket.' }),
  name: z.string().nullable().optional().meta(extension('What tells it apart beyond its time, or null.')),
});

export type Session = z.infer<typeof sessionSchema>;
