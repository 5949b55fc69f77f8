import type { Catalog } from '../catalog/catalog';
import { requiredCatalog } from '../catalog/read-catalogs';
import type { KnownPages } from '../catalog/known-pages';
import type { KnownRows } from '../catalog/known-rows';
import { notFound } from '../http/problem';
import type { ReadContext } from '../catalog/known-catalogs';
import type { AnyEvent, EventPage, EventPageQuery } from './event-store';

export interface EventsContext extends ReadContext {
  events: KnownRows<AnyEvent>;
}

export interface EventPagesContext extends ReadContext {
  eventPages: KnownPages<EventPageQuery, EventPage>;
}

/** The event in an address, with its catalogue. Throws 404 when there is none, or it is retired. */
export async function requiredEvent(
  { catalogs, events }: EventsContext,
  call: { params: { catalogId: string }; acceptLanguage: string | null },
  id: string,
): Promise<{ catalog: Catalog; language: string; event: AnyEvent }> {
  const { catalog, language } = await requiredCatalog(catalogs, call);
  const event = (await events.ofCatalog(catalog, [id])).get(id);
  if (event === undefined || event.retiredAt !== null) throw notFound();
  return { catalog, language, event };
}
