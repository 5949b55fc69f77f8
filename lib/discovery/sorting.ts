import { type Criteria } from './criteria';
import { daysAskedFor, endless, firstDayFrom } from './days';
import type { DayRange, FoundEvent, ListedBooking, ListedEvent, Listing } from './listing';
import { daysOfPart, type WordQuery } from './query';
import type { SearchIndex } from './search-index';

export interface Search {
  readonly listing: Listing;
  readonly index: SearchIndex;
  readonly criteria: Criteria;
  readonly now: Date;
}

/** An address, and what its words ask for. */
export interface Asked extends Search {
  readonly query: WordQuery | null;
  /** The day in the time zone of each catalogue: today is another day in another one. */
  readonly todays: ReadonlyMap<string, string>;
}

export const hasDays = ({ day, from, until }: Criteria) => (day ?? from ?? until) !== undefined;

/** The days that are asked for in a catalogue, by a field or else by words; null: none are. */
export function askedDays({ criteria, query, todays }: Asked, catalogId: string): readonly DayRange[] | null {
  if (hasDays(criteria)) {
    const days = daysAskedFor(criteria, todays.get(catalogId) ?? '');
    return days === null ? [] : [days];
  }
  return query?.daysOf(catalogId) ?? null;
}

/** The first of these days that is in one of the ranges which were asked for. */
function firstWithin(days: readonly DayRange[], asked: readonly DayRange[]): string | undefined {
  const found = asked.flatMap(({ first, last }) => {
    const day = firstDayFrom(days, first);
    return day === null || day > last ? [] : [day];
  });
  return found.sort()[0];
}

/** The first day on which something begins in a part of the day that the words mean, and that part. */
function firstPart({ query }: Asked, booking: ListedBooking, asked: readonly DayRange[]) {
  const found = (query?.parts ?? []).flatMap((part) => {
    const day = firstWithin(daysOfPart(booking, part), asked);
    return day === undefined ? [] : [{ day, part }];
  });
  return found.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))[0];
}

/** The first day that can be booked, of the days that were asked for; of an event that was found by its name, of all. */
function firstDay(asked: Asked, { booking, catalog }: ListedEvent): Pick<FoundEvent, 'day' | 'part'> {
  if (booking === null) return { day: null };
  const today = asked.todays.get(catalog.id) ?? '';
  const ranges = askedDays(asked, catalog.id);
  const ofPart = firstPart(asked, booking, ranges ?? [{ first: today, last: endless }]);
  return ofPart ?? { day: firstWithin(booking.days, ranges ?? []) ?? firstDayFrom(booking.days, today) };
}

/** Smaller is earlier in the list. What has no price is at its end: an infinite number would leave nothing to subtract. */
function orderOf({ criteria, query }: Asked, event: ListedEvent): number {
  switch (criteria.sort) {
    case 'date':
      return 0;
    case 'price':
      return Number(event.booking?.fromPrice ?? Number.MAX_SAFE_INTEGER);
    case undefined:
      return -(query?.score(event) ?? 0);
  }
}

/** The sorting of events: what can be booked first; then as is asked for, or by relevance; then by day and time. */
export function sorted(asked: Asked, events: readonly ListedEvent[]): FoundEvent[] {
  const rank = ({ booking }: ListedEvent) =>
    booking === null || booking.status === 'on_sale' ? 0 : booking.status === 'over' ? 2 : 1;
  // Without a day: after every other.
  const moment = (day: string | null, next: string) =>
    `${day ?? '9999'} ${day !== null && next.startsWith(day) ? next : ''}`;
  const all = events.map((event) => {
    const found: FoundEvent = { ...event, ...firstDay(asked, event) };
    const order = orderOf(asked, event);
    const at = moment(found.day, event.booking?.nextSessionAt ?? '');
    return { found, rank: rank(event), order, moment: at };
  });
  all.sort(
    (a, b) =>
      a.rank - b.rank || a.order - b.order || (a.moment < b.moment ? -1 : a.moment > b.moment ? 1 : 0),
  );
  return all.map(({ found }) => found);
}
