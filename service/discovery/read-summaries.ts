import { requiredCatalog } from '../catalog/read-catalogs';
import { findEvent, pageOfEvents } from '../event/event-store';
import type { NameQuery } from '../event/read-events';
import { Localized } from '../http/answer';
import { notFound } from '../http/problem';
import type { Call, ReadContext } from '../http/route';
import { summaryResource } from './summary-resource';
import { readSummaries } from './summary-store';

/** GET /v1/ticketing/catalogs/{catalogId}/event_summaries: our extension. */
export async function listEventSummaries({ database }: ReadContext, call: Call<'catalogId', NameQuery>) {
  const { catalog, language } = await requiredCatalog(database, call);
  const { total, events } = await pageOfEvents(database, catalog.id, { ...call.page, name: call.query.name });
  const ids = events.map(({ id }) => id);
  const summaries = await readSummaries(database, catalog, ids);
  const member = events.flatMap((event) => {
    const summary = summaries.get(event.id);
    return summary === undefined ? [] : [summaryResource(event, summary, catalog, language)];
  });
  return new Localized({ totalItems: total, member }, language);
}

/** GET /v1/ticketing/catalogs/{catalogId}/event_summaries/{id}: our extension. */
export async function getEventSummary({ database }: ReadContext, call: Call<'catalogId' | 'id'>) {
  const { catalog, language } = await requiredCatalog(database, call);
  const event = await findEvent(database, catalog.id, call.params.id);
  if (event === null) throw notFound();
  const summary = (await readSummaries(database, catalog, [event.id])).get(event.id);
  if (summary === undefined) throw new Error(`event ${event.id} has no summary`);
  return new Localized(summaryResource(event, summary, catalog, language), language);
}
