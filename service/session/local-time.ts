import { Temporal } from 'temporal-polyfill';

/** The moment with the UTC offset of its place, to the second: `2026-11-22T10:00:00+01:00`. */
export function withOffset(moment: Date, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toString({
    timeZone: timezone,
    smallestUnit: 'second',
  });
}

/** The calendar day of the moment where the clock shows that time zone, YYYY-MM-DD. */
export function dayIn(moment: string, timezone: string): string {
  return Temporal.Instant.from(moment).toZonedDateTimeISO(timezone).toPlainDate().toString();
}

/** The moment at which the day is over in that time zone. */
export function endOfDay(day: string, timezone: string): Date {
  const next = Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(timezone);
  return new Date(next.epochMilliseconds);
}
