import { addresses } from '@/lib/contract/iri';
import type { Reader } from '@/lib/database/database';
import { availabilityResource } from '../availability/availability-resource';
import { requiredCatalog } from '../catalog/required-catalog';
import { type Answer, ok } from '../http/answer';
import { notFound } from '../http/problem';
import type { Call } from '../organization/call';
import { sessionResource } from './session-resource';
import { findSession } from './session-store';

/** GET /v1/ticketing/catalogs/{catalogId}/events/{eventId}/sessions/{id} */
export async function getSession(
  { database }: { database: Reader },
  call: Call<{ catalogId: string; eventId: string; id: string }>,
): Promise<Answer> {
  const { catalog, language } = await requiredCatalog(database, call);
  const session = await findSession(database, catalog.id, call.params.eventId, call.params.id);
  if (session === null) throw notFound();
  return ok(
    { '@context': '/contexts/TicketingSession', ...sessionResource(session, catalog, language) },
    language,
  );
}

/** GET /v1/ticketing/catalogs/{catalogId}/events/{eventId}/sessions/{id}/availability: ours. */
export async function getSessionAvailability(
  { database, now }: { database: Reader; now: () => Date },
  call: Call<{ catalogId: string; eventId: string; id: string }>,
): Promise<Answer> {
  const { catalogId, eventId, id } = call.params;
  const session = await findSession(database, catalogId, eventId, id);
  if (session === null) throw notFound();
  return ok({
    '@context': '/contexts/TicketingSessionAvailability',
    ...availabilityResource(
      `${addresses.session(catalogId, eventId, id)}/availability`,
      'TicketingSessionAvailability',
      { open: session.open, left: session.availableQuantity, now: now() },
    ),
  });
}
