import { addDays, weekdayOf } from './calendar';
import { dateFormat } from './formats';
import { firstOfMonth } from './first-of-month';
import type { Language } from './languages';
import { minutesOf, minutesText } from './minutes';

/**
 * Days and times in the venue's local time. The time zone is the catalogue's if the server gives it; without one
 * the offset in the moment itself is the venue's ("2026-11-21T10:00:00+01:00" is 10:00 there).
 */

// English as in Europe: "Saturday 21 November", 24 hours.
const tags: Record<Language, string> = {
  en: 'en-GB',
  fr: 'fr-FR',
  de: 'de-DE',
  es: 'es-ES',
  it: 'it-IT',
  nl: 'nl-NL',
};

/** Year to minute in the venue's local time, as "2026-11-21T10:00". */
function wallClock(moment: string, timezone: string | undefined): string {
  const offset = /([+-])(\d{2}):?(\d{2})$/.exec(moment);
  if (timezone === undefined) {
    const minutes = Number(offset?.[2] ?? 0) * 60 + Number(offset?.[3] ?? 0);
    const signed = offset?.[1] === '-' ? -minutes : minutes;
    return new Date(Date.parse(moment) + signed * 60_000).toISOString().slice(0, 16);
  }
  const parts = dateFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(Date.parse(moment));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** YYYY-MM-DD */
export function venueDay(moment: string, timezone?: string): string {
  return wallClock(moment, timezone).slice(0, 10);
}

/** The first moment of a day, YYYY-MM-DD, at the venue. */
export const venueDayStart = (day: string, timezone: string): Date => venueHour(day, 0, timezone);

/** The moment at which the venue's clock shows this hour of a day. */
export function venueHour(day: string, hour: number, timezone: string): Date {
  const shown = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`);
  // How much the venue's clock differs then. A second look, because it may change in the hours between.
  const differsAt = (moment: number) => {
    const there = wallClock(new Date(moment).toISOString(), timezone);
    return Date.parse(`${there}:00Z`) - moment;
  };
  return new Date(shown - differsAt(shown - differsAt(shown)));
}

/** The last day, YYYY-MM-DD, of what is over from this moment on. */
export function lastDayBefore(moment: string, timezone: string): string {
  return venueDay(new Date(Date.parse(moment) - 1).toISOString(), timezone);
}

/** "09:30"; with the offset where the clocks show it twice, when they are set back: "02:30 UTC+2" and "02:30 UTC+1". */
export function venueTime(moment: string, timezone?: string): string {
  const time = wallClock(moment, timezone).slice(11);
  return timezone === undefined ? time : time + offsetWhereShownTwice(new Date(moment), timezone);
}

/** " UTC+2", to be added to a time that the clocks show twice; empty for all others. */
export function offsetWhereShownTwice(at: Date, timezone: string): string {
  const moment = at.toISOString();
  return isShownTwice(moment, timezone) ? ` ${offsetName(minutesFromUtc(moment, timezone))}` : '';
}

const halfHour = 30 * 60_000;

/** Clocks are set back by half an hour, an hour or two: the same time is shown that much earlier or later. */
function isShownTwice(moment: string, timezone: string): boolean {
  const at = Date.parse(moment);
  if (!isDayOfChange(at, timezone)) return false;
  const time = wallClock(moment, timezone);
  return [-4, -2, -1, 1, 2, 4].some(
    (steps) => wallClock(new Date(at + steps * halfHour).toISOString(), timezone) === time,
  );
}

const daysOfChange = new Map<string, boolean>();
const mostDays = 10_000;
const quarterDay = 6 * 60 * 60_000;

/** Whether the clocks of a zone are changed near the day (in UTC) of a moment. Looked up once, because lists have many moments. */
function isDayOfChange(at: number, timezone: string): boolean {
  const noon = Math.floor(at / (4 * quarterDay)) * 4 * quarterDay + 2 * quarterDay;
  const key = `${timezone} ${noon}`;
  const known = daysOfChange.get(key);
  if (known !== undefined) return known;
  const offsetAt = (moment: number) => minutesFromUtc(new Date(moment).toISOString(), timezone);
  const isChanged = offsetAt(noon - 3 * quarterDay) !== offsetAt(noon + 3 * quarterDay);
  if (daysOfChange.size >= mostDays) daysOfChange.clear();
  daysOfChange.set(key, isChanged);
  return isChanged;
}

function minutesFromUtc(moment: string, timezone: string): number {
  const shown = Date.parse(`${wallClock(moment, timezone)}Z`);
  return Math.round((shown - Date.parse(moment)) / 60_000);
}

/** "UTC+2", "UTC−3:30" */
function offsetName(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const part = rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`;
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${part}`;
}

/** The name of the clock: "Europe/Paris", or "UTC+01:00" if only the offset is known. */
export function venueZone(moment: string, timezone?: string): string {
  if (timezone !== undefined) return timezone.replaceAll('_', ' ');
  const offset = /[+-]\d{2}:?\d{2}$/.exec(moment)?.[0];
  return offset === undefined ? 'UTC' : `UTC${offset}`;
}

/** The names of the clocks of these sessions' times; `now` is used if there are none. */
export function venueZones(
  sessions: readonly { readonly occursAt: string }[],
  now: Date,
  timezone: string | undefined,
): string {
  const moments = sessions.length === 0 ? [now.toISOString()] : sessions.map(({ occursAt }) => occursAt);
  return [...new Set(moments.map((moment) => venueZone(moment, timezone)))].join(', ');
}

/** A moment with the UTC offset of another one, if that has one. */
export function withOffsetOf(moment: Date, other: string | undefined): string {
  const offset = /([+-])(\d{2}):?(\d{2})$/.exec(other ?? '');
  if (offset === null) return moment.toISOString();
  const [, sign, hours, minutes] = offset;
  const shift = (Number(hours) * 60 + Number(minutes)) * 60_000;
  const wall = new Date(moment.getTime() + (sign === '-' ? -shift : shift));
  return `${wall.toISOString().slice(0, -1)}${sign ?? ''}${hours ?? ''}:${minutes ?? ''}`;
}

/** Today at the venue. Without a time zone, by the offset of a moment there; without both, in UTC. */
export function venueToday(now: Date, timezone?: string, there?: string): string {
  return venueDay(withOffsetOf(now, there), timezone);
}

const dayStyles = {
  /** Saturday 21 November 2026 */
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** Saturday 21 November, with the year if it is not this one */
  full: { weekday: 'long', day: 'numeric', month: 'long' },
  /** Sat 21 Nov, with the year if it is not this one */
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  weekday: { weekday: 'short' },
  number: { day: 'numeric' },
  /** Nov, with the year if it is not this one */
  month: { month: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DayStyle = keyof typeof dayStyles;

const withYear: readonly DayStyle[] = ['full', 'short', 'month'];

/** A day (YYYY-MM-DD) in words. `now` decides which year is this one. */
export function formatDay(
  day: string,
  language: Language,
  style: DayStyle = 'full',
  now = new Date(),
): string {
  const isOtherYear = withYear.includes(style) && !now.toISOString().startsWith(day.slice(0, 4));
  const year = isOtherYear ? ({ year: 'numeric' } as const) : {};
  const format = dateFormat(tags[language], { ...dayStyles[style], ...year, timeZone: 'UTC' });
  const text = firstOfMonth(format.format(new Date(`${day}T00:00:00Z`)), language);
  // German needs the comma; our other languages read better without it.
  return language === 'de' ? text : text.replace(',', '');
}

/** "November 2026" */
export function formatMonth(month: string, language: Language): string {
  const format = dateFormat(tags[language], { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}

/** The weekdays from Monday on. */
export function weekdayNames(language: Language, style: 'long' | 'short'): string[] {
  const format = dateFormat(tags[language], { weekday: style, timeZone: 'UTC' });
  const someDay = '2026-01-01';
  const monday = addDays(someDay, -weekdayOf(someDay));
  return Array.from({ length: 7 }, (_, index) =>
    format.format(new Date(`${addDays(monday, index)}T00:00:00Z`)),
  );
}

/** "PT90M" → "1 h 30 min"; null if it is not a duration in hours and minutes. */
export function formatDuration(duration: string): string | null {
  return minutesText(minutesOf(duration) ?? 0) || null;
}

/** Programmes that know only days write their sessions from 00:00 to 23:59. */
const wholeDay = 24 * 60 - 1;

/** Whether a session is no time of a day, but the day: it begins at 00:00 and lasts at least until 23:59. */
export function isAllDay(occursAt: string, duration: string | null, timezone?: string): boolean {
  if (duration === null || wallClock(occursAt, timezone).slice(11) !== '00:00') return false;
  return /^P[1-9]\d*D/.test(duration) || (minutesOf(duration) ?? 0) >= wholeDay;
}
