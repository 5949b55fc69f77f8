import { z } from 'zod';
import { extension } from '@/lib/contract/extension';
import { requiredCatalog } from '../catalog/read-catalogs';
import { Localized } from '../http/answer';
import type { Call } from '../http/route';
import { eventResource } from './event-resource';
import { type EventPagesContext, type EventsContext, requiredEvent } from './known-events';

/** The filter of lists of events and of products. */
export const nameQuery = z.object({
  name: z.string().min(1).max(200).optional().meta(extension('A part of the name, in any language.')),
});
export type NameQuery = z.infer<typeof nameQuery>;

export async function listEvents(
  { catalogs, eventPages }: EventPagesContext,
  call: Call<'catalogId', NameQuery>,
) {
  const { catalog, language } = await requiredCatalog(catalogs, call);
  const { skip, size } = call.page;
  const { total, events } = await eventPages(catalog, { skip, size, name: call.query.name });
  return new Localized(
    { totalItems: total, member: events.map((event) => eventResource(event, catalog, language)) },
    language,
  );
}

export async function getEvent(context: EventsContext, call: Call<'catalogId' | 'id'>) {
  const { catalog, language, event } = await requiredEvent(context, call, call.params.id);
  return new Localized(eventResource(event, catalog, language), language);
}
