import { z } from 'zod';
import { extension } from './extension';
import { itemTicketStatuses } from './item-ticket';
import { idSchema, iriOf, iriSchema, lastSegment } from './iri';
import { seatSchema } from './seat';
import { sentLine, storedLine } from './stored-text';
import { boundedList, daySchema, instantSchema } from './values';

/** How many scans one call may have. */
export const maximumAdmissions = 100;
export const longestEntrance = 100;
export const longestActor = 100;
const mostSessions = 100;
const mostCatalogs = 100;
/** For how long an admission can be undone. */
export const undoSeconds = 60;

export const admissionResults = [
  'admitted',
  'already_admitted',
  'other_session',
  'other_day',
  'void',
  'unknown',
  'undone',
  'not_undone',
] as const;
export type AdmissionResult = (typeof admissionResults)[number];

const idOrPath = z.string().toLowerCase().transform(lastSegment).pipe(idSchema);

const ids = (description: string) =>
  boundedList(idOrPath, { most: mostSessions }).default([]).meta({ description });

/** Null: of all catalogues. */
const catalogsSchema = boundedList(idOrPath, { most: mostCatalogs }).nullable().default(null);

/** The same as a parameter of an address. */
export const catalogsFilter = z
  .string()
  .transform((text) => text.split(',').filter((one) => one !== ''))
  .pipe(boundedList(idOrPath, { most: mostCatalogs }))
  .optional()
  .meta(
    extension(
      'Of these catalogues: ids or paths with commas between them, none if it is empty; of all without it.',
    ),
  );

/** The body of a call that is about these catalogues only. */
const catalogsMember = (description: string) => catalogsSchema.meta({ description });

/** What a person at an entrance admits: these sessions and events, or everything of the day. */
export const acceptedShape = {
  sessions: ids('Tickets for these sessions (ids or paths), whatever their day.'),
  events: ids('Tickets of the day for these events (ids or paths), also for any time of the day.'),
  catalog: idOrPath
    .nullable()
    .default(null)
    .meta({ description: 'Only tickets of this catalogue; null: of any.' }),
  catalogs: catalogsMember(
    'Whoever scans works with these catalogues (ids or paths): a ticket of another one is `other_session`, and the answer says nothing about it; null: with all.',
  ),
  date: daySchema.nullable().default(null).meta({
    description:
      'The day at the venue; null: that of the scan, or the one before as long as a session of it goes on.',
  }),
};

const scanSchema = z.object({
  id: idSchema.toLowerCase().meta({
    description:
      'Chosen by the client. Sent again, it gets the same result, also with another entrance, time or sessions.',
  }),
  code: z.string().optional().meta({ description: 'What was scanned or typed.' }),
  ticket: idOrPath
    .optional()
    .meta({ description: 'Instead of a code: the id or path of a ticket, as in `group.remaining`.' }),
  undoes: idSchema
    .toLowerCase()
    .optional()
    .meta({ description: 'Instead of a code: the id of the admission to undo, within a minute of it.' }),
  ...acceptedShape,
  entrance: storedLine().min(1).max(longestEntrance),
  scannedAt: instantSchema,
  offline: z
    .boolean()
    .default(false)
    .meta({ description: 'The person was let in at `scannedAt` without asking the service.' }),
  actor: sentLine()
    .max(longestActor)
    .nullable()
    .default(null)
    .meta({ description: 'Who scanned, as the client names them.' }),
});

/** The body of POST /v1/booking/admissions/_bulk. */
export const admissionsInputSchema = z.object({
  admissions: boundedList(scanSchema, { least: 1, most: maximumAdmissions }),
});

export type Scan = z.output<typeof scanSchema>;
export type ScanInput = z.input<typeof scanSchema>;

/** The other tickets of the same order for the same visit. */
const groupSchema = z
  .object({
    size: z.int().positive().meta({ description: 'How many tickets it has that are not void.' }),
    admitted: z.int().nonnegative(),
    remaining: z
      .array(iriOf('BookingOrderItemTicket'))
      .meta({ description: 'Those that are not admitted yet, at most 99.' }),
  })
  .meta({
    id: 'AdmissionGroup',
    description: 'The tickets of one booking for one visit.',
    'x-extension': true,
  });

/** One scan at an entrance, with its result. */
export const tariffSchema = z
  .object({
    name: z.string().meta({ description: 'The name of the product.' }),
    reduced: z.boolean().meta({
      description: 'Another product for the same visit and the same day has a higher price (decision 99).',
    }),
  })
  .meta({ id: 'AdmissionTariff', ...extension('What was paid for: full price, reduced, child …') });

export const admissionSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('Admission'),
  id: idSchema,
  result: z.enum(admissionResults),
  conflict: z.boolean().meta({
    description: 'A person was let in without a connection whom the service would not have admitted.',
  }),
  entrance: z.string(),
  actor: z.string().nullable(),
  scannedAt: instantSchema,
  receivedAt: instantSchema,
  undoneAt: instantSchema.nullable(),
  ticket: iriOf('BookingOrderItemTicket').nullable(),
  reference: z.string().nullable().meta({ description: 'The code of the ticket.' }),
  session: iriOf('TicketingSession').nullable().meta({ description: 'null: any time that day.' }),
  occursAt: instantSchema.nullable(),
  day: daySchema.nullable().meta({ description: 'The day of the ticket.' }),
  timezone: z.string().nullable().meta({ description: 'Of the venue.' }),
  event: z.string().nullable().meta({ description: 'The name of the event.' }),
  name: z.string().nullable().meta({ description: 'The name of the ticket.' }),
  tariff: tariffSchema.nullable().optional(),
  seat: seatSchema.nullable().optional(),
  redeemedAt: instantSchema.nullable().meta({ description: 'When the ticket was first admitted.' }),
  redeemedEntrance: z
    .string()
    .nullable()
    .meta({ description: 'Where it was first admitted; null: not by a scan at an entrance.' }),
  group: groupSchema.nullable(),
  resolvedAt: instantSchema
    .nullable()
    .optional()
    .meta({ description: 'When a person had looked at the conflict.' }),
  resolvedBy: z.string().nullable().optional().meta({ description: 'Who that was.' }),
});

/** The body of POST /v1/booking/admissions/{id}/_resolve. */
export const conflictInputSchema = z.object({
  actor: storedLine()
    .min(1)
    .max(longestActor)
    .meta({ description: 'Who looked at it, as the client names them.' }),
  catalogs: catalogsMember(
    '404 unless the ticket is of one of these catalogues (ids or paths); null: of any.',
  ),
});

export type ConflictInput = z.input<typeof conflictInputSchema>;

export const admissionsOutputSchema = z.object({ admissions: z.array(admissionSchema) });

/** A visit with the tickets that were sold for it: a session, or an event at any time of the day. */
export const admissionSessionSchema = z.object({
  '@id': z.string().meta({ format: 'uri-reference' }),
  '@type': z.literal('AdmissionSession'),
  catalog: iriOf('TicketingCatalog'),
  session: iriOf('TicketingSession').nullable().meta({ description: 'null: any time that day.' }),
  eventId: idSchema,
  occursAt: instantSchema.nullable(),
  day: daySchema,
  timezone: z.string().meta({ description: 'Of the venue.' }),
  event: z.string().meta({ description: 'The name of the event.' }),
  tickets: z.int().nonnegative().meta({ description: 'How many tickets it has that are not void.' }),
  admitted: z.int().nonnegative(),
});

const listedTicketSchema = z
  .object({
    hash: z.string(),
    ticket: idSchema,
    visit: z.int().nonnegative().meta({ description: 'Its position in `visits`.' }),
    name: z.int().nonnegative().meta({ description: 'Its position in `names`.' }),
    tariff: z.int().nonnegative().optional().meta({ description: 'Its position in `tariffs`.' }),
    group: z.int().nonnegative().meta({ description: 'The same for tickets of one booking for one visit.' }),
    status: z.enum(itemTicketStatuses),
    redeemedAt: instantSchema.nullable(),
  })
  .meta({ id: 'ListedTicket', description: 'A ticket without its code.', 'x-extension': true });

/** The tickets of a day without their codes and without personal data, to judge scans without a connection. */
export const admissionListSchema = z.object({
  '@id': z.string().meta({ format: 'uri-reference' }),
  '@type': z.literal('AdmissionList'),
  createdAt: instantSchema,
  salt: z.string().meta({
    description:
      'Another for each answer. A hash is the first 40 bits, in hexadecimal digits, of SHA-256 of the salt followed by the code.',
  }),
  visits: z.array(
    z
      .object({
        catalog: iriOf('TicketingCatalog'),
        session: iriOf('TicketingSession').nullable(),
        eventId: idSchema,
        occursAt: instantSchema.nullable(),
        day: daySchema,
        timezone: z.string(),
        endsAt: instantSchema
          .nullable()
          .optional()
          .meta({ description: 'When the session ends; null: it is not known, or there is none.' }),
        event: z.string(),
      })
      .meta({ id: 'ListedVisit', description: 'A session, or any time of a day.', 'x-extension': true }),
  ),
  names: z.array(z.string()).meta({ description: 'The names of tickets.' }),
  tariffs: z.array(tariffSchema).optional(),
  tickets: z.array(listedTicketSchema),
});

export type Admission = z.infer<typeof admissionSchema>;
export type AdmissionSession = z.infer<typeof admissionSessionSchema>;
export type AdmissionList = z.infer<typeof admissionListSchema>;

/** Bytes of a hash that an `AdmissionList` contains: 40 bits. */
const hashBytes = 5;

/** A hash as an `AdmissionList` contains it: its first bytes in hexadecimal digits. */
export function shortAdmissionHash(digest: Uint8Array): string {
  return Array.from(digest.subarray(0, hashBytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
