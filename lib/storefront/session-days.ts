import type { Session } from '../contract/session';
import { addDays } from '../locale/calendar';
import { isClosed, sessionWords, type ClosedAs, type SessionWords } from '../locale/availability';
import { venueDay } from '../locale/venue-time';

/** How many days with sessions are shown side by side. */
export const daysInStrip = 7;

export interface SessionDay {
  readonly day: string;
  readonly sessions: readonly Session[];
  /** How many of them can still be chosen. */
  readonly openCount: number;
  /** Why none can be chosen, where that is not that they are sold out: why one is not sold, when that is so of all. */
  readonly closedAs: ClosedAs | null;
}

export interface DayStrip {
  readonly days: readonly SessionDay[];
  /** The first day after the strip that has sessions; null when there is none. */
  readonly laterFrom: string | null;
}

/** A moment that lies before the day begins, wherever on earth the venue is. */
export function surelyBefore(day: string): string {
  return `${addDays(day, -1)}T10:00:00Z`;
}

/** A moment that lies after the day has begun, wherever on earth the venue is. */
export function surelyAfterStart(day: string): string {
  return `${day}T12:00:00Z`;
}

/** A moment that lies after the day has ended, wherever on earth the venue is. */
export function surelyAfterEnd(day: string): string {
  return surelyAfterStart(addDays(day, 1));
}

/** How many sessions are read for a strip: a day may have ten thousand. */
const mostRead = 1000;

/** Enough sessions to fill a strip: a margin allows for days that fall outside once the venue's clock is known. */
export function fillsStrip(sessions: readonly Session[]): boolean {
  if (isFull(sessions)) return true;
  return new Set(sessions.map((session) => session.occursAt.slice(0, 10))).size > daysInStrip + 3;
}

/** Whether reading stopped because there are so many, so that what follows is not known. */
export function isFull(sessions: readonly Session[]): boolean {
  return sessions.length >= mostRead;
}

/** A moment at the begin of a day by the clock of the venue, as the moment of a session there tells its offset. */
export function dayBegin(day: string, session: Session): string {
  const [offset = 'Z'] = /(?:[+-]\d{2}:?\d{2}|Z)$/.exec(session.occursAt) ?? [];
  return new Date(`${day}T00:00:00${offset}`).toISOString();
}

function byDay(sessions: readonly Session[], timezone: string | undefined): SessionDay[] {
  const days = new Map<string, Session[]>();
  for (const session of sessions) {
    const day = venueDay(session.occursAt, timezone);
    const members = days.get(day);
    if (members === undefined) days.set(day, [session]);
    else members.push(session);
  }
  return [...days].map(([day, members]) => {
    const words = members.map(sessionWords);
    const openCount = words.filter((each) => !isClosed(each)).length;
    return { day, sessions: members, openCount, closedAs: openCount > 0 ? null : closedAs(words) };
  });
}

/** What is said of a day on which nothing can be chosen; null: sold out, as at least one of its sessions is. */
function closedAs(words: readonly SessionWords[]): ClosedAs | null {
  const reasons = new Set<ClosedAs>();
  for (const one of words) {
    if (!isClosed(one) || one.kind === 'soldOut') return null;
    reasons.add(one.kind);
  }
  const [only = 'notOnSale', ...others] = reasons;
  return others.length === 0 ? only : 'notOnSale';
}

/** The first days on or after `from` that have sessions. `sessions` in order of time. */
export function dayStrip(
  sessions: readonly Session[],
  from: string | null,
  timezone: string | undefined,
): DayStrip {
  const days = byDay(sessions, timezone).filter(({ day }) => from === null || day >= from);
  return { days: days.slice(0, daysInStrip), laterFrom: days[daysInStrip]?.day ?? null };
}

/** Where the strip before `from` begins. `sessions` are those before it, latest first; null when there are none. */
export function earlierStart(
  sessions: readonly Session[],
  from: string,
  timezone: string | undefined,
): string | null {
  const days = byDay(sessions, timezone)
    .map(({ day }) => day)
    .filter((day) => day < from);
  return days[Math.min(days.length, daysInStrip) - 1] ?? null;
}
