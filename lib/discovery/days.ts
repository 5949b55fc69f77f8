import { addDays, isDay, weekdayOf } from '../locale/calendar';
import type { DayRange } from './listing';

/** Names of days in an address, which mean other days tomorrow. */
export const namedDays = ['today', 'tomorrow', 'weekend', 'week'] as const;
export type NamedDay = (typeof namedDays)[number];

export function isNamedDay(text: string): text is NamedDay {
  return namedDays.some((name) => name === text);
}

/** The days that a name means on `today`. The weekend is Saturday and Sunday; on a Sunday it is that day. */
function daysOfName(name: NamedDay, today: string): DayRange {
  switch (name) {
    case 'today':
      return { first: today, last: today };
    case 'tomorrow':
      return { first: addDays(today, 1), last: addDays(today, 1) };
    case 'weekend': {
      const sunday = addDays(today, 6 - weekdayOf(today));
      return { first: today === sunday ? today : addDays(sunday, -1), last: sunday };
    }
    case 'week':
      return { first: today, last: addDays(today, 6) };
  }
}

/**
 * The days that an address asks for, seen from `today`: a name or a day, and the last day of a range. Null for
 * anything else, and for a range that ends before it begins.
 */
export function daysAskedFor(
  day: string | undefined,
  until: string | undefined,
  today: string,
): DayRange | null {
  if (day === undefined) return until !== undefined && isDay(until) ? { first: today, last: until } : null;
  if (isNamedDay(day)) return daysOfName(day, today);
  if (!isDay(day)) return null;
  const last = until !== undefined && isDay(until) ? until : day;
  return last < day ? null : { first: day, last };
}

/** Whether any of the ranges, which are in order, has a day in common with `days`. */
export function hasDayIn(ranges: readonly DayRange[], { first, last }: DayRange): boolean {
  return ranges.some((range) => range.first <= last && range.last >= first);
}

/** The first day of the ranges, which are in order, that is not before `day`; null if there is none. */
export function firstDayFrom(ranges: readonly DayRange[], day: string): string | null {
  const range = ranges.find(({ last }) => last >= day);
  if (range === undefined) return null;
  return range.first > day ? range.first : day;
}
