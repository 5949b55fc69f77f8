import { eventCalendarSchema } from '../contract/event-calendar';
import { eventSummarySchema } from '../contract/event-summary';
import { addresses } from '../contract/iri';
import type { CallOptions } from './result';
import { kindOfList, type Reader } from './reader';

const eventSummaries = kindOfList('event_summaries', eventSummarySchema);

interface DayBounds {
  readonly from: string;
  readonly to: string;
}

/** What our service tells about events beyond the specification: dates, prices and availability. */
export function eventSummaryCalls(reader: Reader) {
  return {
    /** Only of a catalogue that has `eventSummaries`. */
    listEventSummaries: (catalogId: string, call: CallOptions) =>
      reader.all({ ...eventSummaries, path: addresses.eventSummaries(catalogId) }, {}, call),

    getEventSummary: (catalogId: string, eventId: string, call: CallOptions) =>
      reader.one(eventSummarySchema, addresses.eventSummary(catalogId, eventId), call),

    /** Only of an event whose summary has a `calendar`. `from` and `to`: the first and the last day, YYYY-MM-DD. */
    getEventCalendar: (catalogId: string, eventId: string, { from, to }: DayBounds, call: CallOptions) => {
      const query = new URLSearchParams({ 'date[after]': from, 'date[before]': to });
      const path = `${addresses.eventCalendar(catalogId, eventId)}?${query.toString()}`;
      return reader.one(eventCalendarSchema, path, call);
    },
  };
}
