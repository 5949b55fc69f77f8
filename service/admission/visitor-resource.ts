import {
  foundVisitorsSchema as readVisitorsSchema,
  visitorSearchSchema,
} from '@/lib/contract/admission-visitor';
import { exampleId, exampleOf } from '../http/named-schema';
import type { InvalidAnswer } from '../http/problem';
import { admissionSessionSchema } from './admission-resource';

const { session, occursAt, day, timezone, event } = exampleOf(admissionSessionSchema);

export const foundVisitorsSchema = readVisitorsSchema.meta({
  id: 'AdmissionVisitors',
  description: 'Tickets with the names of who comes and who bought them.',
  'x-extension': true,
  example: {
    '@id': `/.well-known/genid/${exampleId(27)}`,
    '@type': 'AdmissionVisitors',
    visitors: [
      {
        id: exampleId(28),
        holder: null,
        customer: { firstname: 'Zoë', lastname: 'Łukasz' },
        booking: 'K7XQ-2M4P',
        tariff: { name: 'Boat, child', reduced: true },
        name: 'Boat',
        event,
        session,
        occursAt,
        day,
        timezone,
        seat: null,
        status: 'valid',
        redeemedAt: null,
      },
    ],
    more: false,
  },
});

export const visitorSearchBody = visitorSearchSchema.meta({
  id: 'AdmissionVisitorsInput',
  description: 'A name, and what is admitted, as a scan says it.',
  examples: { name: { name: 'zoe luk', sessions: [session ?? ''], date: day } },
});

export const invalidVisitorSearch: InvalidAnswer = {
  name: 'InvalidVisitorSearch',
  when: 'No name, or something is malformed (§7).',
  examples: { blank: [{ path: 'name', code: 'notBlank' }] },
};
