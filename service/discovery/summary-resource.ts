import type { z } from 'zod';
import { eventSummarySchema as readEventSummarySchema } from '@/lib/contract/event-summary';
import { addresses } from '@/lib/contract/iri';
import { addDays } from '@/lib/locale/calendar';
import type { Catalog } from '../catalog/catalog';
import { eventResource, eventSchema } from '../event/event-resource';
import type { StoredEvent } from '../event/event-store';
import { exampleId, exampleOf } from '../http/named-schema';
import { productSchema } from '../product/product-resource';
import { withOffset } from '../session/session-resource';
import type { StoredSummary } from './summary-store';

const example = exampleOf(eventSchema);

export const eventSummarySchema = readEventSummarySchema
  .required()
  .extend({ event: eventSchema })
  .meta({
    id: 'TicketingEventSummary',
    description: 'An event with what a list tells about it: dates, lowest price, availability.',
    'x-extension': true,
    example: {
      '@id': example['@id'].replace('/events/', '/event_summaries/'),
      '@type': 'TicketingEventSummary',
      id: example.id,
      event: example,
      status: 'on_sale',
      days: ['2027-06-01/2027-06-30', '2027-07-04'],
      daysByPart: {
        morning: ['2027-06-01/2027-06-30'],
        afternoon: ['2027-06-01/2027-06-30', '2027-07-04'],
        evening: ['2027-07-04'],
      },
      nextSessionAt: '2027-06-01T10:00:00+02:00',
      fromPrice: '18.00',
      availableQuantity: 48,
      nextAvailableQuantity: 12,
      products: [exampleOf(productSchema)['@id']],
      giftCard: false,
      calendar: addresses.eventCalendar(exampleId(1), example.id),
    },
  });

/** A summary as a response; the texts of its event are in `language`. */
export function summaryResource(
  event: StoredEvent,
  summary: StoredSummary,
  catalog: Catalog,
  language: string,
): z.output<typeof eventSummarySchema> {
  const { nextSessionAt } = summary;
  return {
    '@id': addresses.eventSummary(catalog.id, event.id),
    '@type': 'TicketingEventSummary',
    id: event.id,
    event: eventResource(event, catalog, language),
    status: summary.status,
    days: dayRanges(summary.days),
    daysByPart: {
      morning: daysOfPart(summary, 'm'),
      afternoon: daysOfPart(summary, 'a'),
      evening: daysOfPart(summary, 'e'),
    },
    nextSessionAt: nextSessionAt && withOffset(nextSessionAt, catalog.timezone),
    fromPrice: summary.fromPrice,
    availableQuantity: summary.availableQuantity,
    nextAvailableQuantity: summary.nextAvailableQuantity,
    calendar: addresses.eventCalendar(catalog.id, event.id),
    products: summary.productIds.map((id) => addresses.product(catalog.id, id)),
    giftCard: summary.giftCard,
  };
}

function daysOfPart({ daysWithPart }: StoredSummary, part: 'm' | 'a' | 'e'): string[] {
  return dayRanges(daysWithPart.filter((day) => day.endsWith(part)).map((day) => day.slice(0, 10)));
}

/** Days in order (YYYY-MM-DD) as ranges: most events are on many days, one after the other. */
export function dayRanges(days: readonly string[]): string[] {
  const ranges: { first: string; last: string }[] = [];
  for (const day of days) {
    const range = ranges.at(-1);
    if (range !== undefined && addDays(range.last, 1) === day) range.last = day;
    else ranges.push({ first: day, last: day });
  }
  return ranges.map(({ first, last }) => (first === last ? first : `${first}/${last}`));
}
