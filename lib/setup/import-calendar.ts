import { addDays, weekdayOf } from '../locale/calendar';
import { findZone } from '../locale/zone-clock';
import { type CalendarEvent, type CalendarLine, readCalendarEvents } from './calendar-lines';
import { mostSessions } from './edit-sessions';
import {
  type ImportedEvent,
  type ImportedSession,
  type ImportErrorCode,
  ImportNotes,
  type ImportReading,
  type ImportWarningCode,
} from './imported';

/** A local time, of a zone or of the catalogue (null). */
interface CalendarMoment {
  readonly day: string;
  readonly time: string;
  readonly zone: string | null;
}

/** The events of a calendar file (RFC 5545): those with the same name are sessions of one event. */
export function readImportCalendar(text: string): ImportReading {
  const errors = new ImportNotes<ImportErrorCode>();
  const warnings = new ImportNotes<ImportWarningCode>();
  const found = new Map<string, ImportedEvent & { readonly sessions: ImportedSession[] }>();
  const events = readCalendarEvents(text);
  const moved = movedTimes(events);
  let count = 0;
  for (const event of events) {
    const { line, of } = event;
    // Beyond that nothing is put into a draft, and a short file could repeat millions of times.
    if (count > mostSessions) break;
    const name = of('SUMMARY')?.value ?? '';
    if (of('STATUS')?.value === 'CANCELLED') {
      warnings.add('not_read', line, 'STATUS', name);
      continue;
    }
    if (name === '') errors.add('missing', line, 'SUMMARY', '');
    const start = momentOf(of('DTSTART'), line, { errors, warnings });
    if (start === null || name === '') continue;
    const minutes = minutesOf(event, start);
    const times = repeated(start, event, moved.get(of('UID')?.value ?? '') ?? [], warnings);
    const place = of('LOCATION')?.value ?? '';
    const key = name.toLowerCase();
    const known = found.get(key) ?? {
      name,
      description: of('DESCRIPTION')?.value ?? '',
      place: place === '' ? null : { name: place.slice(0, 250), address: '' },
      sessions: [],
      tariffs: [],
    };
    found.set(key, known);
    count += times.length;
    known.sessions.push(...times.map((time) => ({ ...time, minutes, capacity: null, row: line })));
  }
  return { events: [...found.values()], errors, warnings };
}

/** The times of repeated events that have an event of their own, by the identifier. */
function movedTimes(events: readonly CalendarEvent[]): Map<string, CalendarMoment[]> {
  const moved = new Map<string, CalendarMoment[]>();
  for (const { of } of events) {
    const time = readMoment(of('RECURRENCE-ID'));
    const id = of('UID')?.value ?? '';
    if (time !== null) moved.set(id, [...(moved.get(id) ?? []), time]);
  }
  return moved;
}

const written = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})\d{2}(Z?)$/;

/** A zone that is not known counts as that of the catalogue. */
function readMoment(property: CalendarLine | undefined): CalendarMoment | null {
  const [, year, month, day, hour, minute, utc] = written.exec(property?.value ?? '') ?? [];
  if (year === undefined) return null;
  const named = property?.parameters.get('TZID') ?? '';
  const zone = utc === 'Z' ? 'UTC' : findZone(named) === null ? null : named;
  return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}`, zone };
}

interface Notes {
  readonly errors: ImportReading['errors'];
  readonly warnings: ImportReading['warnings'];
}

function momentOf(
  start: CalendarLine | undefined,
  line: number,
  { errors, warnings }: Notes,
): CalendarMoment | null {
  const moment = readMoment(start);
  if (moment === null)
    errors.add(start === undefined ? 'missing' : 'time', line, 'DTSTART', start?.value ?? '');
  const named = start?.parameters.get('TZID') ?? '';
  if (moment !== null && moment.zone === null && named !== '')
    warnings.add('unknown_zone', line, 'DTSTART', named);
  return moment;
}

const minute = 60_000;
const wallOf = ({ day, time }: CalendarMoment) => Date.parse(`${day}T${time}Z`);

/** How long an event takes, by its end or its duration; null: it is not said, or not within a week. */
function minutesOf({ of }: CalendarEvent, start: CalendarMoment): number | null {
  const end = readMoment(of('DTEND'));
  const [, days = '0', hours = '0', minutes = '0'] =
    /^P(?:(\d{1,2})D)?(?:T(?:(\d{1,3})H)?(?:(\d{1,4})M)?(?:\d+S)?)?$/.exec(of('DURATION')?.value ?? '') ?? [];
  const said = (Number(days) * 24 + Number(hours)) * 60 + Number(minutes);
  const length = end === null ? said : (wallOf(end) - wallOf(start)) / minute;
  return length > 0 && length <= 7 * 24 * 60 ? length : null;
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** The parts of a rule that are read. */
const knownParts = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'WKST'];

/** All times of an event that is repeated each day or week. Of other rules only the first time is read, and that is told. */
function repeated(
  start: CalendarMoment,
  { line, of, all }: CalendarEvent,
  moved: readonly CalendarMoment[],
  warnings: Notes['warnings'],
): CalendarMoment[] {
  const rule = of('RRULE')?.value ?? '';
  const isException = of('RECURRENCE-ID') !== undefined;
  const steps = rule === '' || isException ? [start.day] : daysOf(start, rule);
  if (steps === null) warnings.add('rule', line, 'RRULE', rule);
  const left = new Set(
    [...excluded(all('EXDATE')), ...(isException ? [] : moved)].map((moment) => textIn(start.zone, moment)),
  );
  return (steps ?? [start.day])
    .map((day) => ({ ...start, day }))
    .filter(({ day, time }) => !left.has(`${day} ${time}`));
}

const excluded = (lines: readonly CalendarLine[]): CalendarMoment[] =>
  lines.flatMap(({ value, ...line }) =>
    value.split(',').flatMap((one) => readMoment({ ...line, value: one }) ?? []),
  );

/** The days of a rule; null: it is none that is read, or has no end. */
function daysOf(start: CalendarMoment, text: string): string[] | null {
  const rule = new Map(text.split(';').map((part) => [part.split('=')[0] ?? '', part.split('=')[1] ?? '']));
  const [frequency, count, until] = [rule.get('FREQ'), rule.get('COUNT'), rule.get('UNTIL')];
  const interval = Number(rule.get('INTERVAL') ?? 1);
  const named = (rule.get('BYDAY') ?? '').split(',').filter(Boolean);
  const isKnown = [...rule.keys()].every((part) => knownParts.includes(part));
  const isWeekly = frequency === 'WEEKLY';
  if (!isKnown || (!isWeekly && frequency !== 'DAILY') || (count === undefined) === (until === undefined))
    return null;
  if (
    !named.every((day) => weekdays.includes(day)) ||
    !(interval >= 1) ||
    (count !== undefined && !(Number(count) > 0))
  )
    return null;
  const last = until === undefined ? null : lastMoment(until, start);
  if (until !== undefined && last === null) return null;
  const chosen =
    named.length > 0
      ? named.map((day) => weekdays.indexOf(day))
      : isWeekly
        ? [weekdayOf(start.day)]
        : [0, 1, 2, 3, 4, 5, 6];
  // Weeks begin on Monday, as they do without WKST.
  const monday = addDays(start.day, -weekdayOf(start.day));
  const most = Math.min(Number(count ?? mostSessions), mostSessions);
  const days: string[] = [];
  for (let index = 0; days.length < most && index < mostDays; index += 1) {
    const day = addDays(isWeekly ? monday : start.day, index);
    if (last !== null && `${day} ${start.time}` > last) break;
    const isTurn = Math.floor(isWeekly ? index / 7 : index) % interval === 0;
    if (day >= start.day && isTurn && chosen.includes(weekdayOf(day))) days.push(day);
  }
  return days;
}

const mostDays = 3660;

/** The end of a rule as a time of the zone of its event, `2031-06-01 20:00`: a day is included. */
function lastMoment(until: string, start: CalendarMoment): string | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(until) ?? [];
  if (year !== undefined) return `${year}-${month}-${day} 23:59`;
  const moment = readMoment({ value: until, parameters: new Map() });
  return moment === null ? null : textIn(start.zone, moment);
}

/** A moment of UTC at the clock of a zone, all others as they are: only UTC is written beside times of zones. */
function textIn(zone: string | null, { day, time, zone: own }: CalendarMoment): string {
  const clock = zone === null || own !== 'UTC' ? null : findZone(zone);
  const text = clock === null ? `${day} ${time}` : clock.at(Date.parse(`${day}T${time}Z`)).text;
  return `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}
