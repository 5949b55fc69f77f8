import type { Session } from '@/lib/contract/session';
import { venueTime } from '@/lib/locale/venue-time';

export const partsOfDay = ['morning', 'afternoon', 'evening'] as const;
export type PartOfDay = (typeof partsOfDay)[number];

/** Up to this many sessions are easier to read as one list. */
const few = 8;

function partOf(time: string): PartOfDay {
  if (time < '12:00') return 'morning';
  return time < '18:00' ? 'afternoon' : 'evening';
}

/** A few sessions as one list (`part` null), more of them by the part of the day. */
export function byPartOfDay(
  sessions: readonly Session[],
  timezone: string | undefined,
): { part: PartOfDay | null; sessions: readonly Session[] }[] {
  if (sessions.length <= few) return [{ part: null, sessions }];
  return partsOfDay
    .map((part) => ({
      part,
      sessions: sessions.filter((session) => partOf(venueTime(session.occursAt, timezone)) === part),
    }))
    .filter((group) => group.sessions.length > 0);
}
