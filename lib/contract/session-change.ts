import { z } from 'zod';
import { idSchema, iriOf, iriSchema } from './iri';
import { instantSchema } from './values';

/** What an import can do to a session, so that its holders have to be told. */
export const holderChanges = ['retired', 'moved', 'cancelled', 'postponed'] as const;
/** `restored`: it was retired, cancelled or postponed, and takes place again. */
export const sessionChangeKinds = [...holderChanges, 'restored'] as const;
export type SessionChangeKind = (typeof sessionChangeKinds)[number];

/** A coming session that an import retired, moved, cancelled, postponed or restored, and what was sold for it. */
export const sessionChangeSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('SessionChange'),
  id: idSchema,
  changedAt: instantSchema.meta({ description: 'When the feed was imported.' }),
  what: z.enum(sessionChangeKinds),
  catalog: iriOf('TicketingCatalog'),
  session: iriOf('TicketingSession').meta({ description: 'A retired session has no resource any more.' }),
  event: z.string().meta({ description: 'The name of the event.' }),
  timezone: z.string().meta({ description: 'Of the venue.' }),
  from: instantSchema.meta({ description: 'When it began before.' }),
  to: instantSchema.nullable().meta({ description: 'When it begins now; null: it was not moved.' }),
  tickets: z
    .int()
    .nonnegative()
    .meta({ description: 'How many tickets of the organization are valid for it at this moment.' }),
  bookings: z
    .int()
    .nonnegative()
    .optional()
    .meta({ description: 'The same, but orders with one external reference are one booking.' }),
  orders: z.int().nonnegative().meta({ description: 'How many orders have these tickets.' }),
});

export type SessionChange = z.infer<typeof sessionChangeSchema>;
