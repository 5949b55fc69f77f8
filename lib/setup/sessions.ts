import { plannedStates } from '../contract/feed';
import {
  counterMember,
  counterPlacesThen,
  counterProblems,
  isOfCapacity,
  type TypedCounterPlaces,
} from './counter-places';
import { type Draft, findEvent, listOf, type Members, isMembers, withMembers } from './draft';
import { editSessions, makeSessions, momentOf, type SessionsDone } from './edit-sessions';
import {
  capacityProblem,
  checked,
  dayProblem,
  lateProblem,
  minutesProblem,
  refuse,
  releaseProblem,
  type Result,
  timeProblem,
} from './result';
import { clockOf, type SessionView, viewsOf } from './session-view';

export type SessionState = (typeof plannedStates)[number];

interface SessionTerms {
  readonly day: string;
  readonly time: string;
  /** How long it takes; null: it is not said. */
  readonly minutes: number | null;
  /** Null: unlimited. */
  readonly capacity: number | null;
}

export interface NewSession extends SessionTerms, TypedCounterPlaces {
  /** How many minutes it is sold after its beginning; null: until it begins. */
  readonly lateMinutes: number | null;
  /** The key of its event. */
  readonly event: string;
  readonly today: string;
}

/** `key`: of the new session; null: the event has one then, or there is no such time (`leftOut`). */
export function addSession(
  draft: Draft,
  { event, day, time, minutes, capacity, lateMinutes, today, ...others }: NewSession,
): Result<SessionsDone & { readonly key: string | null }> {
  const found = findEvent(draft, event);
  if (found === undefined) return refuse('event', 'unknown');
  const refused = checked({
    day: dayProblem(day),
    time: timeProblem(time),
    minutes: minutesProblem(minutes),
    capacity: capacityProblem(capacity),
    lateMinutes: lateProblem(lateMinutes),
    ...counterProblems(others, capacity),
  });
  if (refused !== null) return refused;
  const clock = clockOf(draft);
  const existing = viewsOf(found.members['sessions'], clock);
  const terms = {
    duration: durationOf(minutes),
    capacity,
    ...lateSale(lateMinutes),
    ...counterMember(others),
  };
  const wanted = { day, time, members: terms };
  const { leftOut, ...made } = makeSessions([wanted], { clock, existing, today });
  const key = made.added[0]?.['key'];
  return {
    ...editSessions(draft, [{ event, ...made }], { leftOut }),
    key: typeof key === 'string' ? key : null,
  };
}

export const durationOf = (minutes: number | null) => (minutes === null ? null : `PT${minutes}M`);

/** The member for it; 0: it is not sold after its beginning. */
export const lateSale = (minutes: number | null) =>
  minutes === null ? {} : { lateSale: minutes === 0 ? undefined : durationOf(minutes) };

export interface ChangedSession extends SessionTerms {
  readonly event: string;
  /** Its key, which stays the same. */
  readonly session: string;
  readonly status: SessionState;
}

/** Another time, duration, capacity and state of a session. What else it has stays. */
export function changeSession(
  draft: Draft,
  { event, session, day, time, minutes, capacity, status }: ChangedSession,
): Result<SessionsDone> {
  const chosen = chosenSessions(draft, event, [session]);
  if ('kind' in chosen) return chosen;
  const refused = checked({
    day: dayProblem(day),
    time: timeProblem(time),
    minutes: minutesProblem(minutes),
    capacity: capacityProblem(capacity),
    status: plannedStates.includes(status) ? null : 'invalid',
  });
  if (refused !== null) return refused;
  const [view] = chosen.views;
  const isMoved = view?.day !== day || view.time !== time;
  const moment = isMoved ? momentOf(day, time, clockOf(draft)) : { epoch: view.epoch, text: view.occursAt };
  const isTaken =
    typeof moment !== 'string' &&
    chosen.all.some(({ key, epoch }) => key !== session && epoch === moment.epoch);
  if (typeof moment === 'string' || isTaken) {
    const reason = typeof moment === 'string' ? moment : 'exists';
    return editSessions(draft, [], { leftOut: [{ day, time, reason }] });
  }
  const members = { occursAt: moment.text, duration: durationOf(minutes), capacity, status };
  return editSessions(draft, [{ event, others: overlaid(chosen, () => members), days: [day] }]);
}

export interface ChosenSessions {
  readonly event: string;
  /** Their keys. */
  readonly sessions: readonly string[];
}

export interface SessionChanges extends Partial<TypedCounterPlaces> {
  readonly capacity?: number | null;
  readonly minutes?: number | null;
  readonly lateMinutes?: number;
  readonly status?: SessionState;
}

/** The same change of several sessions. A member that is not given stays as it is. */
export function changeSessions(
  draft: Draft,
  { event, sessions, ...changes }: ChosenSessions & SessionChanges,
): Result<SessionsDone> {
  const { capacity, minutes, lateMinutes, status } = changes;
  const { counterPlaces = null, releaseMinutes = null } = changes;
  const counter = { counterPlaces, releaseMinutes };
  const chosen = chosenSessions(draft, event, sessions);
  if ('kind' in chosen) return chosen;
  const refused = checked({
    capacity: capacityProblem(capacity ?? null),
    minutes: minutesProblem(minutes ?? null),
    lateMinutes: lateProblem(lateMinutes ?? null),
    releaseMinutes: releaseProblem(releaseMinutes),
    // All that they are left with, also when only the capacity changes.
    counterPlaces: chosen.views.every((view) =>
      isOfCapacity(
        counterPlacesThen(counter, view).counterPlaces ?? 0,
        capacity === undefined ? view.capacity : capacity,
      ),
    )
      ? null
      : 'invalid',
    status: status === undefined || plannedStates.includes(status) ? null : 'invalid',
  });
  if (refused !== null) return refused;
  const members = {
    ...(capacity === undefined ? {} : { capacity }),
    ...(minutes === undefined ? {} : { duration: durationOf(minutes) }),
    ...lateSale(lateMinutes ?? null),
    ...(status === undefined ? {} : { status }),
  };
  return editSessions(draft, [
    {
      event,
      others: overlaid(chosen, (view) => ({ ...members, ...counterMember(counter, view) })),
      days: chosen.views.map(({ day }) => day),
    },
  ]);
}

export function removeSessions(draft: Draft, { event, sessions }: ChosenSessions): Result<SessionsDone> {
  const chosen = chosenSessions(draft, event, sessions);
  if ('kind' in chosen) return chosen;
  const others = new Map(chosen.views.map(({ index }) => [index, null]));
  return editSessions(draft, [{ event, others, days: chosen.views.map(({ day }) => day) }]);
}

interface Chosen {
  readonly views: readonly SessionView[];
  readonly all: readonly SessionView[];
  readonly list: readonly unknown[];
}

/** Sessions that are gone already are not counted, but for a single one. */
function chosenSessions(
  draft: Draft,
  event: string,
  keys: readonly string[],
): Chosen | ReturnType<typeof refuse> {
  const found = findEvent(draft, event);
  if (found === undefined) return refuse('event', 'unknown');
  if (keys.length === 0) return refuse('sessions', 'missing');
  const list = listOf(found.members['sessions']);
  const all = viewsOf(list, clockOf(draft));
  const wanted = new Set(keys);
  const views = all.filter(({ key }) => wanted.has(key));
  return views.length === 0
    ? refuse(keys.length === 1 ? 'session' : 'sessions', 'unknown')
    : { views, all, list };
}

/** The chosen sessions with these members. */
function overlaid(
  { views, list }: Chosen,
  membersOf: (view: SessionView) => Members,
): ReadonlyMap<number, Members> {
  return new Map(
    views.flatMap((view) => {
      const session = list[view.index];
      return isMembers(session) ? [[view.index, withMembers(session, membersOf(view))] as const] : [];
    }),
  );
}
