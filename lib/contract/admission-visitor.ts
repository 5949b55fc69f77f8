import { z } from 'zod';
import { acceptedShape, tariffSchema } from './admission';
import { extension } from './extension';
import { idSchema, iriOf } from './iri';
import { itemTicketStatuses } from './item-ticket';
import { seatSchema } from './seat';
import { storedLine } from './stored-text';
import { daySchema, instantSchema } from './values';

/** How many visitors one search finds at most. */
export const mostVisitors = 50;
export const longestName = 200;

/** The body of POST /v1/booking/admission_list/_search. */
export const visitorSearchSchema = z.object({
  name: storedLine()
    .min(1)
    .max(longestName)
    .meta({ description: 'Words, or beginnings of words, of the name of the holder or the customer.' }),
  ...acceptedShape,
});

export type VisitorSearch = z.output<typeof visitorSearchSchema>;
export type VisitorSearchInput = z.input<typeof visitorSearchSchema>;

export const personSchema = z
  .object({ firstname: z.string(), lastname: z.string() })
  .meta({ id: 'AdmissionVisitorName', ...extension('The name of a person, and nothing else.') });

const visitorSchema = z
  .object({
    id: idSchema.meta({ description: 'Of the ticket: a scan can name it as its `ticket`.' }),
    holder: personSchema.nullable(),
    customer: personSchema,
    booking: z
      .string()
      .optional()
      .meta({ description: 'The reference that the orders of the booking share, or the id of its order.' }),
    tariff: tariffSchema,
    name: z.string().meta({ description: 'The name of the ticket.' }),
    event: z.string().meta({ description: 'The name of the event.' }),
    session: iriOf('TicketingSession').nullable().meta({ description: 'null: any time that day.' }),
    occursAt: instantSchema.nullable(),
    day: daySchema,
    timezone: z.string().meta({ description: 'Of the venue.' }),
    seat: seatSchema.nullable(),
    status: z.enum(itemTicketStatuses),
    redeemedAt: instantSchema.nullable(),
  })
  .meta({ id: 'AdmissionVisitor', ...extension('A ticket with the names of who comes and who bought it.') });

export const foundVisitorsSchema = z.object({
  '@id': z.string().meta({ format: 'uri-reference' }),
  '@type': z.literal('AdmissionVisitors'),
  visitors: z.array(visitorSchema),
  more: z.boolean().meta({ description: `There are more than ${mostVisitors}.` }),
});

export type AdmissionVisitor = z.infer<typeof visitorSchema>;
export type FoundVisitors = z.infer<typeof foundVisitorsSchema>;
