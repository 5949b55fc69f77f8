/** Calendar days ("2026-11-21") and months ("2026-11") without a time zone, so without daylight saving. */

const dayMilliseconds = 86_400_000;

const toMilliseconds = (day: string) => Date.parse(`${day}T00:00:00Z`);
const toDay = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);

/** From here on the next month would have a year of five digits. */
const endOfCalendar = '9999-12';

/** Whether this day exists. 2026-02-30 does not, and the calendar ends with November 9999. */
export function isDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(toMilliseconds(text)) &&
    toDay(toMilliseconds(text)) === text &&
    text < endOfCalendar
  );
}

export function isMonth(text: string): boolean {
  return isDay(`${text}-01`);
}

export function addDays(day: string, days: number): string {
  return toDay(toMilliseconds(day) + days * dayMilliseconds);
}

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const index = year * 12 + (number - 1) + months;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}

export function firstDayOf(month: string): string {
  return `${month}-01`;
}

export function lastDayOf(month: string): string {
  return addDays(firstDayOf(addMonths(month, 1)), -1);
}

/** 0 is Monday, 6 is Sunday. */
export function weekdayOf(day: string): number {
  return (new Date(toMilliseconds(day)).getUTCDay() + 6) % 7;
}

/** The weeks of a month, Monday to Sunday; null for the days of the months before and after. */
export function weeksOf(month: string): (string | null)[][] {
  const first = firstDayOf(month);
  const length = Number(lastDayOf(month).slice(8));
  const before = weekdayOf(first);
  const weekCount = Math.ceil((before + length) / 7);
  return Array.from({ length: weekCount }, (_, week) =>
    Array.from({ length: 7 }, (__, weekday) => {
      const index = week * 7 + weekday - before;
      return index >= 0 && index < length ? addDays(first, index) : null;
    }),
  );
}

/** How many days a strip of days has: two weeks of an event that takes place each day. */
export const daysInStrip = 14;

/** So many days of a strip are seen at once on a phone. */
const daysInSight = 4;

/**
 * The days of a strip that begins with `from`, or with the first day on or after it, and where the strips before and after it
 * begin. `days`: those that have something, in order, YYYY-MM-DD; `first`: the first of all. Without `from` it begins with the
 * first of the days if the chosen one is then in sight, else with the chosen one.
 */
export function stripFrom<Day extends { readonly day: string }>(
  days: readonly Day[],
  { from, chosen, first }: { from: string | null; chosen: string | undefined; first: string },
) {
  const isInSight = days.slice(0, daysInSight).some(({ day }) => day === chosen);
  const start = from ?? (isInSight || chosen === undefined ? (days[0]?.day ?? first) : chosen);
  const ahead = days.filter(({ day }) => day >= start);
  const before = addDays(start, -daysInStrip);
  return {
    days: ahead.slice(0, daysInStrip),
    earlierFrom: start <= first ? null : before < first ? first : before,
    laterFrom: ahead[daysInStrip]?.day ?? null,
  };
}
