import { visitorListSchema as readListSchema } from '@/lib/contract/visitor-list';
import { exampleId, exampleOf } from '../http/named-schema';
import { orderSchema } from '../order/order-resource';
import { admissionSessionSchema } from './admission-resource';

const { session, occursAt, day, timezone, event } = exampleOf(admissionSessionSchema);

export const visitorListSchema = readListSchema.meta({
  id: 'VisitorList',
  description: 'Who comes to a session, or to an event at any time of a day.',
  'x-extension': true,
  example: {
    '@id': `/.well-known/genid/${exampleId(29)}`,
    '@type': 'VisitorList',
    event,
    session,
    occursAt,
    day,
    timezone,
    visitors: [
      {
        id: exampleId(28),
        order: exampleOf(orderSchema)['@id'],
        externalReference: 'K7MQ-3XTD',
        holder: { firstname: 'Zoë', lastname: 'Martin' },
        customer: { firstname: 'Anna', lastname: 'Martin' },
        tariff: 'Boat, child',
        name: 'Boat',
        seat: null,
        status: 'valid',
        redeemedAt: null,
        answers: [{ label: 'Diet', value: 'vegetarian' }],
      },
    ],
    more: false,
  },
});
