import { findZone, type ZoneClock, type ZonedMoment } from '@/lib/locale/zone-clock';
import { isNode, type DocumentPart } from './schema-org-part';
import { clearly, durationText, isDay, readDay, readMinutes } from './schema-org-time';

export interface Occurrence {
  readonly start: ZonedMoment;
  /** ISO 8601 (`PT90M`), or null. */
  readonly duration: string | null;
}

type Timetable = NonNullable<ReturnType<typeof readTimetable>>;

// These members of a schedule exclude days: ignoring them would sell too much.
const narrowing = 'byMonthWeek';
const read = new Set([
  'startDate',
  'endDate',
  'startTime',
  'endTime',
  'duration',
  'repeatFrequency',
  'repeatCount',
  'byDay',
  'byMonth',
  'byMonthDay',
  'exceptDate',
  'scheduleTimezone',
  narrowing,
]);
const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const units = { D: 'days', W: 'weeks', M: 'months', Y: 'years' } as const;

const dayLength = 86_400_000;
// Ten years of a schedule are read: the search for a rule that fits no day would never end.
const mostDaysAhead = 366 * 10;

/**
 * The times of a schema.org Schedule, in order, as the catalogue's clock shows them. Yields while it counts. Empty
 * after an error: a schedule that is not completely understood would sell sessions that do not take place.
 */
export function* readSchedule(part: DocumentPart): Generator<undefined, Occurrence[]> {
  const timetable = readTimetable(part);
  if (timetable === null) return [];
  const { clock, time, minutes, last, count } = timetable;
  const exceptions = readExceptions(part, clock);
  const duration = minutes === null ? null : durationText(minutes);
  const found: Occurrence[] = [];
  let counted = 0;
  for (const day of daysOf(timetable)) {
    yield;
    if (day !== null) counted += 1;
    if (day === null || exceptions.has(day)) continue;
    const there = clearly(part, clock.atWall(Date.parse(`${day}T${time}Z`)));
    found.push({ start: part.reading.clock.at(there), duration });
  }
  if (found.length === 0) part.warn('Without effect: the schedule has no day.');
  const isCutShort = last === null && counted < (count ?? 0);
  if (isCutShort) part.at('repeatCount').warn('Left out: all that lies more than ten years ahead.');
  return found;
}

/** The rules of a schedule: an empty list of weekdays, months or days of the month allows any. */
function readTimetable(part: DocumentPart) {
  if (!isNode(part.value)) return part.fail('A Schedule is needed.');
  part.warnOfOthers(read);
  const { errors } = part.reading;
  const before = errors.length;
  const [begin, end, repeats] = [part.at('startDate'), part.at('endDate'), part.at('repeatCount')];
  if (!part.at(narrowing).isAbsent)
    part.at(narrowing).fail(`"${narrowing}" is not read, and without it too much would be sold.`);
  const first = readDay(begin) ?? begin.fail('The first day is needed, such as "2027-12-25".');
  const last = end.isAbsent ? null : (readDay(end) ?? end.fail('A day is needed, such as "2027-12-25".'));
  const count = repeats.isAbsent ? null : wholeNumber(repeats, Infinity, 'A whole number from 1 is needed.');
  if (end.isAbsent && repeats.isAbsent) {
    part.fail(
      'An endDate or a repeatCount is needed, and both are missing: what has no end can not be sold.',
    );
  }
  if (first !== null && last !== null && numberOf(last) - numberOf(first) > mostDaysAhead) {
    end.fail('A schedule of at most ten years is needed.');
  }
  const time = readTime(part.at('startTime'));
  if (time === null) part.at('startTime').fail('A time of day is needed, such as "19:30".');
  const every = readFrequency(part.at('repeatFrequency'));
  const lists = {
    weekdays: readWeekdays(part),
    months: readNumbers(part.list('byMonth'), 12),
    monthDays: readNumbers(part.list('byMonthDay'), 31),
  };
  const isMonthly = every?.unit === 'months' || every?.unit === 'years';
  if (isMonthly && lists.weekdays.length > 0)
    part.at('byDay').fail('Days of the week are not read with months or years.');
  const clock = readZone(part.at('scheduleTimezone'));
  if (errors.length > before || first === null || time === null || every === null) return null;
  return { first, last, count, every, ...lists, time, minutes: readLength(part, time), clock };
}

function wholeNumber(part: DocumentPart, most: number, needed: string): number | null {
  const { number } = part;
  return Number.isInteger(number) && number >= 1 && number <= most ? number : part.fail(needed);
}

function readNumbers(parts: readonly DocumentPart[], most: number): number[] {
  return parts.flatMap(
    (part) => wholeNumber(part, most, `A whole number from 1 to ${most} is needed.`) ?? [],
  );
}

/** `19:30:00` */
function readTime(part: DocumentPart): string | null {
  const match = /^((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d))?$/.exec(part.text);
  return match && `${match[1] ?? ''}:${match[2] ?? '00'}`;
}

/** The length of each time: until `endTime`, which may be on the next day, else `duration`. */
function readLength(part: DocumentPart, time: string): number | null {
  const [end, duration] = [part.at('endTime'), part.at('duration')];
  const durationMinutes = readMinutes(duration);
  const until = readTime(end);
  if (until === null) {
    if (!end.isAbsent) end.warn('Not read: a time of day is needed, such as "21:00".');
    return durationMinutes;
  }
  const minuteOf = (clock: string) => Math.floor(Date.parse(`2000-01-01T${clock}Z`) / 60_000);
  const minutes = (minuteOf(until) - minuteOf(time) + 24 * 60) % (24 * 60);
  if (durationMinutes !== null && durationMinutes !== minutes)
    duration.warn('Not used: it is not the time until endTime, which counts.');
  return minutes;
}

function readFrequency(part: DocumentPart) {
  const [, step, letter] = /^P([1-9]\d{0,2})([DWMY])$/.exec(part.text) ?? [];
  if (step !== undefined) return { unit: units[letter as keyof typeof units], step: Number(step) };
  return part.fail(
    'A number of days, weeks, months or years after which it repeats is needed, such as "P1W".',
  );
}

/** `Monday`, `https://schema.org/Monday` or `MO`, from 1 (Monday). */
function readWeekdays(part: DocumentPart): number[] {
  const days = part.list('byDay').map((item) => {
    const name = item.term;
    const index = weekdayNames.findIndex((day) => name === day || name === day.slice(0, 2).toUpperCase());
    return index >= 0 ? index + 1 : item.fail('A day of the week is needed, such as "Monday".');
  });
  return days.filter((day) => day !== null);
}

function readZone(part: DocumentPart): ZoneClock {
  const { clock } = part.reading;
  const timezone = String(part.single().value);
  if (part.isAbsent || timezone === clock.timezone) return clock;
  const zone = findZone(timezone);
  if (zone === null) part.fail('A time zone is needed, such as "Europe/Paris".');
  return zone ?? clock;
}

/** Excluded days. A moment excludes its whole day, because a schedule has one time a day. */
function readExceptions(part: DocumentPart, clock: ZoneClock): Set<string> {
  const days = part.list('exceptDate').map((item) => {
    const day = readDay(item);
    if (day !== null) return day;
    const text = String(item.single().value);
    const moment = Date.parse(text);
    if (/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) && !Number.isNaN(moment)) {
      return clock.at(moment).day;
    }
    const written = text.slice(0, 10);
    return isDay(written) ? written : item.fail('A day is needed, such as "2027-12-25".');
  });
  return new Set(days.filter((day) => day !== null));
}

const numberOf = (day: string) => Date.parse(day) / dayLength;

function dayOf(number: number) {
  const date = new Date(number * dayLength);
  return {
    number,
    weekday: date.getUTCDay() || 7,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
  };
}

type Day = ReturnType<typeof dayOf>;

/** The days, YYYY-MM-DD, in order, within ten years; null for each day between, so that the caller can pause. */
function* daysOf(timetable: Timetable): Generator<string | null> {
  const first = dayOf(numberOf(timetable.first));
  const last = timetable.last === null ? Infinity : numberOf(timetable.last);
  let counted = 0;
  for (let number = first.number; number <= Math.min(last, first.number + mostDaysAhead); number += 1) {
    if (timetable.count !== null && counted >= timetable.count) return;
    const day = dayOf(number);
    const fits = isInStep(timetable, first, day) && fitsLists(timetable, day);
    if (fits) counted += 1;
    yield fits ? new Date(number * dayLength).toISOString().slice(0, 10) : null;
  }
}

function fitsLists({ weekdays, months, monthDays }: Timetable, { weekday, month, day }: Day): boolean {
  const allows = (list: readonly number[], value: number) => list.length === 0 || list.includes(value);
  return allows(weekdays, weekday) && allows(months, month) && allows(monthDays, day);
}

/** Whether a day is in one of the periods (for example every second week) that are counted from the first day. */
function isInStep({ every, weekdays, months, monthDays }: Timetable, first: Day, day: Day): boolean {
  const isMonthDay = monthDays.length > 0 || day.day === first.day;
  switch (every.unit) {
    case 'days':
      return (day.number - first.number) % every.step === 0;
    case 'weeks': {
      const monday = (one: Day) => one.number - one.weekday + 1;
      const weeks = (monday(day) - monday(first)) / 7;
      return weeks % every.step === 0 && (weekdays.length > 0 || day.weekday === first.weekday);
    }
    case 'months':
      return ((day.year - first.year) * 12 + day.month - first.month) % every.step === 0 && isMonthDay;
    case 'years': {
      const isMonth = months.length > 0 || day.month === first.month;
      return (day.year - first.year) % every.step === 0 && isMonth && isMonthDay;
    }
  }
}
