import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { catalogsFilter, shortAdmissionHash } from '@/lib/contract/admission';
import { extension } from '@/lib/contract/extension';
import { addresses, idSchema, lastSegment } from '@/lib/contract/iri';
import { daySchema } from '@/lib/contract/values';
import { databaseNow } from '@/lib/database/database-now';
import { Tagged } from '../http/answer';
import { inSlices } from '../http/in-slices';
import type { Call } from '../http/route';
import type { ReadContext } from '../catalog/known-catalogs';
import { withOffset } from '../session/session-resource';
import { type admissionListSchema, type admissionSessionSchema, namedFor } from './admission-resource';
import {
  type DayFilter,
  type ListedTicket,
  pageOfVisits,
  ticketsOfDay,
  type TicketType,
  ticketTypes,
  typeKey,
  type TypeKey,
} from './day-store';
import { sessionFilter } from './read-admissions';

export const dayQuery = z.object({
  date: daySchema.optional().meta(extension('The day at the venue; today without it.')),
  catalog: z
    .string()
    .transform(lastSegment)
    .pipe(idSchema)
    .optional()
    .meta(extension('Of this catalogue: its id or path.')),
  catalogs: catalogsFilter,
});
export const listQuery = z.object({ ...dayQuery.shape, session: sessionFilter });

function filterOf(call: Call<never, z.infer<typeof listQuery> | z.infer<typeof dayQuery>>): DayFilter {
  const { date = null, catalog = null, catalogs = null } = call.query;
  const session = 'session' in call.query ? (call.query.session ?? null) : null;
  return { organization: call.principal.organization.id, date, session, catalog, catalogs };
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

type Visit = Pick<TicketType, 'catalogId' | 'timezone' | 'eventId' | 'eventName' | 'sessionId' | 'occursAt'>;

function visitOf(visit: Visit & { day: string }, name: ReturnType<typeof namedFor>) {
  const { catalogId, eventId, sessionId, occursAt } = visit;
  return {
    catalog: addresses.catalog(catalogId),
    session: sessionId && addresses.session(catalogId, eventId, sessionId),
    eventId,
    occursAt: occursAt && withOffset(occursAt, visit.timezone),
    day: visit.day,
    timezone: visit.timezone,
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
  const keys = new Map(tickets.map((one) => [typeKey(one), one]));
  const types = await ticketTypes(database, [...keys.values()]);
  const content = await inSlices(contentOf(tickets, types, call.acceptLanguage));
  const tag = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  const { salt, hashes } = await inSlices(hashesOf(tickets));
  const list = {
    '@id': `/.well-known/genid/${newId()}`,
    '@type': 'AdmissionList',
    createdAt: now.toISOString(),
    salt,
    ...content,
    tickets: content.tickets.map((ticket, i) => ({ hash: hashes[i] ?? '', ...ticket })),
  } as const;
  return new Tagged(list, `W/"${tag}"`);
}

const visitKey = ({ eventId, sessionId }: Pick<TypeKey, 'eventId' | 'sessionId'>) => sessionId ?? eventId;

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

function* contentOf(
  tickets: readonly ListedTicket[],
  types: readonly TicketType[],
  acceptLanguage: string | null,
) {
  const byKey = new Map(types.map((type) => [typeKey(type), type]));
  const visits = positions<AdmissionListResource['visits'][number]>();
  const [names, groups] = [positions<string>(), positions<null>()];
  const tariffs = positions<NonNullable<AdmissionListResource['tariffs']>[number]>();
  const listed: Omit<AdmissionListResource['tickets'][number], 'hash'>[] = [];
  for (const one of tickets) {
    const type = byKey.get(typeKey(one));
    if (type === undefined) throw new Error(`the ticket ${one.id} has no type`);
    const visit = visits.of(visitKey(one), () => ({
      ...visitOf({ ...type, day: one.day }, namedFor(acceptLanguage, type)),
      endsAt: type.endsAt && withOffset(type.endsAt, type.timezone),
    }));
    listed.push({
      ticket: one.id,
      visit,
      name: names.of(one.ticketId, () => namedFor(acceptLanguage, type)(type.ticketName)),
      tariff: tariffs.of(`${one.ticketId} ${one.day}`, () => ({
        name: namedFor(acceptLanguage, type)(type.tariffName),
        reduced: type.tariffReduced,
      })),
      group: groups.of(`${visit} ${one.organizationId} ${one.booking}`, () => null),
      status: one.status,
      redeemedAt: one.redeemedAt?.toISOString() ?? null,
    });
    yield;
  }
  return { visits: visits.values, names: names.values, tariffs: tariffs.values, tickets: listed };
}

/** The hashes are short, so a stolen list fits hundreds of codes; with another salt no two of its tickets have the same. */
function* hashesOf(tickets: readonly ListedTicket[]) {
  for (;;) {
    const salt = randomBytes(16).toString('base64url');
    const hashes: string[] = [];
    for (const { reference } of tickets) {
      hashes.push(
        shortAdmissionHash(
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
