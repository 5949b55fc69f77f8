import { z } from 'zod';
import { idSchema, iriSchema } from './iri';
import { imageSchema } from './values';

const venueSchema = z.object({ name: z.string(), address: z.string() });

/** An activity that occurs once or several times (§2.3). `image` and `venue` are our additions. */
export const eventSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('TicketingEvent'),
  id: idSchema,
  name: z.string(),
  description: z.string(),
  image: imageSchema.nullable().optional(),
  venue: venueSchema.nullable().optional(),
});

export type Event = z.infer<typeof eventSchema>;
