import { Temporal } from 'temporal-polyfill';

/** The moment with the UTC offset of its place, to the second: `2026-11-22T10:00:00+01:00`. */
export function withOffset(moment: Date, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toString({
    timeZone: timezone,
    smallestUnit: 'second',
  });
}
