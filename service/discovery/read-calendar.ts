import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { extension } from '@/lib/contract/extension';
import { daySchema } from '@/lib/contract/values';
import { type EventsContext, requiredEvent } from '../event/known-events';
import { rangeCondition, rangeQuery } from '../http/range';
import type { Call } from '../http/route';
import { calendarResource } from './calendar-resource';
import { readDays } from './calendar-store';

export const calendarQuery = z.object({
  date: daySchema.optional().meta(extension('Only this day.')),
  ...rangeQuery('date', daySchema),
});

/** GET /v1/ticketing/catalogs/{catalogId}/event_summaries/{id}/calendar: our extension. */
export async function getEventCalendar(
  context: EventsContext,
  call: Call<'catalogId' | 'id', z.infer<typeof calendarQuery>>,
) {
  const { catalog, event } = await requiredEvent(context, call, call.params.id);
  const { date } = call.query;
  const range = (day: SQL) => {
    const within = rangeCondition('date', call.query, day, sql`date`);
    return date === undefined ? within : sql`${within} and ${day} = ${date}::date`;
  };
  const days = await readDays(context.database, catalog, event.id, range);
  return calendarResource({ catalogId: catalog.id, eventId: event.id }, days);
}
