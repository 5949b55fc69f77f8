import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { extension } from '@/lib/contract/extension';
import { addresses } from '@/lib/contract/iri';
import { daySchema, instantSchema } from '@/lib/contract/values';
import { availabilityResource } from '../availability/availability-resource';
import { requiredCatalog } from '../catalog/read-catalogs';
import { type EventsContext, requiredEvent } from '../event/known-events';
import { Localized } from '../http/answer';
import { notFound } from '../http/problem';
import { rangeCondition, rangeQuery } from '../http/range';
import type { Call } from '../http/route';
import type { ReadContext } from '../catalog/known-catalogs';
import { sessionResource } from './session-resource';
import { findSession, pageOfSessions } from './session-store';

export const sessionsQuery = z.object({
  ...rangeQuery('occursAt', z.union([instantSchema, daySchema])),
  'order[occursAt]': z
    .enum(['asc', 'desc'])
    .optional()
    .meta(extension('How the list is sorted; asc without it.')),
});

/** GET /v1/ticketing/catalogs/{catalogId}/events/{eventId}/sessions. A day as a bound is its local midnight. */
export async function listSessions(
  context: EventsContext,
  call: Call<'catalogId' | 'eventId', z.infer<typeof sessionsQuery>>,
) {
  const { catalog, language, event } = await requiredEvent(context, call, call.params.eventId);
  const { total, sessions } = await pageOfSessions(
    context.database,
    { catalogId: catalog.id, eventId: event.id },
    {
      ...call.page,
      condition: rangeCondition(
        'occursAt',
        localBounds(call.query, catalog.timezone),
        sql`session.occurs_at`,
        sql`timestamptz`,
      ),
      descending: call.query['order[occursAt]'] === 'desc',
    },
  );
  return new Localized(
    { totalItems: total, member: sessions.map((session) => sessionResource(session, catalog, language)) },
    language,
  );
}

function localBounds(query: z.infer<typeof sessionsQuery>, timezone: string) {
  const bounds = Object.entries(query).map(([name, value]) => [
    name,
    daySchema.safeParse(value).success ? `${value}T00:00:00 ${timezone}` : value,
  ]);
  return Object.fromEntries(bounds) as typeof query;
}

export async function getSession(
  { database, catalogs }: ReadContext,
  call: Call<'catalogId' | 'eventId' | 'id'>,
) {
  const { catalog, language } = await requiredCatalog(catalogs, call);
  const session = await findSession(database, catalog.id, call.params.eventId, call.params.id);
  if (session === null) throw notFound();
  return new Localized(sessionResource(session, catalog, language), language);
}

/** GET /v1/ticketing/catalogs/{catalogId}/events/{eventId}/sessions/{id}/availability: our extension. */
export async function getSessionAvailability(
  { database, catalogs, now }: ReadContext & { now: () => Date },
  call: Call<'catalogId' | 'eventId' | 'id'>,
) {
  const { catalogId, eventId, id } = call.params;
  await requiredCatalog(catalogs, call);
  const session = await findSession(database, catalogId, eventId, id);
  if (session === null) throw notFound();
  return availabilityResource(
    `${addresses.session(catalogId, eventId, id)}/availability`,
    'TicketingSessionAvailability',
    { ...session, isOnSale: session.status === 'on_sale', now: now() },
  );
}
