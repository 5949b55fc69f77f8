import { weekdayOf } from '../locale/calendar';
import { type Draft, findEvent, isMembers, listOf, type Members, withMembers } from './draft';
import { editSessions, type LeftOut, momentOf, type SessionsDone } from './edit-sessions';
import {
  checked,
  dayProblem,
  isWithin,
  refuse,
  type Refused,
  type Result,
  spanProblem,
  timeProblem,
  weekdaysProblem,
} from './result';
import { clockOf, sessionsOf, viewsOf } from './session-view';
import { type ChosenSessions, changeSessions, removeSessions, type SessionChanges } from './sessions';

/** Sessions of an event by their time; what is empty stands for all. */
export interface Choice {
  readonly event: string;
  readonly from: string;
  readonly until: string;
  /** Monday is 0. */
  readonly weekdays: readonly number[];
  /** HH:MM, by the clock of the catalogue. */
  readonly times: readonly string[];
  readonly today: string;
}

/** What becomes of them. `shift`: so many minutes later, or earlier below 0, by the clock of the catalogue. */
export type ChosenChange =
  | { readonly act: 'remove' }
  | { readonly act: 'change'; readonly changes: SessionChanges; readonly shift: number | null };

const mostShift = 7 * 24 * 60;

/** Changes or removes all sessions that are meant. Without a first day, those of past days are not meant. */
export function changeChosen(draft: Draft, choice: Choice, change: ChosenChange): Result<SessionsDone> {
  const shift = change.act === 'change' ? change.shift : null;
  const refused = problemsOf(choice, shift);
  if (refused !== null) return refused;
  if (findEvent(draft, choice.event) === undefined) return refuse('event', 'unknown');
  const chosen = { event: choice.event, sessions: keysOf(draft, choice) };
  if (chosen.sessions.length === 0) return editSessions(draft, []);
  if (change.act === 'remove') return removeSessions(draft, chosen);
  const hasChanges = Object.values(change.changes).some((value) => value !== undefined);
  if (!hasChanges && shift === null) return refuse('act', 'missing');
  const changed = hasChanges ? changeSessions(draft, { ...chosen, ...change.changes }) : null;
  if (shift === null) return changed ?? refuse('act', 'missing');
  if (changed === null) return shiftSessions(draft, chosen, shift);
  if (changed.kind === 'refused') return changed;
  return { ...shiftSessions(changed.draft, chosen, shift), changed: changed.changed };
}

function problemsOf({ from, until, weekdays, times }: Choice, shift: number | null): Refused | null {
  return checked({
    from: from === '' ? null : dayProblem(from),
    until: until === '' ? null : spanProblem(from, until),
    weekdays: weekdaysProblem(weekdays),
    times: times.map(timeProblem).find(Boolean) ?? null,
    shift: shift === null || (shift !== 0 && isWithin(shift, -mostShift, mostShift)) ? null : 'invalid',
  });
}

function keysOf(draft: Draft, { event, from, until, weekdays, times, today }: Choice): string[] {
  return sessionsOf(draft, event)
    .filter(
      ({ day, time }) =>
        day !== '' &&
        day >= (from || today) &&
        (until === '' || day <= until) &&
        (weekdays.length === 0 || weekdays.includes(weekdayOf(day))) &&
        (times.length === 0 || times.includes(time)),
    )
    .map(({ key }) => key);
}

/** Those that would be at the time of another session, or at none, are left out. */
function shiftSessions(draft: Draft, { event, sessions }: ChosenSessions, minutes: number) {
  const clock = clockOf(draft);
  const list = listOf(findEvent(draft, event)?.members['sessions']);
  const views = viewsOf(list, clock);
  const keys = new Set(sessions);
  const taken = new Set(views.filter(({ key }) => !keys.has(key)).map(({ epoch }) => epoch));
  const others = new Map<number, Members>();
  const days: string[] = [];
  const leftOut: LeftOut[] = [];
  for (const { index, day, time } of views.filter(({ key }) => keys.has(key))) {
    const wall = new Date(Date.parse(`${day}T${time}Z`) + minutes * 60_000).toISOString();
    const to = { day: wall.slice(0, 10), time: wall.slice(11, 16) };
    const moment = momentOf(to.day, to.time, clock);
    const session = list[index];
    if (!isMembers(session)) continue;
    if (typeof moment === 'string' || taken.has(moment.epoch)) {
      leftOut.push({ ...to, reason: typeof moment === 'string' ? moment : 'exists' });
      continue;
    }
    taken.add(moment.epoch);
    others.set(index, withMembers(session, { occursAt: moment.text }));
    days.push(to.day);
  }
  return editSessions(draft, [{ event, others, days }], { leftOut });
}
