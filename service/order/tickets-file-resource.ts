import { ticketsFileInputSchema, ticketsFileSchema as fileSchema } from '@/lib/contract/tickets-file';
import { exampleId, exampleOf } from '../http/named-schema';
import type { InvalidAnswer } from '../http/problem';
import { orderSchema } from './order-resource';

export const ticketsFileSchema = fileSchema.meta({
  id: 'BookingTicketsFile',
  description: 'One PDF with all tickets of some orders that are not cancelled.',
  'x-extension': true,
  example: {
    '@id': `/.well-known/genid/${exampleId(26)}`,
    '@type': 'BookingTicketsFile',
    language: 'en',
    content: 'JVBERi0xLjcK',
  },
});

export const ticketsFileBody = ticketsFileInputSchema.meta({
  id: 'TicketsFileInput',
  description: 'Of which orders the tickets are drawn.',
  'x-extension': true,
  examples: { oneOrder: { orders: [exampleOf(orderSchema).id] } },
});

export const invalidTicketsFile: InvalidAnswer = {
  name: 'InvalidTicketsFile',
  when: 'An id is malformed or of no order of the caller, or there are too many (§7).',
  examples: {
    malformed: [{ path: 'orders[0]', code: 'uuid' }],
    unknown: [{ path: 'orders[0]', code: 'regex', messageKey: 'unknownOrder' }],
  },
};
