import { z } from 'zod';
import {
  admissionSchema as readAdmissionSchema,
  admissionListSchema as readAdmissionListSchema,
  admissionsInputSchema,
  conflictInputSchema,
  admissionSessionSchema as readAdmissionSessionSchema,
} from '@/lib/contract/admission';
import { addresses } from '@/lib/contract/iri';
import { localize } from '@/lib/locale/languages';
import { negotiateLanguage } from '@/lib/locale/negotiate';
import { catalogSchema } from '../catalog/catalog-resource';
import { eventSchema } from '../event/event-resource';
import { exampleId, exampleOf } from '../http/named-schema';
import type { InvalidAnswer } from '../http/problem';
import { itemTicketSchema } from '../order/item-ticket-resource';
import { sessionSchema, withOffset } from '../session/session-resource';
import type { AdmissionView, GroupTicket } from './admission-view-store';

const id = exampleId(21);
const { reference, session, '@id': ticket } = exampleOf(itemTicketSchema);
const { occursAt } = exampleOf(sessionSchema);
const { id: eventId } = exampleOf(eventSchema);
const [scannedAt, receivedAt] = ['2027-06-01T07:51:12.000Z', '2027-06-01T07:51:12.310Z'];

export const admissionSchema = readAdmissionSchema.required().meta({
  id: 'Admission',
  description: 'A scan at an entrance, and its result.',
  'x-extension': true,
  example: {
    '@id': addresses.admission(id),
    '@type': 'Admission',
    id,
    result: 'admitted',
    conflict: false,
    entrance: 'North gate',
    actor: null,
    scannedAt,
    receivedAt,
    undoneAt: null,
    ticket,
    reference,
    session,
    occursAt,
    day: '2027-06-01',
    timezone: 'Europe/Paris',
    event: 'Boat',
    name: 'Boat',
    tariff: { name: 'Boat, child', reduced: true },
    seat: null,
    redeemedAt: scannedAt,
    redeemedEntrance: 'North gate',
    group: { size: 1, admitted: 1, remaining: [] },
    resolvedAt: null,
    resolvedBy: null,
  },
});

export const createdAdmissionsSchema = z
  .object({
    '@id': z.string().meta({ format: 'uri-reference' }),
    '@type': z.literal('AdmissionBulkOutput'),
    admissions: z.array(admissionSchema),
  })
  .meta({
    id: 'AdmissionBulkOutput',
    description: 'The result of each scan, in the order of the call.',
    'x-extension': true,
    example: {
      '@id': `/.well-known/genid/${exampleId(22)}`,
      '@type': 'AdmissionBulkOutput',
      admissions: [exampleOf(admissionSchema)],
    },
  });

const scan = { id, sessions: [session ?? ''], entrance: 'North gate', scannedAt };

export const admissionsBody = admissionsInputSchema.meta({
  id: 'AdmissionsInput',
  description: 'What was scanned, where and when. Each scan names a code, a ticket, or an admission to undo.',
  examples: {
    scan: { admissions: [{ ...scan, code: reference }] },
    undo: {
      admissions: [{ ...scan, id: exampleId(23), undoes: id }],
    },
  },
});

export const admissionSessionSchema = readAdmissionSessionSchema.meta({
  id: 'AdmissionSession',
  description: 'A visit of the day, with how many tickets it has.',
  'x-extension': true,
  example: {
    '@id': `/.well-known/genid/${exampleOf(sessionSchema).id}`,
    '@type': 'AdmissionSession',
    catalog: exampleOf(catalogSchema)['@id'],
    session,
    eventId,
    occursAt,
    day: '2027-06-01',
    timezone: 'Europe/Paris',
    event: 'Boat',
    tickets: 40,
    admitted: 12,
  },
});

export const admissionListSchema = readAdmissionListSchema.meta({
  id: 'AdmissionList',
  description: 'The tickets of a day as hashes, to judge scans without a connection.',
  'x-extension': true,
  example: {
    '@id': `/.well-known/genid/${exampleId(24)}`,
    '@type': 'AdmissionList',
    createdAt: receivedAt,
    salt: 'c2FsdCBvZiBhIGxpc3Q',
    visits: [
      {
        catalog: exampleOf(catalogSchema)['@id'],
        session,
        eventId,
        occursAt,
        day: '2027-06-01',
        timezone: 'Europe/Paris',
        endsAt: '2027-06-01T11:00:00+02:00',
        event: 'Boat',
      },
    ],
    names: ['Boat'],
    tariffs: [{ name: 'Boat, child', reduced: true }],
    tickets: [
      {
        hash: '9f86d08188',
        ticket: exampleOf(itemTicketSchema).id,
        visit: 0,
        name: 0,
        tariff: 0,
        group: 0,
        status: 'valid',
        redeemedAt: null,
      },
    ],
  },
});

export type CreatedAdmissions = z.output<typeof createdAdmissionsSchema>;
export type AdmissionResource = z.output<typeof admissionSchema>;

export const invalidAdmissions: InvalidAnswer = {
  name: 'InvalidAdmissions',
  when: 'A scan is malformed, or its id was used for another code or ticket (§7); nothing is admitted.',
  examples: { reused: [{ path: 'admissions[0].id', code: 'unique' }] },
};

export const conflictBody = conflictInputSchema.meta({
  id: 'AdmissionConflictInput',
  description: 'Who has looked at a conflict.',
  examples: { resolved: { actor: 'staff-7' } },
});

export const invalidConflict: InvalidAnswer = {
  name: 'InvalidConflictInput',
  when: 'Nobody is named (§7).',
  examples: { blank: [{ path: 'actor', code: 'notBlank' }] },
};

/** The answer to a scan of a ticket of which nothing may be told. */
export const withoutTicket = (admission: AdmissionResource): AdmissionResource => ({
  ...admission,
  result: admission.result === 'undone' || admission.result === 'not_undone' ? 'not_undone' : 'other_session',
  undoneAt: null,
  ticket: null,
  reference: null,
  session: null,
  occursAt: null,
  day: null,
  timezone: null,
  event: null,
  name: null,
  tariff: null,
  seat: null,
  redeemedAt: null,
  redeemedEntrance: null,
  group: null,
  resolvedAt: null,
  resolvedBy: null,
});

const mostRemaining = 99;

/** The name in the best language of its catalogue for an Accept-Language header. */
export function namedFor(
  acceptLanguage: string | null,
  { language, languages }: { language: string; languages: readonly string[] },
): (name: Readonly<Record<string, string>>) => string {
  const best = negotiateLanguage(acceptLanguage, languages, language);
  return (name) => localize(name, best, language);
}

export function admissionResource(
  view: AdmissionView,
  group: readonly GroupTicket[],
  acceptLanguage: string | null,
): AdmissionResource {
  const { catalogId, eventId, sessionId, orderId, itemId, ticketId, occursAt: at, timezone } = view;
  const { language, languages } = view;
  const name =
    language === null || languages === null ? () => null : namedFor(acceptLanguage, { language, languages });
  return {
    '@id': addresses.admission(view.id),
    '@type': 'Admission',
    id: view.id,
    result: view.result,
    conflict: view.conflict,
    entrance: view.entrance,
    actor: view.actor,
    scannedAt: view.scannedAt.toISOString(),
    receivedAt: view.receivedAt.toISOString(),
    undoneAt: view.undoneAt?.toISOString() ?? null,
    ticket: orderId && itemId && ticketId && addresses.itemTicket(orderId, itemId, ticketId),
    reference: view.reference,
    session: catalogId && eventId && sessionId && addresses.session(catalogId, eventId, sessionId),
    occursAt: at && timezone && withOffset(at, timezone),
    day: view.day,
    timezone,
    event: view.eventName && name(view.eventName),
    name: view.ticketName && name(view.ticketName),
    tariff: view.tariff && { name: name(view.tariff.name) ?? '', reduced: view.tariff.reduced },
    seat: view.seat && { ...view.seat, section: name(view.seat.section) ?? '' },
    redeemedAt: view.redeemedAt?.toISOString() ?? null,
    redeemedEntrance: view.redeemedEntrance,
    group: group.length === 0 ? null : groupResource(group),
    resolvedAt: view.resolvedAt?.toISOString() ?? null,
    resolvedBy: view.resolvedBy,
  };
}

function groupResource(group: readonly GroupTicket[]): NonNullable<AdmissionResource['group']> {
  const valid = group.filter(({ status }) => status === 'valid');
  return {
    size: group.length,
    admitted: group.length - valid.length,
    remaining: valid
      .slice(0, mostRemaining)
      .map(({ orderId, itemId, id: one }) => addresses.itemTicket(orderId, itemId, one)),
  };
}
