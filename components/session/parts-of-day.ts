import type { PartOfDay } from '@/lib/contract/event-summary';
import type { Session } from '@/lib/contract/session';
import { venueTime } from '@/lib/locale/venue-time';

const partsOfDay = ['morning', 'afternoon', 'evening'] as const satisfies readonly PartOfDay[];
/** The hour at which each begins. */
export const partBegins: Readonly<Record<PartOfDay, number>> = { morning: 0, afternoon: 12, evening: 18 };

/** Up to this many sessions are easier to read as one list. */
const few = 8;

/** The part of the day of a time, "09:30". */
export function partOf(time: string): PartOfDay {
  const hour = Number(time.slice(0, 2));
  return partsOfDay.findLast((part) => hour >= partBegins[part]) ?? 'morning';
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
