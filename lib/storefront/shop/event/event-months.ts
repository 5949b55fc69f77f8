import type { EventDay } from '../../../contract/event-calendar';
import type { Session } from '../../../contract/session';
import type { DayRange, ListedBooking } from '../../../discovery/listing';
import { firstDayOf, lastDayOf, monthOf } from '../../../locale/calendar';
import { venueDay, venueToday } from '../../../locale/venue-time';
import { type EventQuery, isToCome, type Reading, sessionsFromDay } from './event-reading';
import { need } from '../../common/request/load';
import { reachedReadLimit, sessionDay, surelyAfterEnd, type SessionDay } from './session-days';

/** A month of an event. */
export interface EventMonth {
  /** YYYY-MM */
  readonly month: string;
  /** YYYY-MM-DD, at the venue. */
  readonly today: string;
  /** The days of the month that have sessions to come. */
  readonly days: readonly EventDay[];
  readonly hasEarlier: boolean;
  readonly hasLater: boolean;
  /** The first and the last day that can be booked, of all months. */
  readonly nextDay: string;
  readonly lastDay: string;
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
  const { members } = need(await sessionsFromDay(reading, day, range));
  return members.filter((each) => isToCome(each, reading.now) && venueDay(each.occursAt, timezone) === day);
}

/**
 * A month of an event as our service tells it, and the sessions of one of its days: of the chosen day, or of the first one
 * that can be booked. `ranges`: the days that can be booked, of all months, at least one.
 */
export async function readMonth(
  reading: Reading,
  ranges: ListedBooking['days'],
  query: Pick<EventQuery, 'month' | 'date'>,
  timezone: string | undefined,
): Promise<MonthOfDays | null> {
  const { client, catalogId, eventId, call, now } = reading;
  const today = venueToday(now, timezone);
  const [nextDay, lastDay] = [bookableFrom(ranges, today), ranges.at(-1)?.last];
  if (nextDay === undefined || lastDay === undefined) return null;
  const { date } = query;
  const asked = date === null ? query.month : monthOf(date);
  const month = asked !== null && asked >= monthOf(today) ? asked : monthOf(nextDay);
  const bounds = { from: today > firstDayOf(month) ? today : firstDayOf(month), to: lastDayOf(month) };
  const found = await client.getEventCalendar(catalogId, eventId, bounds, call);
  const { days } = need(found);
  const isThere = date === null || days.some(({ day }) => day === date);
  if (!isThere) {
    const other = bookableFrom(ranges, date > today ? date : today) ?? lastDay;
    if (other !== date) {
      const shown = await readMonth(reading, ranges, { month: null, date: other }, timezone);
      return shown && { ...shown, skippedDay: date };
    }
  }
  const chosen = date ?? days.find(({ status }) => status === 'on_sale')?.day;
  const sessions = chosen === undefined ? [] : await readSessions(reading, chosen, timezone);
  return {
    calendar: {
      month,
      today,
      days,
      nextDay,
      lastDay,
      hasEarlier: month > monthOf(today),
      hasLater: month < monthOf(lastDay),
    },
    selected: chosen === undefined || sessions.length === 0 ? null : sessionDay(chosen, sessions),
    skippedDay: null,
  };
}
