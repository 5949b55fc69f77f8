import { mostOfName, mostOfText } from '../contract/feed-text';
import { type CalendarEvent, type CalendarLine, readCalendar } from './calendar-lines';
import { asMinutes, CalendarClocks, type CalendarMoment, readDay, readDuration } from './calendar-moments';
import { mostSessions } from './edit-sessions';
import {
  type ImportedEvent,
  type ImportedSession,
  type ImportErrorCode,
  ImportNotes,
  type ImportReading,
  type ImportWarningCode,
} from './imported';
import { type Occurrence, timesOf } from './repeated-events';

type OpenEvent = Omit<ImportedEvent, 'description' | 'place' | 'sessions'> & {
  description: string;
  place: ImportedEvent['place'];
  readonly sessions: ImportedSession[];
};

const longest = { SUMMARY: mostOfName / 2 - 2, LOCATION: mostOfName / 2 - 2, DESCRIPTION: mostOfText };

/**
 * The events of a calendar file (RFC 5545): those with the same name are sessions of one event. `timezone`: that of the catalogue,
 * whose clock counts where the file names none.
 */
export function readImportCalendar(text: string, timezone: string): ImportReading {
  const { events, isCancelled, others, openLine } = readCalendar(text);
  const reading = new CalendarReading(events, timezone);
  for (const { line, name } of others) reading.warnings.add('not_read', line, null, name);
  if (openLine !== null) reading.errors.add('cut_off', openLine, null, '');
  for (const event of events) {
    // Beyond that nothing is put into a draft, and a short file could repeat millions of times.
    if (reading.count > mostSessions) break;
    const status = event.of('STATUS');
    const name = event.of('SUMMARY')?.value ?? '';
    if (isCancelled || status?.value.toUpperCase() === 'CANCELLED')
      reading.warnings.add('not_read', status?.line ?? event.line, 'STATUS', name);
    else reading.take(event);
  }
  return { events: reading.events(), errors: reading.errors, warnings: reading.warnings };
}

class CalendarReading {
  readonly errors = new ImportNotes<ImportErrorCode>();
  readonly warnings = new ImportNotes<ImportWarningCode>();
  readonly clocks: CalendarClocks;
  private readonly found = new Map<string, OpenEvent>();
  /** The times of repeated events that have an event of their own, by the identifier. */
  private readonly moved = new Map<string, CalendarLine[]>();
  count = 0;

  constructor(events: readonly CalendarEvent[], timezone: string) {
    this.clocks = new CalendarClocks(timezone);
    for (const { of } of events) {
      const [id, time] = [of('UID')?.value ?? '', of('RECURRENCE-ID')];
      if (time === undefined || id === '') continue;
      const known = this.moved.get(id) ?? [];
      known.push(time);
      this.moved.set(id, known);
    }
  }

  take(event: CalendarEvent): void {
    const start = this.startOf(event);
    const name = this.textOf(event, 'SUMMARY');
    if (start === null) return;
    if (name === '') this.errors.add('missing', event.line, 'SUMMARY', '');
    const range = event.of('RECURRENCE-ID')?.parameters.get('RANGE');
    if (range !== undefined)
      this.warnings.add('not_read', event.of('RECURRENCE-ID')?.line ?? null, 'RECURRENCE-ID', range);
    const moved = this.moved.get(event.of('UID')?.value ?? '') ?? [];
    const times = timesOf(event, { ...start, minutes: this.minutesOf(event, start) }, moved, this);
    this.count += times.length;
    if (name !== '' && name !== null) this.add(event, name, times);
  }

  private add(event: CalendarEvent, name: string, times: readonly Occurrence[]): void {
    const description = this.textOf(event, 'DESCRIPTION') ?? '';
    const location = this.textOf(event, 'LOCATION') ?? '';
    const place = location === '' ? null : { name: location, address: '' };
    const key = name.toLowerCase();
    const known = this.found.get(key) ?? { name, description, place, sessions: [], tariffs: [] };
    this.found.set(key, known);
    known.description ||= description;
    known.place ??= place;
    this.differs(event, 'DESCRIPTION', known.description, description);
    this.differs(event, 'LOCATION', known.place?.name ?? '', location);
    known.sessions.push(...times.map((time) => ({ ...time, capacity: null, row: event.line })));
  }

  private differs({ of, line }: CalendarEvent, name: string, first: string, other: string): void {
    if (other !== '' && first !== other) this.warnings.add('differs', of(name)?.line ?? line, name, other);
  }

  /** Null: it is too long, which is told. */
  private textOf({ of }: CalendarEvent, name: keyof typeof longest): string | null {
    const { line, value } = of(name) ?? { line: null, value: '' };
    if (value.length <= longest[name]) return value;
    this.errors.add('too_long', line, name, value);
    return null;
  }

  /** Null: it has none that can be read, or is an entry for whole days; either is told. */
  private startOf({ of, line }: CalendarEvent): CalendarMoment | null {
    const start = of('DTSTART');
    if (start === undefined) {
      this.errors.add('missing', line, 'DTSTART', '');
      return null;
    }
    const moment = this.clocks.read(start);
    if (moment === null && readDay(start.value) !== null)
      this.warnings.add('all_day', start.line, 'DTSTART', of('SUMMARY')?.value ?? start.value);
    else if (moment === null) this.errors.add('time', start.line, 'DTSTART', start.value);
    const named = start.parameters.get('TZID') ?? '';
    if (moment !== null && moment.zone === null && named !== '')
      this.warnings.add('unknown_zone', start.line, 'DTSTART', named);
    return moment;
  }

  /** How long an event takes, by its end or its duration; null: it is not said, or can't be read, which is told. */
  private minutesOf({ of }: CalendarEvent, start: CalendarMoment): number | null {
    const [end, duration] = [of('DTEND'), of('DURATION')];
    const said = end ?? duration;
    if (said === undefined) return null;
    const until = end === undefined ? null : this.clocks.read(end);
    const length = until === null ? readDuration(said.value) : this.clocks.between(start, until);
    const minutes = asMinutes(length);
    if (minutes === null)
      this.warnings.add('not_read', said.line, end === undefined ? 'DURATION' : 'DTEND', said.value);
    return minutes === 0 ? null : minutes;
  }

  events(): ImportedEvent[] {
    return [...this.found.values()];
  }
}
