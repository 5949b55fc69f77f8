import { z } from 'zod';
import { idSchema } from './iri';
import { boundedList } from './values';

/** Of how many orders one call asks. */
export const maximumStateOrders = 1000;

/** The body of POST /v1/booking/orders/_ticket-states. */
export const ticketStatesInputSchema = z.object({
  orders: boundedList(idSchema.toLowerCase(), { least: 1, most: maximumStateOrders }).meta({
    description: 'The ids of orders. One that does not exist has no tickets.',
  }),
});

/** The tickets of some orders that are not valid any more; all others are. */
export const ticketStatesSchema = z.object({
  '@id': z.string().meta({ format: 'uri-reference' }),
  '@type': z.literal('BookingTicketStates'),
  redeemed: z.array(idSchema).meta({ description: 'The ids of tickets that were used.' }),
  cancelled: z.array(idSchema).meta({ description: 'The ids of tickets that are cancelled.' }),
});

export type TicketStates = z.infer<typeof ticketStatesSchema>;
