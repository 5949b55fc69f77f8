import { Temporal } from 'temporal-polyfill';
import type { Feed } from '@/lib/contract/feed';
import type { Bilingual } from './bilingual';

export type FeedEvent = Feed['events'][number];
export type FeedProduct = Feed['products'][number];
export type FeedSession = FeedEvent['sessions'][number];
export type FeedOffer = FeedProduct['offers'][number];
export type Day = Temporal.PlainDate;

const daysAhead = 120;
export const weekday = {
  monday: 1,
  tuesday: 2,
  wednesday: 3,
  thursday: 4,
  friday: 5,
  saturday: 6,
  sunday: 7,
};

/** The input of a catalogue: its first day, and the address of its posters. */
export interface CatalogOptions {
  /** YYYY-MM-DD, in the catalogue's time zone. */
  readonly today: string;
  readonly demoUrl: string;
}

/** One occurrence on a day, in the venue's local time (`HH:MM`). */
export interface Showing {
  readonly time: string;
  readonly capacity: number | null;
  readonly tag?: string;
  readonly name?: Bilingual;
}

/** The common properties of all sessions of an event. */
interface Series {
  readonly key: string;
  readonly timezone: string;
  readonly duration: string;
}

interface Terms {
  readonly price: string;
  readonly capacity: number | null;
  readonly originalPrice?: string;
  readonly priceExclTax?: string;
}

export function daysFrom(today: string): Day[] {
  const first = Temporal.PlainDate.from(today);
  return Array.from({ length: daysAhead }, (_, days) => first.add({ days }));
}

/** Whether the day is one of these days of any year, each as MM-DD. */
export function isHoliday(day: Day, holidays: readonly string[]): boolean {
  return holidays.includes(day.toString().slice(5));
}

/**
 * A repertory alternates by week. The weeks are counted from a fixed Monday, so that they do not depend on today.
 */
export function isEvenWeek(day: Day): boolean {
  const days = Temporal.PlainDate.from('2024-01-01').until(day, { largestUnit: 'days' }).days;
  return Math.floor(days / 7) % 2 === 0;
}

/** The moment of the local time `time` in `timezone`, with the offset of that day. */
function momentAt(day: Day, time: string, timezone: string): string {
  return day
    .toZonedDateTime({ timeZone: timezone, plainTime: time })
    .toString({ smallestUnit: 'second', timeZoneName: 'never' });
}

/** Times of day from the first to the last, both included. */
export function everyMinutes(minutes: number, first: string, last: string): string[] {
  const times: string[] = [];
  const end = Temporal.PlainTime.from(last);
  let time = Temporal.PlainTime.from(first);
  while (Temporal.PlainTime.compare(time, end) <= 0) {
    times.push(time.toString({ smallestUnit: 'minute' }));
    time = time.add({ minutes });
  }
  return times;
}

/** The sessions of an event. The last one of a day has all its places, so that something can be bought on any day. */
export function sessionsOf(
  series: Series,
  days: readonly Day[],
  showingsOn: (day: Day) => readonly Showing[],
): FeedSession[] {
  return days.flatMap((day) =>
    showingsOn(day).map(({ time, capacity, tag, name }, index, { length }) => {
      const key = `${series.key}/${day.toString()}T${time}`;
      return {
        key,
        occursAt: momentAt(day, time, series.timezone),
        duration: series.duration,
        capacity: capacity === null || index === length - 1 ? capacity : scarce(key, capacity),
        ...(tag === undefined ? {} : { tag }),
        ...(name === undefined ? {} : { name }),
      };
    }),
  );
}

/** Offers for full-day access, sold until `lastEntry` in the venue's local time. */
export function dayOffers(
  product: string,
  days: readonly Day[],
  venue: { readonly timezone: string; readonly lastEntry: string },
  terms: Terms,
): FeedOffer[] {
  return days.map((day) => {
    const date = day.toString();
    const capacity = terms.capacity === null ? null : scarce(`${product}/${date}`, terms.capacity);
    return { ...terms, date, capacity, saleEndsAt: momentAt(day, venue.lastEntry, venue.timezone) };
  });
}

/**
 * Offers for the days on which each of the groups (the sessions that one ticket gives access to) has a session.
 * They are sold until one of the groups has no session left on that day.
 */
export function sessionOffers(
  groups: readonly (readonly FeedSession[])[],
  termsOn: (day: Day) => Terms,
): FeedOffer[] {
  const lastStarts = groups.map(
    (sessions) => new Map(sessions.map(({ occursAt }) => [occursAt.slice(0, 10), occursAt])),
  );
  const dates = [...(lastStarts[0]?.keys() ?? [])];
  return dates.flatMap((date) => {
    const ends = lastStarts.flatMap((starts) => starts.get(date) ?? []);
    if (ends.length < groups.length) return [];
    const [saleEndsAt = null] = ends.sort((a, b) => Date.parse(a) - Date.parse(b));
    return [{ ...termsOn(Temporal.PlainDate.from(date)), date, saleEndsAt }];
  });
}

/**
 * What is left of a capacity before the first sale. Some sessions are sold out, some have one place, some only a
 * few, so that every state can be seen. It depends only on the key, so it is the same every day.
 */
function scarce(key: string, usual: number): number {
  if (usual <= 12) return usual;
  const lot = shareOf(key);
  if (lot < 0.03) return 0;
  if (lot < 0.05) return 1;
  return lot < 0.13 ? Math.min(usual, 4) : usual;
}

/** A number from 0 up to 1, spread evenly over keys (32-bit FNV-1a, mixed once more: like keys differ only at the end). */
function shareOf(key: string): number {
  let hash = 0x811c9dc5;
  for (const character of key) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}
