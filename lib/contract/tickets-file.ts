import { z } from 'zod';
import { idSchema } from './iri';
import { boundedList } from './values';

/** Of how many orders one file has the tickets. */
export const maximumFileOrders = 100;

/** The body of POST /v1/booking/orders/_tickets. */
export const ticketsFileInputSchema = z.object({
  orders: boundedList(idSchema.toLowerCase(), { least: 1, most: maximumFileOrders }).meta({
    description: 'The ids of the orders of one booking.',
  }),
  forGift: z.boolean().optional().meta({
    description:
      'For whom the tickets are given to: without the number of the booking, the name of the customer, and answers.',
  }),
});

/** One PDF with all tickets of some orders that are not cancelled, in the order of their times. */
export const ticketsFileSchema = z.object({
  '@id': z.string().meta({ format: 'uri-reference' }),
  '@type': z.literal('BookingTicketsFile'),
  language: z.string().meta({ description: 'The language of the PDF.' }),
  content: z
    .string()
    .regex(/^[A-Za-z0-9+/]*={0,2}$/)
    .meta({ contentEncoding: 'base64' })
    .nullable()
    .meta({ description: 'The PDF. Null: all tickets are cancelled.' }),
});

export type TicketsFile = z.infer<typeof ticketsFileSchema>;
