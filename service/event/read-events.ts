import { z } from 'zod';
import { extension } from '@/lib/contract/extension';
import { requiredCatalog } from '../catalog/read-catalogs';
import { Localized } from '../http/answer';
import { notFound } from '../http/problem';
import type { Call, ReadContext } from '../http/route';
import { eventResource } from './event-resource';
import { findEvent, pageOfEvents } from './event-store';

/** The filter of lists of events and of products. */
export const nameQuery = z.object({
  name: z.string().min(1).max(200).optional().meta(extension('A part of the name, in any language.')),
});
export type NameQuery = z.infer<typeof nameQuery>;

export async function listEvents({ database }: ReadContext, call: Call<'catalogId', NameQuery>) {
  const { catalog, language } = await requiredCatalog(database, call);
  const { total, events } = await pageOfEvents(database, catalog.id, { ...call.page, name: call.query.name });
  return new Localized(
    { totalItems: total, member: events.map((event) => eventResource(event, catalog, language)) },
    language,
  );
}

export async function getEvent({ database }: ReadContext, call: Call<'catalogId' | 'id'>) {
  const { catalog, language } = await requiredCatalog(database, call);
  const event = await findEvent(database, catalog.id, call.params.id);
  if (event === null) throw notFound();
  return new Localized(eventResource(event, catalog, language), language);
}
