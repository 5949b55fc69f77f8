import { type ZoneClock, zoneClock, type ZonedMoment } from '../session/zone-clock';
import { mostDaysAhead, scheduleDays, type ScheduleRule } from './schedule-days';
import {
  at,
  fail,
  isAbsent,
  isNode,
  items,
  single,
  type Spot,
  term,
  warn,
  warnOfOthers,
} from './schema-org-spot';
import { clearly, durationMinutes, isDay, readDay } from './schema-org-time';

/** One time of a schedule. */
export interface Occurrence {
  readonly start: ZonedMoment;
  /** ISO 8601 (`PT90M`), or null. */
  readonly duration: string | null;
}

interface Timetable extends ScheduleRule {
  /** `19:30:00` */
  readonly time: string;
  readonly minutes: number | null;
  readonly clock: ZoneClock;
}

// What a schedule says with this leaves days out: without it too much would be sold.
const narrowing = 'byMonthWeek';
const read = new Set([
  ...['startDate', 'endDate', 'startTime', 'endTime', 'duration', 'repeatFrequency', 'repeatCount'],
  ...['byDay', 'byMonth', 'byMonthDay', 'exceptDate', 'scheduleTimezone', narrowing],
]);
const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/**
 * The times of a schema.org Schedule, in order, as `clock` shows them. Yields while it counts. None after an error: a
 * schedule that is not understood whole would sell what is not played.
 */
export function* readSchedule(spot: Spot, clock: ZoneClock): Generator<undefined, Occurrence[]> {
  const timetable = readTimetable(spot, clock);
  if (timetable === null) return [];
  const exceptions = readExceptions(spot, timetable.clock);
  const { minutes } = timetable;
  const duration = minutes !== null && minutes > 0 && minutes < 24 * 60 ? `PT${minutes}M` : null;
  const found: Occurrence[] = [];
  let counted = 0;
  for (const day of scheduleDays(timetable)) {
    yield;
    if (day !== null) counted += 1;
    if (day === null || exceptions.has(day)) continue;
    const there = clearly(spot, timetable.clock.atWall(Date.parse(`${day}T${timetable.time}Z`)));
    found.push({ start: clock.at(there), duration });
  }
  if (found.length === 0) warn(spot, 'the schedule has no time');
  const isCutShort = timetable.last === null && counted < (timetable.count ?? 0);
  if (isCutShort) warn(at(spot, 'repeatCount'), 'left out: what lies more than ten years ahead');
  return found;
}

function readTimetable(spot: Spot, fallback: ZoneClock): Timetable | null {
  if (!isNode(spot.value)) return fail(spot, 'a Schedule is needed');
  warnOfOthers(spot, read);
  const { errors } = spot.reading;
  const before = errors.length;
  const of = (member: string) => at(spot, member);
  if (!isAbsent(of(narrowing))) fail(of(narrowing), 'not understood: too much would be sold');
  const first = readDay(of('startDate')) ?? fail(of('startDate'), 'the first day is needed, YYYY-MM-DD');
  const last = isAbsent(of('endDate'))
    ? null
    : (readDay(of('endDate')) ?? fail(of('endDate'), 'a day is needed'));
  const count = isAbsent(of('repeatCount')) ? null : readCount(of('repeatCount'));
  const isEndless = isAbsent(of('endDate')) && isAbsent(of('repeatCount'));
  if (isEndless) fail(spot, 'endDate or repeatCount is needed: what has no end can not be sold');
  if (first !== null && last !== null && Date.parse(last) - Date.parse(first) > mostDaysAhead * 86_400_000) {
    fail(of('endDate'), 'a schedule of at most ten years is needed');
  }
  const time = readTime(of('startTime')) ?? fail(of('startTime'), 'a time of day is needed, such as "19:30"');
  const every = readFrequency(of('repeatFrequency'));
  const lists = {
    weekdays: readWeekdays(of('byDay')),
    months: readNumbers(of('byMonth'), 12),
    monthDays: readNumbers(of('byMonthDay'), 31),
  };
  const isMonthly = every?.unit === 'months' || every?.unit === 'years';
  if (isMonthly && lists.weekdays.length > 0) fail(of('byDay'), 'not understood with months or years');
  const clock = readZone(of('scheduleTimezone'), fallback);
  if (errors.length > before || first === null || time === null || every === null) return null;
  return { first, last, count, every, ...lists, time, minutes: minutesOf(spot, time), clock };
}

function readCount(spot: Spot): number | null {
  const count = Number(single(spot).value);
  return Number.isInteger(count) && count > 0 ? count : fail(spot, 'a whole number is needed');
}

function readTime(spot: Spot): string | null {
  const { value } = single(spot);
  const text = typeof value === 'string' ? value.trim() : '';
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text);
  return match && `${match[1] ?? ''}:${match[2] ?? ''}:${match[3] ?? '00'}`;
}

/** How long each time takes: until `endTime`, which may be on the next day, else `duration`. */
function minutesOf(spot: Spot, time: string): number | null {
  const [end, duration] = [at(spot, 'endTime'), at(spot, 'duration')];
  const { value } = single(duration);
  const told = typeof value === 'string' ? durationMinutes(value) : null;
  if (told === null && !isAbsent(duration)) warn(duration, 'not read: an ISO 8601 duration is needed');
  const until = readTime(end);
  if (until === null) {
    if (!isAbsent(end)) warn(end, 'not read: a time of day is needed, such as "21:00"');
    return told;
  }
  const minuteOf = (clock: string) => Math.floor(Date.parse(`2000-01-01T${clock}Z`) / 60_000);
  const minutes = (minuteOf(until) - minuteOf(time) + 24 * 60) % (24 * 60);
  if (told !== null && told !== minutes) warn(duration, 'not the time until endTime, which counts');
  return minutes;
}

const frequencies: Readonly<Record<string, ScheduleRule['every']['unit']>> = {
  D: 'days',
  W: 'weeks',
  M: 'months',
  Y: 'years',
};

function readFrequency(spot: Spot): ScheduleRule['every'] | null {
  const { value } = single(spot);
  const match = typeof value === 'string' ? /^P([1-9]\d{0,2})([DWMY])$/.exec(value.trim()) : null;
  const unit = frequencies[match?.[2] ?? ''];
  if (match !== null && unit !== undefined) return { unit, step: Number(match[1]) };
  return fail(spot, 'how often it repeats is needed: days, weeks, months or years, such as "P1W"');
}

/** `Monday`, `https://schema.org/Monday` or `MO`. */
function readWeekdays(spot: Spot): number[] {
  return items(spot).flatMap((item) => {
    const name = term(single(item).value);
    const index = weekdayNames.findIndex((day) => name === day || name === day.slice(0, 2).toUpperCase());
    if (index >= 0) return [index + 1];
    fail(item, 'a day of the week is needed, such as "Monday"');
    return [];
  });
}

function readNumbers(spot: Spot, most: number): number[] {
  return items(spot).flatMap((item) => {
    const number = Number(single(item).value);
    const isIn = Number.isInteger(number) && number >= 1 && number <= most;
    if (isIn) return [number];
    fail(item, `a whole number from 1 to ${most} is needed`);
    return [];
  });
}

function readZone(spot: Spot, fallback: ZoneClock): ZoneClock {
  const timezone = String(single(spot).value);
  if (isAbsent(spot) || timezone === fallback.timezone) return fallback;
  try {
    return zoneClock(timezone);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    fail(spot, 'a time zone is needed, such as "Europe/Paris"');
    return fallback;
  }
}

/** Days that are left out. A moment leaves out its whole day: a schedule has one time a day. */
function readExceptions(spot: Spot, clock: ZoneClock): Set<string> {
  const days = items(at(spot, 'exceptDate')).map((item) => {
    const day = readDay(item);
    if (day !== null) return day;
    const text = String(single(item).value);
    const moment = Date.parse(text);
    if (/[T ]\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) && !Number.isNaN(moment))
      return clock.at(moment).day;
    const written = text.slice(0, 10);
    if (isDay(written)) return written;
    return fail(item, 'a day is needed, such as "2027-12-25"');
  });
  return new Set(days.filter((day) => day !== null));
}
