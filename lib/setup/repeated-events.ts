import type { CalendarEvent, CalendarLine } from './calendar-lines';
import {
  asMinutes,
  type CalendarClocks,
  type CalendarMoment,
  readDay,
  readDuration,
} from './calendar-moments';
import type { ImportReading } from './imported';
import { daysOfRule } from './recurrence';

/** When an event takes place. */
export interface Occurrence extends CalendarMoment {
  /** Null: it is not said. */
  readonly minutes: number | null;
}

interface Reader {
  readonly clocks: CalendarClocks;
  readonly warnings: ImportReading['warnings'];
}

/**
 * All times of an event: its first one, those of its rule (of a rule that is not read only the first time, and that is told), and
 * those that are named, without those that are excepted or `moved`: they have an event of their own.
 */
export function timesOf(
  event: CalendarEvent,
  first: Occurrence,
  moved: readonly CalendarLine[],
  reader: Reader,
): Occurrence[] {
  const { of, all } = event;
  const { warnings, clocks } = reader;
  const isMoved = of('RECURRENCE-ID') !== undefined;
  const rules = isMoved ? [] : all('RRULE').slice(0, 1);
  const unread = {
    RRULE: all('RRULE').slice(rules.length),
    EXRULE: all('EXRULE'),
    RDATE: isMoved ? all('RDATE') : [],
  };
  for (const [name, lines] of Object.entries(unread))
    for (const { line, value } of lines) warnings.add('not_read', line, name, value);
  const times = new Map([[clocks.textAt(first, first), first]]);
  const isRead = rules.every((rule) => addRule(times, rule, first, reader));
  if (isMoved) return [...times.values()];
  for (const property of all('RDATE')) addDates(times, property, first, reader);
  const excepted = all('EXDATE').flatMap((property) =>
    property.value.split(',').map((value) => ({ ...property, value })),
  );
  leaveOut(times, excepted, { name: 'EXDATE', isRead, first }, reader);
  leaveOut(times, moved, { name: 'RECURRENCE-ID', isRead, first }, reader);
  return [...times.values()];
}

/** False: the rule is not read. */
function addRule(
  times: Map<string, Occurrence>,
  { line, value, parameters }: CalendarLine,
  first: Occurrence,
  { clocks, warnings }: Reader,
): boolean {
  const found = daysOfRule(value, first, (until) => {
    const day = readDay(until);
    const moment = clocks.read({ value: until, parameters });
    return day === null ? moment && clocks.textAt(first, moment) : `${day} 23:59`;
  });
  if (found === null) warnings.add('rule', line, 'RRULE', value);
  else if (found.isFirstOutside) warnings.add('rule_start', line, 'RRULE', value);
  for (const day of found?.days ?? []) times.set(`${day} ${first.time}`, { ...first, day });
  return found !== null;
}

/** The dates of an RDATE, which may have an end each: `20310601T200000/PT2H`. */
function addDates(
  times: Map<string, Occurrence>,
  { line, value, parameters }: CalendarLine,
  first: Occurrence,
  { clocks, warnings }: Reader,
): void {
  for (const text of value.split(',')) {
    const [begin = '', end] = text.split('/');
    const moment = clocks.read({ value: begin, parameters });
    if (moment === null) {
      warnings.add('not_read', line, 'RDATE', text);
      continue;
    }
    const until = end === undefined ? null : clocks.read({ value: end, parameters });
    const length = until === null ? readDuration(end ?? '') : clocks.between(moment, until);
    const minutes = end === undefined ? first.minutes : asMinutes(length);
    if (end !== undefined && minutes === null) warnings.add('not_read', line, 'RDATE', end);
    const key = clocks.textAt(first, moment);
    if (!times.has(key)) times.set(key, { ...moment, minutes: minutes === 0 ? null : minutes });
  }
}

/**
 * Takes away the times that are named; a day takes away all times of it. One that the event does not have is told, unless its rule
 * was not read.
 */
function leaveOut(
  times: Map<string, Occurrence>,
  lines: readonly CalendarLine[],
  { name, isRead, first }: { name: string; isRead: boolean; first: Occurrence },
  { clocks, warnings }: Reader,
): void {
  const wanted = new Map<string, CalendarLine>();
  for (const line of lines) {
    const moment = clocks.read(line);
    wanted.set(moment === null ? (readDay(line.value) ?? line.value) : clocks.textAt(first, moment), line);
  }
  const found = new Set<string>();
  for (const key of [...times.keys()])
    for (const named of [key, key.slice(0, 10)])
      if (wanted.has(named)) {
        times.delete(key);
        found.add(named);
      }
  for (const [key, { line, value }] of wanted)
    if (isRead && !found.has(key)) warnings.add('not_read', line, name, value);
}
