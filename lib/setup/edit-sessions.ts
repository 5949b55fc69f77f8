import type { ZoneClock } from '../locale/zone-clock';
import { type Draft, findEvent, listOf, type Members, replaced } from './draft';
import { followSessions, type OffersDone } from './follow-sessions';
import type { SessionView } from './session-view';

/**
 * Why a session was not made. `exists`: the event has one then. `skipped_time`, `time_twice`: the clocks change that day, and
 * do not show this time, or show it twice. `past`: the day is over.
 */
export type LeftOutReason = 'exists' | 'skipped_time' | 'time_twice' | 'past';

export interface LeftOut {
  readonly day: string;
  readonly time: string;
  readonly reason: LeftOutReason;
}

export interface SessionsDone {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** On how many days these sessions are, the first and the last of them. */
  readonly days: number;
  readonly first: string | null;
  readonly last: string | null;
  readonly leftOut: readonly LeftOut[];
  readonly offers: OffersDone;
}

/** So many sessions are made at once. */
export const mostSessions = 5000;

/** What becomes of the sessions of one event. */
export interface Edit {
  /** Its key. */
  readonly event: string;
  readonly added?: readonly Members[];
  /** By their place in the list; null: removed. */
  readonly others?: ReadonlyMap<number, Members | null>;
  /** Members of the event itself. */
  readonly members?: Members;
  /** The days of these sessions. */
  readonly days: readonly string[];
}

interface Beside {
  readonly leftOut?: readonly LeftOut[];
  readonly closed?: { readonly from: string; readonly until: string };
  readonly modelOf?: (day: string) => string | null;
}

/** The document with other sessions, and with offers that follow them. */
export function editSessions(
  draft: Draft,
  edits: readonly Edit[],
  { leftOut = [], ...following }: Beside = {},
): { kind: 'changed'; draft: Draft } & SessionsDone {
  const events = new Map<number, Members>();
  const days = new Set<string>();
  const counts = { added: 0, removed: 0, changed: 0 };
  for (const { event, added = [], others = new Map(), members = {}, days: touched } of edits) {
    const found = findEvent(draft, event);
    if (found === undefined) continue;
    const sessions = [...replaced(listOf(found.members['sessions']), others), ...added];
    events.set(found.index, { ...found.members, ...members, sessions });
    const removed = [...others.values()].filter((other) => other === null).length;
    counts.added += added.length;
    counts.removed += removed;
    counts.changed += others.size - removed;
    for (const day of touched) days.add(day);
  }
  const after = { ...draft, events: replaced(draft.events, events) };
  const followed = followSessions(draft, after, { events: edits.map(({ event }) => event), ...following });
  days.delete('');
  const sorted = [...days].sort();
  return {
    kind: 'changed',
    draft: followed.draft,
    ...counts,
    days: sorted.length,
    first: sorted[0] ?? null,
    last: sorted.at(-1) ?? null,
    leftOut,
    offers: followed.offers,
  };
}

/** A time of a day as a moment; or why it is none. */
export function momentOf(
  day: string,
  time: string,
  clock: ZoneClock,
): { readonly epoch: number; readonly text: string } | 'skipped_time' | 'time_twice' {
  const { epoch, isClear } = clock.atWall(Date.parse(`${day}T${time}Z`));
  const { text } = clock.at(epoch);
  if (isClear) return { epoch, text };
  return text.startsWith(`${day}T${time}`) ? 'time_twice' : 'skipped_time';
}

/** A session that is wanted, with what it has beside its time. */
export interface Wanted {
  readonly day: string;
  readonly time: string;
  readonly members: Members;
}

/** New sessions beside those that the event has, each with a key that stays the same if it is made once more. */
export function makeSessions(
  wanted: Iterable<Wanted>,
  { clock, existing, today }: { clock: ZoneClock; existing: readonly SessionView[]; today: string },
): { added: Members[]; days: string[]; leftOut: LeftOut[] } {
  const taken = new Set(existing.map(({ epoch }) => epoch));
  const keys = new Set(existing.map(({ key }) => key));
  const made = { added: new Array<Members>(), days: new Array<string>(), leftOut: new Array<LeftOut>() };
  for (const { day, time, members } of wanted) {
    const moment = day < today ? 'past' : momentOf(day, time, clock);
    if (typeof moment === 'string' || taken.has(moment.epoch)) {
      made.leftOut.push({ day, time, reason: typeof moment === 'string' ? moment : 'exists' });
      continue;
    }
    const key = freeKey(`${day}T${time}`, keys);
    keys.add(key);
    taken.add(moment.epoch);
    made.added.push({ key, occursAt: moment.text, ...members });
    made.days.push(day);
  }
  return made;
}

/** Another session may have the key, because it was moved. */
function freeKey(key: string, taken: ReadonlySet<string>): string {
  let [free, number] = [key, 2];
  for (; taken.has(free); number += 1) free = `${key}-${number}`;
  return free;
}
