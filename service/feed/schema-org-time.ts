import { daySchema } from '@/lib/contract/values';
import type { LocalMoment, ZoneClock, ZonedMoment } from '@/lib/locale/zone-clock';
import type { DocumentPart } from './schema-org-part';

const needed = 'A date and time in ISO 8601 is needed, such as "2027-09-05T13:30:00+01:00".';
const neededTime =
  'A time is needed after the day, such as "2027-09-05T13:30:00+01:00"; daysWithoutTime can say that such events are left ' +
  'out ("leave_out") or have tickets that are valid all day ("any_time").';
// Days of the years 1 to 9998 in any time zone, as feeds allow (lib/contract/values.ts).
const earliest = Date.parse('0001-01-02T00:00:00Z');
const latest = Date.parse('9998-12-30T00:00:00Z');

const written =
  /^(\d{4}-\d{2}-\d{2})[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d|60)(?:[.,](\d{1,9}))?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/i;

/**
 * A moment as the catalogue's clock shows it. A time without an offset is a local time of the catalogue; a date without a time is
 * an error, because customers would not know when to come. Null after an error.
 */
export function readMoment(part: DocumentPart): ZonedMoment | null {
  const epoch = readEpoch(part);
  return epoch === null ? null : part.reading.clock.at(epoch);
}

/** A moment in milliseconds since 1970; null after an error. */
export function readEpoch(part: DocumentPart): number | null {
  const here = part.single();
  const epoch = parseMoment(here);
  if (epoch === null && readDay(here) !== null) return here.fail(neededTime);
  return epoch !== null && epoch > earliest && epoch < latest ? epoch : here.fail(needed);
}

function parseMoment(here: DocumentPart): number | null {
  const { clock } = here.reading;
  const moment = momentIn(here.text, clock);
  if (moment === null) return null;
  if (contradictsZone(here.text, moment.epoch, clock)) here.warn(otherOffset);
  return clearly(here, moment);
}

export const unclearTime = 'The clocks show this time twice or skip it: an offset is needed to be sure.';

/** What is said of a moment whose offset is not the one of its place. */
export const otherOffset =
  "The offset is not that of the catalogue's time zone then: the moment counts, customers see it at the clock of the zone.";

/** A date and time as a moment; a time without an offset is a local one. Null for any other text. */
export function momentIn(text: string, clock: Pick<ZoneClock, 'atWall'>): LocalMoment | null {
  const [, day = '', minute, second = '00', fraction = '', zone] = written.exec(text) ?? [];
  if (!isDay(day)) return null;
  // A leap second becomes the second before it.
  const wall = `${day}T${minute}:${second === '60' ? '59' : second}.${fraction.padEnd(3, '0').slice(0, 3)}`;
  if (zone === undefined) return clock.atWall(Date.parse(`${wall}Z`));
  return { epoch: Date.parse(wall + colonInOffset(zone)), isClear: true };
}

const colonInOffset = (zone: string) => zone.toUpperCase().replace(/(\d{2})(\d{2})$/, '$1:$2');

/** Whether a text has an offset that its place does not have then. Programs also write moments in UTC, everywhere. */
export function contradictsZone(text: string, epoch: number, clock: Pick<ZoneClock, 'at'>): boolean {
  const zone = written.exec(text)?.[5];
  if (zone === undefined || /^(Z|[+-]00:?00)$/i.test(zone)) return false;
  return epoch > earliest && epoch < latest && !clock.at(epoch).text.endsWith(colonInOffset(zone));
}

/** The moment; with a warning if the local time occurs twice or not at all. */
export function clearly(part: DocumentPart, { epoch, isClear }: LocalMoment): number {
  if (!isClear) part.warn(unclearTime);
  return epoch;
}

/** A day (YYYY-MM-DD), or null if the value is not one. */
export function readDay(part: DocumentPart): string | null {
  const { text } = part;
  return isDay(text) ? text : null;
}

export function isDay(text: string): boolean {
  return text.length === 10 && daySchema.safeParse(text).success;
}

/** The begins or the ends of a sale, in milliseconds since 1970: moments, or days that are included. */
export function readLimits(parts: readonly DocumentPart[], ofDay: 'dayStart' | 'dayEnd'): number[] {
  return parts.flatMap((part) => {
    if (part.isAbsent) return [];
    const day = readDay(part);
    return day === null ? (readEpoch(part) ?? []) : part.reading.clock[ofDay](day);
  });
}

/** Minutes of an ISO 8601 duration; null if there is none. Months and years are not read: their length varies. */
export function readMinutes(part: DocumentPart): number | null {
  if (part.isAbsent) return null;
  const match =
    /^P(?=.)(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?=.)(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,6})(?:[.,]\d+)?S)?)?$/i.exec(
      part.text,
    );
  if (!match)
    return part.warn(
      'Not read: an ISO 8601 duration in weeks, days, hours, minutes and seconds is needed, such as "PT90M".',
    );
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  return ((weeks * 7 + days) * 24 + hours) * 60 + minutes + Math.floor(seconds / 60);
}

/** `PT90M`; null if it is not between a minute and a day. */
export function durationText(minutes: number): string | null {
  return minutes > 0 && minutes < 24 * 60 ? `PT${minutes}M` : null;
}

/** Until `endDate`, else `duration`, as `PT90M`. Null without both, or if not between a minute and a day. */
export function readDuration(node: DocumentPart, start: ZonedMoment | null): string | null {
  const [endDate, duration] = [node.at('endDate'), node.at('duration')];
  // An end that is only a day does not say how long the session takes.
  const isOnlyDay = readDay(endDate) !== null;
  const end = endDate.isAbsent || isOnlyDay ? null : readEpoch(endDate);
  const untilEnd = end !== null && start ? Math.floor((end - start.epoch) / 60_000) : null;
  const durationMinutes = readMinutes(duration);
  if (untilEnd !== null && durationMinutes !== null && untilEnd !== durationMinutes) {
    duration.warn('Not used: it is not the time until endDate, which counts.');
  }
  const minutes = untilEnd ?? durationMinutes;
  if (minutes === null)
    return isOnlyDay ? endDate.warn('Not read: a day does not say at what time it ends.') : null;
  const ignored = untilEnd === null ? duration : endDate;
  return durationText(minutes) ?? ignored.warn('Not shown: it is not between a minute and a day.');
}
