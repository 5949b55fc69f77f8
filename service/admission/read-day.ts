import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { extension } from '@/lib/contract/extension';
import { addresses, idSchema, lastSegment } from '@/lib/contract/iri';
import { shortHash } from '@/lib/contract/ticket-code';
import { daySchema } from '@/lib/contract/values';
import { databaseNow } from '@/lib/database/database-now';
import { Tagged } from '../http/answer';
import { inSlices } from '../http/in-slices';
import type { Call, ReadContext } from '../http/route';
import { withOffset } from '../session/session-resource';
import { admissionListSchema, admissionSessionSchema, namedFor } from './admission-resource';
import { type DayFilter, type ListedTicket, pageOfVisits, ticketsOfDay } from './day-store';
import { sessionFilter } from './read-admissions';

export const dayQuery = z.object({
  date: daySchema.optional().meta(extension('The day at the venue; today without it.')),
  catalog: z
    .string()
    .transform(lastSegment)
    .pipe(idSchema)
    .optional()
    .meta(extension('Of this catalogue: its id or path.')),
});
export const listQuery = z.object({ ...dayQuery.shape, session: sessionFilter });

function filterOf(call: Call<never, z.infer<typeof listQuery> | z.infer<typeof dayQuery>>): DayFilter {
  const { date = null, catalog = null } = call.query;
  const session = 'session' in call.query ? (call.query.session ?? null) : null;
  return { organization: call.principal.organization.id, date, session, catalog };
}

/** GET /v1/booking/admission_sessions: the visits of a day for which tickets were sold. */
export async function listAdmissionSessions(
  { database }: ReadContext,
  call: Call<never, z.infer<typeof dayQuery>>,
) {
  const { total, rows } = await pageOfVisits(database, filterOf(call), call.page);
  const member = rows.map((visit): z.output<typeof admissionSessionSchema> => ({
    '@id': `/.well-known/genid/${visit.sessionId ?? visit.eventId}`,
    '@type': 'AdmissionSession',
    ...visitOf(visit, namedFor(call.acceptLanguage, visit)),
    tickets: visit.tickets,
    admitted: visit.admitted,
  }));
  return { totalItems: total, member };
}

type Visit = Pick<
  ListedTicket,
  'catalogId' | 'timezone' | 'eventId' | 'eventName' | 'sessionId' | 'occursAt' | 'day'
>;

function visitOf(visit: Visit, name: ReturnType<typeof namedFor>) {
  const { catalogId, eventId, sessionId, occursAt } = visit;
  return {
    catalog: addresses.catalog(catalogId),
    session: sessionId && addresses.session(catalogId, eventId, sessionId),
    occursAt: occursAt && withOffset(occursAt, visit.timezone),
    day: visit.day,
    event: name(visit.eventName),
  };
}

type AdmissionListResource = z.output<typeof admissionListSchema>;

/**
 * GET /v1/booking/admission_list: the tickets of a day as hashes with a new salt. The entity tag is that of the tickets, so
 * a list that is up to date is not sent again.
 */
export async function getAdmissionList(
  { database, newId }: ReadContext & { newId: () => string },
  call: Call<never, z.infer<typeof listQuery>>,
): Promise<Tagged<AdmissionListResource>> {
  const now = await databaseNow(database);
  const tickets = await ticketsOfDay(database, filterOf(call));
  const content = await inSlices(contentOf(tickets, call.acceptLanguage));
  const tag = createHash('sha256')
    .update(JSON.stringify([content, tickets.map(({ id }) => id)]))
    .digest('base64url');
  const hashed = await inSlices(hashesOf(tickets.map(({ reference }) => reference)));
  const list = {
    '@id': `/.well-known/genid/${newId()}`,
    '@type': 'AdmissionList',
    createdAt: now.toISOString(),
    salt: hashed.salt,
    visits: content.visits,
    names: content.names,
    tickets: content.tickets.map((ticket, i) => ({ hash: hashed.hashes[i] ?? '', ...ticket })),
  } as const;
  return new Tagged(list, `W/"${tag}"`);
}

/** Positions of values in the order in which they first came. */
function positions<Value>() {
  const known = new Map<string, number>();
  const values: Value[] = [];
  const of = (key: string, make: () => Value): number => {
    const before = known.get(key);
    if (before !== undefined) return before;
    known.set(key, values.length);
    return values.push(make()) - 1;
  };
  return { values, of };
}

function* contentOf(tickets: readonly ListedTicket[], acceptLanguage: string | null) {
  const namers = positions<ReturnType<typeof namedFor>>();
  const visits = positions<AdmissionListResource['visits'][number]>();
  const names = positions<string>();
  const groups = positions<null>();
  const listed: Omit<AdmissionListResource['tickets'][number], 'hash'>[] = [];
  for (const one of tickets) {
    const namer = namers.of(one.catalogId, () => namedFor(acceptLanguage, one));
    const name = namers.values[namer] ?? namedFor(acceptLanguage, one);
    const visit = visits.of(`${one.eventId} ${one.sessionId ?? one.day}`, () => visitOf(one, name));
    listed.push({
      ticket: one.id,
      visit,
      name: names.of(`${one.catalogId} ${one.ticketTypeId}`, () => name(one.ticketName)),
      group: groups.of(`${visit} ${one.organizationId} ${one.booking}`, () => null),
      status: one.status,
      redeemedAt: one.redeemedAt?.toISOString() ?? null,
    });
    yield;
  }
  return { visits: visits.values, names: names.values, tickets: listed };
}

/** The hashes are short, so a stolen list fits hundreds of codes; with another salt no two of its tickets have the same. */
function* hashesOf(references: readonly string[]) {
  for (;;) {
    const salt = randomBytes(16).toString('base64url');
    const hashes: string[] = [];
    for (const reference of references) {
      hashes.push(
        shortHash(
          createHash('sha256')
            .update(salt + reference)
            .digest(),
        ),
      );
      yield;
    }
    if (new Set(hashes).size === hashes.length) return { salt, hashes };
  }
}
