import { z } from 'zod';
import { extension } from './extension';
import { idSchema, iriSchema } from './iri';
import { imageSchema } from './values';

const venueSchema = z
  .object({ name: z.string(), address: z.string() })
  .meta({ id: 'Venue', ...extension('Where an event takes place.') });

/** An activity that occurs once or several times (§2.3). `image` and `venue` are our additions. */
export const eventSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('TicketingEvent'),
  id: idSchema,
  name: z.string(),
  description: z.string().meta({ description: 'May be empty.' }),
  image: imageSchema.nullable().optional().meta(extension('A picture, or null.')),
  venue: venueSchema.nullable().optional().meta(extension('Where it takes place, or null.')),
});

export type Event = z.infer<typeof eventSchema>;
