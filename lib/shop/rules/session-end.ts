import { Temporal } from 'temporal-polyfill';

/**
 * When a session is over, or the time in which one may arrive: it begins at a moment and lasts an ISO 8601 duration. Null
 * for a duration that is unknown, or none: other servers may send anything. Months and days are those of UTC.
 */
export function sessionEnd(begins: Temporal.Instant, duration: string | null): Temporal.Instant | null {
  if (duration === null) return null;
  try {
    const length = Temporal.Duration.from(duration);
    return length.sign > 0 ? begins.toZonedDateTimeISO('UTC').add(length).toInstant() : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** How long a session lasts in whole minutes, of which the last one may have begun. `occursAt` is ISO 8601. */
export function sessionMinutes(occursAt: string, duration: string | null): number | null {
  const begins = Temporal.Instant.from(occursAt);
  const end = sessionEnd(begins, duration);
  return end === null ? null : Math.ceil((end.epochMilliseconds - begins.epochMilliseconds) / 60_000);
}
