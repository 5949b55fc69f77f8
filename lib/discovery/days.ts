import { addDays, isDay, weekdayOf } from '../locale/calendar';
import type { DayRange } from './listing';

/** Names of days in an address, which mean other days tomorrow. */
export const namedDays = ['today', 'tomorrow', 'weekend', 'week'] as const;
export type NamedDay = (typeof namedDays)[number];

export function isNamedDay(text: string): text is NamedDay {
  return namedDays.some((name) => name === text);
}

/** The days of the week, Monday first, as words of a search name them. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

/** `--12-24` (ISO 8601): a day of each year. */
const dayOfYear = /^--(\d{2}-\d{2})$/;

/**
 * The days that a word of a search means on `today`: a named day, the next day of the week with this name, or the next
 * one of a year. Null for a day that no year to come has.
 */
export function daysOfWord(word: string, today: string): DayRange | null {
  if (isNamedDay(word)) return daysOfName(word, today);
  const weekday = weekdays.findIndex((name) => name === word);
  if (weekday >= 0) {
    const day = addDays(today, (weekday - weekdayOf(today) + 7) % 7);
    return { first: day, last: day };
  }
  const [, date = ''] = dayOfYear.exec(word) ?? [];
  const year = Number(today.slice(0, 4));
  // 29 February is at most eight years away.
  const day = Array.from({ length: 9 }, (_, later) => `${year + later}-${date}`).find(
    (each) => isDay(each) && each >= today,
  );
  return day === undefined ? null : { first: day, last: day };
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

/** The last day of a range without an end. */
export const endless = '9999-12-31';

/**
 * The days that an address asks for, seen from `today`. Null for none, for what is not a day, and for a range that ends before
 * it begins. A range without a first day begins today; one without a last day ends with `endless`.
 */
export function daysAskedFor({ day, from, until }: AskedDays, today: string): DayRange | null {
  if (day !== undefined) {
    if (isNamedDay(day)) return daysOfName(day, today);
    return isDay(day) ? { first: day, last: day } : null;
  }
  if (from === undefined && until === undefined) return null;
  if (![from, until].every((date) => date === undefined || isDay(date))) return null;
  const [first, last] = [from ?? today, until ?? endless];
  return first <= last ? { first, last } : null;
}

/** A named day or YYYY-MM-DD; or the first and the last day of a range. */
interface AskedDays {
  readonly day?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
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
