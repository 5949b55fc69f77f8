import { minutesOf } from '../contract/duration';
import { findZone, type ZoneClock, zoneClock } from '../locale/zone-clock';
import {
  type Draft,
  findEvent,
  isMembers,
  keyedOf,
  type Members,
  numberOf,
  stringOf,
  type Texts,
  textsOf,
} from './draft';

export interface SessionView {
  readonly key: string;
  readonly index: number;
  /** As the document has it. */
  readonly occursAt: string;
  /** In milliseconds since 1970; null if the document has no moment there. */
  readonly epoch: number | null;
  /** By the clock of the catalogue, YYYY-MM-DD and HH:MM; empty without a moment. */
  readonly day: string;
  readonly time: string;
  readonly minutes: number | null;
  readonly capacity: number | null;
  /** How many minutes it is sold after its beginning; null: until it begins. */
  readonly lateMinutes: number | null;
  /** How many of its places only the counter sells; null: none. */
  readonly counterPlaces: number | null;
  /** How many minutes before its beginning these are sold to everybody; null: never. */
  readonly releaseMinutes: number | null;
  readonly status: string;
  readonly name: Texts;
  readonly tag: string | null;
  readonly seatPlan: string | null;
}

const latest = Number.MAX_SAFE_INTEGER;

/** The clock of the catalogue; that of UTC until it has a time zone. */
export function clockOf(draft: Draft): ZoneClock {
  return findZone(stringOf(draft.catalog['timezone'])) ?? zoneClock('UTC');
}

/** The sessions of an event in order of time; those without a moment are the last. */
export function sessionsOf(draft: Draft, event: string): SessionView[] {
  return viewsOf(findEvent(draft, event)?.members['sessions'], clockOf(draft)).sort(byTime);
}

export const byTime = (one: SessionView, other: SessionView) =>
  (one.epoch ?? latest) - (other.epoch ?? latest);

export function viewsOf(sessions: unknown, clock: ZoneClock): SessionView[] {
  return keyedOf(sessions).map(({ key, index, members }) => ({ key, index, ...viewOf(members, clock) }));
}

function viewOf(members: Members, clock: ZoneClock): Omit<SessionView, 'key' | 'index'> {
  const occursAt = stringOf(members['occursAt']);
  const epoch = epochOf(occursAt, clock);
  const places = isMembers(members['counterPlaces']) ? members['counterPlaces'] : {};
  const local = epoch === null ? '' : clock.at(epoch).text;
  return {
    occursAt,
    epoch,
    day: local.slice(0, 10),
    time: local.slice(11, 16),
    minutes: minutesOf(stringOf(members['duration'])),
    capacity: numberOf(members['capacity']),
    lateMinutes: minutesOf(stringOf(members['lateSale'])),
    counterPlaces: numberOf(places['count']),
    releaseMinutes: minutesOf(stringOf(places['releasedBefore'])),
    status: stringOf(members['status']) || 'scheduled',
    name: textsOf(members['name']),
    tag: stringOf(members['tag']) || null,
    seatPlan: stringOf(members['seatPlan']) || null,
  };
}

const written = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/;

/** A moment as a feed has it: without an offset it is one of the catalogue's clock. */
export function epochOf(moment: string, clock: ZoneClock): number | null {
  const match = written.exec(moment);
  if (match === null) return null;
  const offset = match[3];
  const epoch = Date.parse(offset === undefined ? `${moment}Z` : moment);
  if (Number.isNaN(epoch)) return null;
  return offset === undefined ? clock.atWall(epoch).epoch : epoch;
}

/** The months that have sessions, `2027-06`, in order. */
export function monthsOf(sessions: readonly SessionView[]): string[] {
  return [...new Set(sessions.flatMap(({ day }) => (day === '' ? [] : day.slice(0, 7))))].sort();
}

/** The first session that is sold and begins `from` a day on (`2027-06-01`), or from a time of it (`2027-06-01T20:00`). */
export function nextSession(sessions: readonly SessionView[], from: string): SessionView | null {
  return sessions.find(({ day, time, status }) => status === 'scheduled' && `${day}T${time}` >= from) ?? null;
}
