import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { extension } from '@/lib/contract/extension';
import { daySchema } from '@/lib/contract/values';
import { requiredCatalog } from '../catalog/read-catalogs';
import { findEvent } from '../event/event-store';
import { notFound } from '../http/problem';
import { rangeCondition, rangeQuery } from '../http/range';
import type { Call, ReadContext } from '../http/route';
import { calendarResource } from './calendar-resource';
import { readDays } from './calendar-store';

export const calendarQuery = z.object({
  date: daySchema.optional().meta(extension('Only this day.')),
  ...rangeQuery('date', daySchema),
});

/** GET /v1/ticketing/catalogs/{catalogId}/event_summaries/{id}/calendar: our extension. */
export async function getEventCalendar(
  { database }: ReadContext,
  call: Call<'catalogId' | 'id', z.infer<typeof calendarQuery>>,
) {
  const { catalog } = await requiredCatalog(database, call);
  const event = await findEvent(database, catalog.id, call.params.id);
  if (event === null) throw notFound();
  const { date } = call.query;
  const range = (day: SQL) => {
    const within = rangeCondition('date', call.query, day, sql`date`);
    return date === undefined ? within : sql`${within} and ${day} = ${date}::date`;
  };
  const days = await readDays(database, catalog, event.id, range);
  return calendarResource({ catalogId: catalog.id, eventId: event.id }, days);
}
