import type { EventDay } from '../../../contract/event-calendar';
import type { Session } from '../../../contract/session';
import type { DayRange, ListedBooking } from '../../../discovery/listing';
import { addDays, addMonths, firstDayOf, lastDayOf, monthOf, stripFrom } from '../../../locale/calendar';
import { venueDay, venueToday } from '../../../locale/venue-time';
import { type EventQuery, isToCome, type Reading, sessionsFromDay, sessionsOfToday } from './event-reading';
import { need } from '../../common/request/load';
import { reachedReadLimit, sessionDay, surelyAfterEnd, type SessionDay } from './session-days';

/** Two months of an event. */
export interface EventMonth {
  /** The first of the two, YYYY-MM. */
  readonly month: string;
  /** YYYY-MM-DD, at the venue. */
  readonly today: string;
  /** The days of the months that have sessions to come. */
  readonly days: readonly EventDay[];
  /** Some days after each other. */
  readonly strip: ReturnType<typeof stripFrom<EventDay>>;
  readonly hasEarlier: boolean;
  readonly hasLater: boolean;
  /** The first day that can be booked, of all months. */
  readonly nextDay: string;
}

export interface MonthOfDays {
  readonly calendar: EventMonth;
  readonly selected: SessionDay | null;
  /** The requested day, when it has no session and another day is shown. */
  readonly skippedDay: string | null;
}

/** The first day on or after `day` that can be booked, or undefined. */
function bookableFrom(ranges: readonly DayRange[], day: string): string | undefined {
  const range = ranges.find(({ last }) => last >= day);
  return range === undefined || range.first >= day ? range?.first : day;
}

/** The sessions of a day that are to come, in order. */
async function readSessions(
  reading: Reading,
  day: string,
  timezone: string | undefined,
): Promise<readonly Session[]> {
  const range = { before: surelyAfterEnd(day), enough: reachedReadLimit };
  const isToday = day === venueToday(reading.now, timezone);
  const { members } = need(
    await (isToday ? sessionsOfToday(reading, day) : sessionsFromDay(reading, day, range)),
  );
  return members.filter((each) => isToCome(each, reading.now) && venueDay(each.occursAt, timezone) === day);
}

/** The months to show: those of the address, unless the chosen day is in neither. */
function monthOfQuery({ month, date, from }: Pick<EventQuery, 'month' | 'date' | 'from'>): string | null {
  if (month !== null && (date === null || month === monthOf(date) || addMonths(month, 1) === monthOf(date))) {
    return month;
  }
  const day = date ?? from;
  return day === null ? null : monthOf(day);
}

/**
 * Two months of an event as our service tells them, and the sessions of one of their days: of the chosen day, or of the first
 * one that can be booked. `ranges`: the days that can be booked, of all months, at least one.
 */
export async function readMonth(
  reading: Reading,
  ranges: ListedBooking['days'],
  query: Pick<EventQuery, 'month' | 'date' | 'from'>,
  timezone: string | undefined,
): Promise<MonthOfDays | null> {
  const { client, catalogId, eventId, call, now } = reading;
  const today = venueToday(now, timezone);
  const [nextDay, lastDay] = [bookableFrom(ranges, today), ranges.at(-1)?.last];
  if (nextDay === undefined || lastDay === undefined) return null;
  const { date, from } = query;
  const asked = monthOfQuery(query);
  const month = asked !== null && asked >= monthOf(today) ? asked : monthOf(nextDay);
  const [first, second] = [firstDayOf(month), addMonths(month, 1)];
  const bounds = { from: today > first ? today : first, to: lastDayOf(second) };
  const found = await client.getEventCalendar(catalogId, eventId, bounds, call);
  const { days } = need(found);
  if (date !== null && !days.some(({ day }) => day === date)) {
    const other = bookableFrom(ranges, date > today ? date : today) ?? lastDay;
    if (other !== date) {
      const shown = await readMonth(reading, ranges, { month: null, date: other, from: null }, timezone);
      return shown && { ...shown, skippedDay: date };
    }
  }
  const chosen = date ?? days.find(({ day, status }) => status === 'on_sale' && day >= (from ?? ''))?.day;
  const sessions = chosen === undefined ? [] : await readSessions(reading, chosen, timezone);
  // A day without sessions can be booked for any time, unless the calendar knows of sessions, which have begun by now.
  const isOver = sessions.length === 0 && (days.find(({ day }) => day === chosen)?.sessionCount ?? 1) > 0;
  const isFirstMonth = month === monthOf(today) || month === monthOf(nextDay);
  const begin = isFirstMonth ? (days[0]?.day ?? nextDay) : nextDay;
  const strip = stripFrom(days, { from, chosen, first: begin < nextDay ? begin : nextDay });
  const later = strip.laterFrom ?? bookableFrom(ranges, addDays(bounds.to, 1)) ?? null;
  return {
    calendar: {
      month,
      today,
      days,
      strip: { ...strip, laterFrom: later },
      nextDay,
      hasEarlier: month > monthOf(today),
      hasLater: second < monthOf(lastDay),
    },
    selected: chosen === undefined || isOver ? null : sessionDay(chosen, sessions),
    skippedDay: null,
  };
}
