import { addDays, isDay, weekdayOf } from '../locale/calendar';
import { counterMember, counterProblems, type TypedCounterPlaces } from './counter-places';
import { type Draft, findEvent, listOf, type Members } from './draft';
import { editSessions, makeSessions, mostSessions, type SessionsDone, type Wanted } from './edit-sessions';
import {
  capacityProblem,
  checked,
  dayProblem,
  isWithin,
  lateProblem,
  minutesProblem,
  type ProblemCode,
  refuse,
  type Refused,
  type Result,
  spanProblem,
  timeProblem,
  weekdaysProblem,
} from './result';
import { clockOf, viewsOf } from './session-view';
import { durationOf, lateSale } from './sessions';

/** The days of a series: some days of the week from a day until another one, except some. */
export interface SeriesDays {
  /** Monday is 0. */
  readonly weekdays: readonly number[];
  readonly from: string;
  readonly until: string;
  readonly except: readonly string[];
}

export interface Series extends SeriesDays, TypedCounterPlaces {
  /** The key of the event. */
  readonly event: string;
  /** HH:MM, by the clock of the catalogue. */
  readonly times: readonly string[];
  /** Null: it is not said. */
  readonly minutes: number | null;
  /** Of each session; null: unlimited. */
  readonly capacity: number | null;
  /** How many minutes each session is sold after its beginning; null: until it begins. */
  readonly lateMinutes: number | null;
  readonly today: string;
}

/** `unused`: exceptions that are on no day of the series. */
type SeriesDone = SessionsDone & { readonly unused: readonly string[] };

/** Sessions at the same times of some days of the week. */
export function addSeries(draft: Draft, series: Series): Result<SeriesDone> {
  const { times, minutes, capacity, lateMinutes } = series;
  const refused = checked({
    times: times.length === 0 ? 'missing' : (times.map(timeProblem).find(Boolean) ?? null),
    minutes: minutesProblem(minutes),
    capacity: capacityProblem(capacity),
    lateMinutes: lateProblem(lateMinutes),
    ...counterProblems(series, capacity),
    ...daysProblems(series),
  });
  if (refused !== null) return refused;
  const terms = {
    duration: durationOf(minutes),
    capacity,
    ...lateSale(lateMinutes),
    ...counterMember(series),
  };
  return addTimes(draft, series, [...new Set(times)].sort(), terms);
}

export interface OpeningHours extends SeriesDays, TypedCounterPlaces {
  readonly event: string;
  /** HH:MM. The last time in which one may arrive ends when it closes. */
  readonly open: string;
  readonly close: string;
  /** The minutes of a time in which one may arrive. */
  readonly window: number;
  /** Of each of these times; null: unlimited. */
  readonly capacity: number | null;
  /** Whether each of these times is sold until it ends. */
  readonly isSoldLate: boolean;
  readonly today: string;
}

/**
 * Opening hours as sessions, each of which is a time in which one may arrive. `rest`: so many minutes before it closes are too
 * short for one more.
 */
export function addOpeningHours(
  draft: Draft,
  hours: OpeningHours,
): Result<SeriesDone & { readonly rest: number }> {
  const { event, open, close, window, capacity, isSoldLate } = hours;
  const refused = checked({
    open: timeProblem(open),
    close: timeProblem(close) ?? (close <= open ? 'order' : null),
    window: Number.isNaN(window) ? 'missing' : isWithin(window, 5, 24 * 60) ? null : 'invalid',
    capacity: capacityProblem(capacity),
    ...counterProblems(hours, capacity),
    ...daysProblems(hours),
  });
  if (refused !== null) return refused;
  const members = findEvent(draft, event)?.members;
  if (members?.['arrivalWindow'] !== true && listOf(members?.['sessions']).length > 0)
    return refuse('event', 'other_kind');
  const minutes = minutesOfDay(close) - minutesOfDay(open);
  const count = Math.floor(minutes / window);
  if (count === 0) return refuse('window', 'invalid');
  const times = Array.from({ length: count }, (_, index) => timeOf(minutesOfDay(open) + index * window));
  const terms = {
    duration: durationOf(window),
    capacity,
    ...lateSale(isSoldLate ? window : null),
    ...counterMember(hours),
  };
  const added = addTimes(draft, hours, times, terms, { arrivalWindow: true });
  return added.kind === 'refused' ? added : { ...added, rest: minutes % window };
}

function minutesOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const two = (number: number) => String(number).padStart(2, '0');
const timeOf = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

function daysProblems({ weekdays, from, until, except }: SeriesDays): Record<string, ProblemCode | null> {
  return {
    weekdays: weekdays.length === 0 ? 'missing' : weekdaysProblem(weekdays),
    from: dayProblem(from),
    until: spanProblem(from, until),
    except: except.every(isDay) ? null : 'invalid',
  };
}

const mostDays = 3660;

/** The days of a series, in order; null if they are too many. */
export function daysOf({ weekdays, from, until, except }: SeriesDays): string[] | null {
  const days: string[] = [];
  let seen = 0;
  for (let day = from; day <= until; day = addDays(day, 1)) {
    seen += 1;
    if (seen > mostDays) return null;
    if (weekdays.includes(weekdayOf(day)) && !except.includes(day)) days.push(day);
  }
  return days;
}

/** The exceptions that are on no day of the series, each once. */
export function unusedOf(series: SeriesDays): string[] {
  const days = new Set(daysOf({ ...series, except: [] }));
  return [...new Set(series.except)].filter((day) => !days.has(day));
}

/** Sessions at these times of the days of a series, unless the event has one then. */
function addTimes(
  draft: Draft,
  series: SeriesDays & { readonly event: string; readonly today: string },
  times: readonly string[],
  terms: Members,
  members: { readonly arrivalWindow?: boolean } = {},
): ({ kind: 'changed'; draft: Draft } & SeriesDone) | Refused {
  const { event, today } = series;
  const found = findEvent(draft, event);
  if (found === undefined) return refuse('event', 'unknown');
  const days = daysOf(series);
  if (days === null || days.length * times.length > mostSessions) return refuse('until', 'too_many');
  const clock = clockOf(draft);
  const existing = viewsOf(found.members['sessions'], clock);
  const wanted = days.flatMap((day) => times.map((time): Wanted => ({ day, time, members: terms })));
  const { leftOut, ...made } = makeSessions(wanted, { clock, existing, today });
  return { ...editSessions(draft, [{ event, members, ...made }], { leftOut }), unused: unusedOf(series) };
}
