import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { extension } from '@/lib/contract/extension';
import { daySchema, instantSchema } from '@/lib/contract/values';
import type { Reader } from '@/lib/database/database';
import { requiredCatalog } from '../catalog/required-catalog';
import { findEvent } from '../event/event-store';
import { type Answer, ok } from '../http/answer';
import { collection } from '../http/paging';
import { notFound } from '../http/problem';
import { rangeCondition, rangeQuery } from '../http/range';
import type { Call } from '../organization/call';
import { sessionResource } from './session-resource';
import { pageOfSessions } from './session-store';

export const sessionsQuery = z.object({
  ...rangeQuery('occursAt', z.union([instantSchema, daySchema])),
  'order[occursAt]': z.enum(['asc', 'desc']).optional().meta(extension('The order; asc without it.')),
});

/** GET /v1/ticketing/catalogs/{catalogId}/events/{eventId}/sessions. A bound that is a day means its midnight there. */
export async function listSessions(
  { database }: { database: Reader },
  call: Call<{ catalogId: string; eventId: string }, z.infer<typeof sessionsQuery>>,
): Promise<Answer> {
  const { catalog, language } = await requiredCatalog(database, call);
  const event = await findEvent(database, catalog.id, call.params.eventId);
  if (event === null) throw notFound();
  const { total, sessions } = await pageOfSessions(
    database,
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
  return ok(
    collection(
      call,
      total,
      sessions.map((session) => sessionResource(session, catalog, language)),
    ),
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
