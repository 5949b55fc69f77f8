import type { Reader } from '@/lib/database/database';
import { requiredCatalog } from '../catalog/required-catalog';
import { type Answer, ok } from '../http/answer';
import { notFound } from '../http/problem';
import type { Call } from '../organization/call';
import { eventResource } from './event-resource';
import { findEvent } from './event-store';

/** GET /v1/ticketing/catalogs/{catalogId}/events/{id} */
export async function getEvent(
  { database }: { database: Reader },
  call: Call<{ catalogId: string; id: string }>,
): Promise<Answer> {
  const { catalog, language } = await requiredCatalog(database, call);
  const event = await findEvent(database, catalog.id, call.params.id);
  if (event === null) throw notFound();
  return ok({ '@context': '/contexts/TicketingEvent', ...eventResource(event, catalog, language) }, language);
}
