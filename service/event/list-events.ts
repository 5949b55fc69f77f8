import { z } from 'zod';
import { extension } from '@/lib/contract/extension';
import type { Reader } from '@/lib/database/database';
import { requiredCatalog } from '../catalog/required-catalog';
import { type Answer, ok } from '../http/answer';
import { collection } from '../http/paging';
import type { Call } from '../organization/call';
import { eventResource } from './event-resource';
import { pageOfEvents } from './event-store';

/** The filter of lists of events and of products. */
export const nameQuery = z.object({
  name: z.string().min(1).max(200).optional().meta(extension('A part of the name, in any language.')),
});
export type NameQuery = z.infer<typeof nameQuery>;

/** GET /v1/ticketing/catalogs/{catalogId}/events */
export async function listEvents(
  { database }: { database: Reader },
  call: Call<{ catalogId: string }, NameQuery>,
): Promise<Answer> {
  const { catalog, language } = await requiredCatalog(database, call);
  const { total, events } = await pageOfEvents(database, catalog.id, { ...call.page, name: call.query.name });
  return ok(
    collection(
      call,
      total,
      events.map((event) => eventResource(event, catalog, language)),
    ),
    language,
  );
}
