import { venueDay } from '../../../locale/venue-time';
import { type EventQuery, listSessions, type Reading } from './event-reading';
import { noteShownAt } from '../../common/request/load';
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

/** What can be chosen among the sessions of a day by their names. `activity`: the asked one, if the day has it. */
export function activitiesOf(
  { sessions }: SessionDay,
  asked: string | null,
): Pick<Times, 'activities' | 'activity'> {
  const names = new Set(sessions.flatMap(({ name }) => name ?? []));
  const activities = names.size > 1 ? [...names] : [];
  return { activities, activity: activities.find((name) => name === asked) ?? null };
}

/** The sessions of a day that its page shows, starting at a moment if one is given; all if none is left then. */
export async function readTimes(
  reading: Reading,
  selected: SessionDay,
  { time, activity: asked }: Pick<EventQuery, 'time' | 'activity'>,
  timezone: string | undefined,
): Promise<Times> {
  const { day, sessions } = selected;
  const { activities, activity } = activitiesOf(selected, asked);
  const isShown = ({ name }: SessionDay['sessions'][number]) => activity === null || name === activity;
  const isOfDay = time !== null && venueDay(time, timezone) === day;
  const wholeDay = () => ({ times: dayTimes(sessions.filter(isShown), null), activities, activity });
  if (!isOfDay) return wholeDay();
  noteShownAt(reading.now, [{ occursAt: time }]);
  const enough = activity === null ? fillsTimes : reachedReadLimit;
  const found = await listSessions(reading, { from: time, before: surelyAfterEnd(day), enough });
  const members = found.kind === 'found' ? found.value.members : [];
  const ofDay = members.filter((each) => venueDay(each.occursAt, timezone) === day);
  const shown = ofDay.filter(isShown);
  // The address of a late time, with an activity that is over by then: the earlier ones are better than nothing.
  return shown.length === 0 ? wholeDay() : { times: dayTimes(shown, time), activities, activity };
}
