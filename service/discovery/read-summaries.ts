import { requiredCatalog } from '../catalog/read-catalogs';
import { type EventPagesContext, type EventsContext, requiredEvent } from '../event/known-events';
import type { NameQuery } from '../event/read-events';
import { Localized } from '../http/answer';
import type { Call } from '../http/route';
import { summaryResource } from './summary-resource';
import { readSummaries } from './summary-store';

/** GET /v1/ticketing/catalogs/{catalogId}/event_summaries: our extension. */
export async function listEventSummaries(
  { database, catalogs, eventPages }: EventPagesContext,
  call: Call<'catalogId', NameQuery>,
) {
  const { catalog, language } = await requiredCatalog(catalogs, call);
  const { skip, size } = call.page;
  const { total, events } = await eventPages(catalog, { skip, size, name: call.query.name });
  const ids = events.map(({ id }) => id);
  const summaries = await readSummaries(database, catalog, ids);
  const member = events.flatMap((event) => {
    const summary = summaries.get(event.id);
    return summary === undefined ? [] : [summaryResource(event, summary, catalog, language)];
  });
  return new Localized({ totalItems: total, member }, language);
}

/** GET /v1/ticketing/catalogs/{catalogId}/event_summaries/{id}: our extension. */
export async function getEventSummary(context: EventsContext, call: Call<'catalogId' | 'id'>) {
  const { catalog, language, event } = await requiredEvent(context, call, call.params.id);
  const summary = (await readSummaries(context.database, catalog, [event.id])).get(event.id);
  if (summary === undefined) throw new Error(`event ${event.id} has no summary`);
  return new Localized(summaryResource(event, summary, catalog, language), language);
}
