import { daySchema } from '@/lib/contract/values';
import type { LocalMoment, ZoneClock, ZonedMoment } from '../session/zone-clock';
import { fail, isAbsent, single, type Spot, warn } from './schema-org-spot';

const needed = 'a date and time in ISO 8601 is needed, such as "2027-09-05T13:30:00+01:00"';
// Days of the years 1 to 9998 in any time zone: what feeds take (lib/contract/values.ts).
const earliest = Date.parse('0001-01-02T00:00:00Z');
const latest = Date.parse('9998-12-30T00:00:00Z');

const written =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:(Z)|([+-])(\d{2}):?(\d{2}))?$/i;

/**
 * A moment as the clock shows it. A time without an offset is one of that clock; a date alone is an error, because
 * nobody could be told when to come. Null after an error.
 */
export function readMoment(spot: Spot, clock: ZoneClock): ZonedMoment | null {
  const epoch = readEpoch(spot, clock);
  return epoch === null ? null : clock.at(epoch);
}

/** The same in milliseconds since 1970. */
export function readEpoch(spot: Spot, clock: ZoneClock): number | null {
  const here = single(spot);
  const text = typeof here.value === 'string' ? here.value.trim() : '';
  const epoch = parseMoment(here, text, clock);
  return epoch !== null && epoch > earliest && epoch < latest ? epoch : fail(here, needed);
}

function parseMoment(here: Spot, text: string, clock: ZoneClock): number | null {
  const match = written.exec(text);
  if (!match) return null;
  const [, year, month, day, hour, minute, second = '0', fraction = '0', utc, sign] = match;
  const wall = wallTime(
    Number(year),
    Number(month),
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  if (wall === null) return null;
  const exact = wall + Number(fraction.padEnd(3, '0').slice(0, 3));
  if (utc !== undefined) return exact;
  if (sign === undefined) return clearly(here, clock.atWall(exact));
  const [hours, minutes] = [Number(match[10]), Number(match[11])];
  if (hours > 23 || minutes > 59) return null;
  const offset = (hours * 60 + minutes) * 60_000;
  return sign === '-' ? exact + offset : exact - offset;
}

/** A time on the wall, counted as if it were UTC; null when no clock shows it. A leap second is the one before it. */
function wallTime(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number | null {
  const wall = new Date(0);
  wall.setUTCFullYear(year, month - 1, day);
  if (wall.getUTCMonth() !== month - 1 || wall.getUTCDate() !== day) return null;
  if (hour > 23 || minute > 59 || second > 60) return null;
  return wall.setUTCHours(hour, minute, Math.min(second, 59));
}

/** The moment; with a warning where the clocks show that time twice or not at all. */
export function clearly(spot: Spot, { epoch, isClear }: LocalMoment): number {
  if (!isClear) warn(spot, 'the clocks show this time twice or skip it: an offset is needed to be sure');
  return epoch;
}

/** A day (YYYY-MM-DD), or null when the value is none. */
export function readDay(spot: Spot): string | null {
  const { value } = single(spot);
  const text = typeof value === 'string' ? value.trim() : '';
  return isDay(text) ? text : null;
}

/** Whether a text is a day, YYYY-MM-DD. */
export function isDay(text: string): boolean {
  return text.length === 10 && daySchema.safeParse(text).success;
}

/** A limit of sales in milliseconds since 1970: a moment, or a day as its begin or its end. Null: none, or an error. */
export function readLimit(spot: Spot, clock: ZoneClock, which: 'begin' | 'end'): number | null {
  if (isAbsent(spot)) return null;
  const day = readDay(spot);
  if (day === null) return readEpoch(spot, clock);
  if (which === 'begin') return clock.dayStart(day);
  return clock.dayEnd(day);
}

/** Minutes of an ISO 8601 duration; null when it is none, or when months and years leave it open. */
export function durationMinutes(text: string): number | null {
  const match =
    /^P(?=.)(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?=.)(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,6})(?:[.,]\d+)?S)?)?$/i.exec(
      text.trim(),
    );
  if (!match) return null;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  return ((weeks * 7 + days) * 24 + hours) * 60 + minutes + Math.floor(seconds / 60);
}

/**
 * How long it takes, in whole minutes as ISO 8601 (`PT90M`): until `endDate`, else `duration`. Null when neither tells,
 * or when it is not between a minute and a day.
 */
export function readDuration(
  { endDate, duration }: { endDate: Spot; duration: Spot },
  start: ZonedMoment | null,
  clock: ZoneClock,
): string | null {
  const end = isAbsent(endDate) || readDay(endDate) !== null ? null : readEpoch(endDate, clock);
  const untilEnd = end !== null && start ? Math.floor((end - start.epoch) / 60_000) : null;
  const told = isAbsent(duration) ? null : toldMinutes(duration);
  if (untilEnd !== null && told !== null && untilEnd !== told) {
    warn(duration, 'the duration is not the time until endDate, which counts');
  }
  const minutes = untilEnd ?? told;
  if (minutes === null) {
    // The day on which something ends says nothing about how long it takes.
    if (!isAbsent(endDate) && readDay(endDate) !== null) warn(endDate, 'a day is no time of day: not read');
    return null;
  }
  if (minutes > 0 && minutes < 24 * 60) return `PT${minutes}M`;
  warn(untilEnd === null ? duration : endDate, 'not shown: it is not between a minute and a day');
  return null;
}

function toldMinutes(duration: Spot): number | null {
  const { value } = single(duration);
  const minutes = typeof value === 'string' ? durationMinutes(value) : null;
  if (minutes === null) warn(duration, 'not read: an ISO 8601 duration is needed, such as "PT90M"');
  return minutes;
}
