import type { z } from 'zod';
import { eventCalendarSchema as readEventCalendarSchema } from '@/lib/contract/event-calendar';
import { addresses } from '@/lib/contract/iri';
import { exampleId } from '../http/named-schema';
import type { StoredDay } from './calendar-store';

const [catalogId, eventId] = [exampleId(1), exampleId(2)];

export const eventCalendarSchema = readEventCalendarSchema.meta({
  id: 'TicketingEventCalendar',
  description:
    'The days of an event with sessions to come, or with tickets for any time of the day: lowest price, availability and state of each.',
  'x-extension': true,
  example: {
    '@id': addresses.eventCalendar(catalogId, eventId),
    '@type': 'TicketingEventCalendar',
    event: addresses.event(catalogId, eventId),
    days: [
      {
        day: '2027-06-01',
        status: 'on_sale',
        sessionCount: 4,
        fromPrice: '18.00',
        availableQuantity: 48,
        mayReturn: false,
      },
    ],
  },
});

/** A calendar as a response; `days` in order. */
export function calendarResource(
  { catalogId, eventId }: { catalogId: string; eventId: string },
  days: readonly StoredDay[],
): z.output<typeof eventCalendarSchema> {
  return {
    '@id': addresses.eventCalendar(catalogId, eventId),
    '@type': 'TicketingEventCalendar',
    event: addresses.event(catalogId, eventId),
    days: [...days],
  };
}
