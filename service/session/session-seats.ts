import type { z } from 'zod';
import { addresses } from '@/lib/contract/iri';
import { sessionSeatsSchema as readSessionSeatsSchema } from '@/lib/contract/seat';
import { takenSeats } from '../availability/taken-seats';
import type { ReadContext } from '../catalog/known-catalogs';
import { requiredCatalog } from '../catalog/read-catalogs';
import { exampleOf } from '../http/named-schema';
import { notFound } from '../http/problem';
import type { Call } from '../http/route';
import { seatPlanSchema } from '../seat/seat-plan-resource';
import { sessionSchema } from './session-resource';
import { findSession } from './session-store';

export const sessionSeatsSchema = readSessionSeatsSchema.meta({
  id: 'TicketingSessionSeats',
  description: 'Which seats of a session are taken at this moment.',
  'x-extension': true,
  example: {
    '@id': `${exampleOf(sessionSchema)['@id']}/seats`,
    '@type': 'TicketingSessionSeats',
    seatPlan: exampleOf(seatPlanSchema)['@id'],
    taken: ['stalls/A/1'],
  },
});

/** GET …/sessions/{id}/seats: our extension. 404 for a session without numbered seats. */
export async function getSessionSeats(
  { database, catalogs }: ReadContext,
  call: Call<'catalogId' | 'eventId' | 'id'>,
): Promise<z.output<typeof sessionSeatsSchema>> {
  const { catalogId, eventId, id } = call.params;
  await requiredCatalog(catalogs, call);
  const [session, taken] = await Promise.all([
    findSession(database, catalogId, eventId, id),
    takenSeats(database, catalogId, [id]),
  ]);
  if (session === null || session.seatPlanId === null) throw notFound();
  return {
    '@id': addresses.sessionSeats(catalogId, eventId, id),
    '@type': 'TicketingSessionSeats',
    seatPlan: addresses.seatPlan(catalogId, session.seatPlanId),
    taken: (taken.get(id) ?? []).toSorted(),
  };
}
