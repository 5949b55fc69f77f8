import {
  ticketStatesInputSchema,
  ticketStatesSchema as readStatesSchema,
} from '@/lib/contract/ticket-states';
import { exampleId, exampleOf } from '../http/named-schema';
import type { InvalidAnswer } from '../http/problem';
import { itemTicketSchema } from './item-ticket-resource';
import { orderSchema } from './order-resource';

export const ticketStatesSchema = readStatesSchema.meta({
  id: 'BookingTicketStates',
  description: 'Which tickets of some orders were used or cancelled; all others are valid.',
  'x-extension': true,
  example: {
    '@id': `/.well-known/genid/${exampleId(25)}`,
    '@type': 'BookingTicketStates',
    redeemed: [exampleOf(itemTicketSchema).id],
    cancelled: [],
  },
});

export const ticketStatesBody = ticketStatesInputSchema.meta({
  id: 'TicketStatesInput',
  description: 'Of which orders the states of the tickets are asked.',
  'x-extension': true,
  examples: { oneOrder: { orders: [exampleOf(orderSchema).id] } },
});

export const invalidTicketStates: InvalidAnswer = {
  name: 'InvalidTicketStates',
  when: 'An id is malformed, or there are too many (§7).',
  examples: { malformed: [{ path: 'orders[0]', code: 'uuid' }] },
};
