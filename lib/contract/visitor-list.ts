import { z } from 'zod';
import { personSchema } from './admission-visitor';
import { extension } from './extension';
import { idSchema, iriOf } from './iri';
import { itemTicketStatuses } from './item-ticket';
import { seatSchema } from './seat';
import { daySchema, instantSchema } from './values';

/** How many tickets one answer has at most. */
export const mostListed = 2000;

const listedVisitorSchema = z
  .object({
    id: idSchema.meta({ description: 'Of the ticket: `after` may name it.' }),
    order: iriOf('BookingOrder'),
    externalReference: z.string().nullable(),
    holder: personSchema.nullable(),
    customer: personSchema,
    tariff: z.string().meta({ description: 'The name of the product.' }),
    name: z.string().meta({ description: 'The name of the ticket.' }),
    seat: seatSchema.nullable(),
    status: z.enum(itemTicketStatuses),
    redeemedAt: instantSchema.nullable(),
    answers: z.array(
      z
        .object({ label: z.string(), value: z.string() })
        .meta({ id: 'ListedAnswer', ...extension('A question and its answer, as people read them.') }),
    ),
  })
  .meta({ id: 'ListedVisitor', ...extension('A ticket with who comes, and what they answered.') });

/** The tickets of a session, or of an event at any time of a day, by id. */
export const visitorListSchema = z.object({
  '@id': z.string().meta({ format: 'uri-reference' }),
  '@type': z.literal('VisitorList'),
  event: z.string().meta({ description: 'The name of the event.' }),
  session: iriOf('TicketingSession').nullable().meta({ description: 'null: any time that day.' }),
  occursAt: instantSchema.nullable(),
  day: daySchema,
  timezone: z.string().meta({ description: 'Of the venue.' }),
  visitors: z.array(listedVisitorSchema),
  more: z.boolean().meta({ description: 'More tickets follow: ask with `after`, the id of the last one.' }),
});

export type VisitorList = z.infer<typeof visitorListSchema>;
export type ListedVisitor = z.infer<typeof listedVisitorSchema>;
