import type { Session } from '../../../contract/session';
import { addDays } from '../../../locale/calendar';
import { venueDay } from '../../../locale/venue-time';
import {
  type EventQuery,
  hourOf,
  isToCome,
  listSessions,
  type Reading,
  sessionsFromDay,
} from './event-reading';
import { need } from '../../common/request/load';
import {
  dayBegin,
  dayStrip,
  earlierStart,
  fillsStrip,
  reachedReadLimit,
  surelyAfterStart,
  type SessionDay,
} from './session-days';

/** Some days of an event after each other, of which one is selected. */
export interface DayStripView {
  readonly days: readonly SessionDay[];
  readonly earlierFrom: string | null;
  readonly laterFrom: string | null;
}

/** The days of an event, and the one whose sessions are shown. */
export interface StripOfDays {
  readonly strip: DayStripView;
  readonly selected: SessionDay | null;
  /** The requested day, when it has no session and another day is shown. */
  readonly skippedDay: string | null;
}

/** The first day after `day` whose sessions were not all read; null when there is none. */
async function dayAfter(
  reading: Reading,
  { day, sessions }: SessionDay,
  timezone: string | undefined,
): Promise<string | null> {
  const [known] = sessions;
  if (known === undefined) return null;
  const range = { from: dayBegin(addDays(day, 1), known), enough: () => true };
  const found = await listSessions(reading, range);
  const days =
    found.kind === 'found' ? found.value.members.map((each) => venueDay(each.occursAt, timezone)) : [];
  return days.find((each) => each > day) ?? null;
}

/** The last sessions before a day, the latest first; none without a day. */
async function sessionsBefore(reading: Reading, day: string | null): Promise<readonly Session[]> {
  if (day === null) return [];
  const range = {
    from: hourOf(reading),
    before: surelyAfterStart(day),
    descending: true,
    enough: fillsStrip,
  };
  const found = await listSessions(reading, range);
  return found.kind === 'found' ? found.value.members : [];
}

/** The days of an event from its sessions alone, as every server of the specification lists them. */
export async function readStrip(
  reading: Reading,
  query: Pick<EventQuery, 'from' | 'date'>,
  timezone: string | undefined,
): Promise<StripOfDays> {
  const { date } = query;
  const from = query.from !== null && (date === null || date >= query.from) ? query.from : date;
  const [foundAhead, before] = await Promise.all([
    sessionsFromDay(reading, from, { enough: fillsStrip }),
    sessionsBefore(reading, from),
  ]);
  const read = need(foundAhead).members;
  const toCome = (session: Session) => isToCome(session, reading.now);
  const { days, laterFrom } = dayStrip(read.filter(toCome), from, timezone);
  const lastDay = days.at(-1);
  // In a URL that was written by hand, the day may lie after the strip that it names.
  if (date !== null && from !== date && lastDay !== undefined && date > lastDay.day) {
    return readStrip(reading, { from: date, date }, timezone);
  }
  const earlier = before.filter(toCome);
  const [latest] = earlier;
  if (days.length === 0 && latest !== undefined) {
    const last = venueDay(latest.occursAt, timezone);
    return { ...(await readStrip(reading, { from: last, date: last }, timezone)), skippedDay: from };
  }
  const selected = days.find(({ day }) => date === null || day >= date) ?? null;
  const lastRead = reachedReadLimit(read) ? lastDay : undefined;
  return {
    strip: {
      days,
      earlierFrom: from === null ? null : earlierStart(earlier, from, timezone),
      laterFrom: laterFrom ?? (lastRead && (await dayAfter(reading, lastRead, timezone))) ?? null,
    },
    selected,
    skippedDay: date !== null && selected !== null && selected.day !== date ? date : null,
  };
}
