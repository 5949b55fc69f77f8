import { isDay } from '../locale/calendar';
import { findZone, type ZoneClock } from '../locale/zone-clock';
import type { CalendarLine } from './calendar-lines';

/** A local time of a zone; null: of the catalogue. */
export interface CalendarMoment {
  readonly day: string;
  readonly time: string;
  readonly zone: string | null;
}

const written = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})\d{2}(Z?)$/;
const writtenDay = /^(\d{4})(\d{2})(\d{2})$/;
const longestMinutes = 7 * 24 * 60;
const minute = 60_000;

/** A day without a time, `2031-06-01`; null: it is none. */
export function readDay(value: string): string | null {
  const [, year, month, day] = writtenDay.exec(value) ?? [];
  const text = `${year ?? ''}-${month ?? ''}-${day ?? ''}`;
  return isDay(text) ? text : null;
}

/** Minutes, of `PT1H30M` or `P1D`; null: they are none. */
export function readDuration(value: string): number | null {
  const match = /^\+?P(?:(\d{1,2})W|(?:(\d{1,3})D)?(?:T(?:(\d{1,3})H)?(?:(\d{1,5})M)?(?:\d{1,6}S)?)?)$/.exec(
    value,
  );
  if (match === null || value.endsWith('P')) return null;
  const [weeks, days, hours, minutes] = match
    .slice(1)
    .map((number) => Number((number as string | undefined) ?? 0));
  return (((weeks ?? 0) * 7 + (days ?? 0)) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0);
}

/** How long something takes: null for what is no time, or more than a week. */
export const asMinutes = (length: number | null): number | null =>
  length !== null && length >= 0 && length <= longestMinutes ? length : null;

/** The zones of a calendar, and that of the catalogue, which counts where none is named or the named one is not known. */
export class CalendarClocks {
  private readonly known = new Map<string, ZoneClock | null>();

  constructor(private readonly timezone: string) {}

  private find(zone: string): ZoneClock | null {
    const found = this.known.get(zone) ?? findZone(zone);
    this.known.set(zone, found);
    return found;
  }

  /** Null: the value is no time. */
  read(property: Pick<CalendarLine, 'value' | 'parameters'>): CalendarMoment | null {
    const [, year = '', month = '', date = '', hour = '', minutes = '', utc] =
      written.exec(property.value) ?? [];
    const day = `${year}-${month}-${date}`;
    if (!isDay(day) || hour > '23' || minutes > '59') return null;
    const named = property.parameters.get('TZID') ?? '';
    const zone = utc === 'Z' ? 'UTC' : named === '' || this.find(named) === null ? null : named;
    return { day, time: `${hour}:${minutes}`, zone };
  }

  private epochOf({ day, time, zone }: CalendarMoment): number {
    const wall = Date.parse(`${day}T${time}Z`);
    return this.find(zone ?? this.timezone)?.atWall(wall).epoch ?? wall;
  }

  /** Minutes from one moment to another. */
  between(from: CalendarMoment, until: CalendarMoment): number {
    return (this.epochOf(until) - this.epochOf(from)) / minute;
  }

  /** A moment at the clock of another one, `2031-06-01 20:00`. */
  textAt({ zone }: CalendarMoment, moment: CalendarMoment): string {
    const there = zone ?? this.timezone;
    if ((moment.zone ?? this.timezone) === there) return `${moment.day} ${moment.time}`;
    const text = this.find(there)?.at(this.epochOf(moment)).text ?? `${moment.day}T${moment.time}`;
    return `${text.slice(0, 10)} ${text.slice(11, 16)}`;
  }
}
