import { venueDay } from '../locale/venue-time';
import { type EventQuery, listSessions, type Reading } from './event-reading';
import { noteShownAt } from './load';
import {
  dayTimes,
  type DayTimes,
  fillsTimes,
  reachedReadLimit,
  surelyAfterEnd,
  type SessionDay,
} from './session-days';

/** The shown times of a day, and what can be chosen among them. */
export interface Times {
  readonly times: DayTimes;
  /** The names of the day's sessions in order, if there are several. */
  readonly activities: readonly string[];
  /** Sessions with other names are not shown. */
  readonly activity: string | null;
}

/** The sessions of a day that its page shows, starting at a moment if one is given. */
export async function timesOf(
  reading: Reading,
  { day, sessions }: SessionDay,
  { time, activity: asked }: Pick<EventQuery, 'time' | 'activity'>,
  timezone: string | undefined,
): Promise<Times> {
  const names = new Set(sessions.flatMap(({ name }) => name ?? []));
  const activities = names.size > 1 ? [...names] : [];
  const activity = activities.find((name) => name === asked) ?? null;
  const isShown = ({ name }: SessionDay['sessions'][number]) => activity === null || name === activity;
  const isOfDay = time !== null && venueDay(time, timezone) === day;
  if (!isOfDay) return { times: dayTimes(sessions.filter(isShown), null), activities, activity };
  noteShownAt(reading.now, [{ occursAt: time }]);
  const enough = activity === null ? fillsTimes : reachedReadLimit;
  const found = await listSessions(reading, { from: time, before: surelyAfterEnd(day), enough });
  const members = found.kind === 'found' ? found.value.members : [];
  const ofDay = members.filter((each) => venueDay(each.occursAt, timezone) === day);
  return { times: dayTimes(ofDay.filter(isShown), time), activities, activity };
}
