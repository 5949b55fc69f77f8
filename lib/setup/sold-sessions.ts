import { type Draft, keyedOf } from './draft';
import { clockOf, type SessionView, viewsOf } from './session-view';

/** A published session by the keys of its event and of itself, with how many of its tickets are valid or used. */
export interface SoldSession {
  readonly event: string;
  readonly session: string;
  readonly tickets: number;
}

export interface ConcernedTickets {
  readonly sessions: number;
  readonly tickets: number;
}

const isOff = (status: string) => status === 'cancelled' || status === 'postponed';

/** Of which sessions that a change removes, moves, cancels or postpones tickets were sold, and how many. */
export function concernedTickets(
  before: Draft,
  after: Draft,
  sold: readonly SoldSession[],
): ConcernedTickets {
  if (sold.length === 0) return { sessions: 0, tickets: 0 };
  const [had, has] = [sessionsByKey(before), sessionsByKey(after)];
  const concerned = sold.filter(({ event, session }) => {
    const old = had(event).get(session);
    const now = has(event).get(session);
    if (old === undefined) return false;
    return now?.epoch !== old.epoch || (isOff(now.status) && now.status !== old.status);
  });
  return {
    sessions: concerned.length,
    tickets: concerned.reduce((sum, { tickets }) => sum + tickets, 0),
  };
}

const none: ReadonlyMap<string, SessionView> = new Map();

/** The sessions of an event by their keys. Each event is read once. */
function sessionsByKey(draft: Draft): (event: string) => ReadonlyMap<string, SessionView> {
  const clock = clockOf(draft);
  const known = new Map<string, ReadonlyMap<string, SessionView>>();
  const members = new Map(keyedOf(draft.events).map((one) => [one.key, one.members]));
  return (event) => {
    const found = known.get(event);
    if (found !== undefined) return found;
    const { sessions } = members.get(event) ?? {};
    const views =
      sessions === undefined ? none : new Map(viewsOf(sessions, clock).map((one) => [one.key, one]));
    known.set(event, views);
    return views;
  };
}
