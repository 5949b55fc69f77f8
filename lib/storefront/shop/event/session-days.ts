import type { Session } from '../../../contract/session';
import { addDays, daysInStrip } from '../../../locale/calendar';
import { isClosed, sessionWords, type ClosedAs, type SessionWords } from '../../../locale/availability';
import { venueDay } from '../../../locale/venue-time';

export interface SessionDay {
  readonly day: string;
  readonly sessions: readonly Session[];
  readonly openCount: number;
  /** Why none is available; null when some are, or when they are sold out. */
  readonly closedAs: ClosedAs | null;
}

/** A moment before the day begins, wherever on earth the venue is. */
export function surelyBefore(day: string): string {
  return `${addDays(day, -1)}T10:00:00Z`;
}

/** A moment after the day has begun, wherever on earth the venue is. */
export function surelyAfterStart(day: string): string {
  return `${day}T12:00:00Z`;
}

/** A moment after the day has ended, wherever on earth the venue is. */
export function surelyAfterEnd(day: string): string {
  return surelyAfterStart(addDays(day, 1));
}

/** How many sessions are read for a strip: a day may have ten thousand. */
const mostRead = 1000;

/**
 * Whether there are enough sessions to fill a strip: a few more days are needed, because some fall outside
 * once the venue's time zone is known.
 */
export function fillsStrip(sessions: readonly Session[]): boolean {
  if (reachedReadLimit(sessions)) return true;
  return new Set(sessions.map((session) => session.occursAt.slice(0, 10))).size > daysInStrip + 3;
}

/** Whether reading stopped because there are so many, so that later sessions are unknown. */
export function reachedReadLimit(sessions: readonly Session[]): boolean {
  return sessions.length >= mostRead;
}

/** The first moment of a day at the venue, with the UTC offset of a session there. */
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
  return [...days].map(([day, members]) => sessionDay(day, members));
}

export function sessionDay(day: string, sessions: readonly Session[]): SessionDay {
  const words = sessions.map(sessionWords);
  const openCount = words.filter((each) => !isClosed(each)).length;
  return { day, sessions, openCount, closedAs: openCount > 0 ? null : closedAs(words) };
}

/** Of a day without an available session; null: sold out, because at least one of its sessions is and none may return. */
function closedAs(words: readonly SessionWords[]): ClosedAs | null {
  if (words.some(({ kind }) => kind === 'allHeld')) return 'allHeld';
  const reasons = new Set<ClosedAs>();
  for (const one of words) {
    if (!isClosed(one) || one.kind === 'soldOut') return null;
    reasons.add(one.kind);
  }
  const [only = 'notOnSale', ...others] = reasons;
  return others.length === 0 ? only : 'notOnSale';
}

/**
 * The first days on or after `from` that have sessions, and the next such day after them. `sessions` in order of
 * time.
 */
export function dayStrip(sessions: readonly Session[], from: string | null, timezone: string | undefined) {
  const days = byDay(sessions, timezone).filter(({ day }) => from === null || day >= from);
  return { days: days.slice(0, daysInStrip), laterFrom: days[daysInStrip]?.day ?? null };
}

/** `sessions` are those before `from`, latest first; null when there are none. */
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

const timesOnPage = 100;

/** The times of a day that one page shows; a day may have thousands. */
export interface DayTimes {
  readonly sessions: readonly Session[];
  /** The moment of the first shown session, unless it is the first of the day. */
  readonly from: string | null;
  /** The moment of the first session after the shown ones; null when there are no more. */
  readonly laterFrom: string | null;
}

/** Selects one page of a day's sessions, which are in order of time. Sessions of one moment stay together. */
export function dayTimes(sessions: readonly Session[], from: string | null): DayTimes {
  const last = sessions[timesOnPage - 1]?.occursAt;
  const end = sessions.findIndex(
    ({ occursAt }, index) => index >= timesOnPage && Date.parse(occursAt) !== Date.parse(last ?? ''),
  );
  if (end === -1) return { sessions, from, laterFrom: null };
  return { sessions: sessions.slice(0, end), from, laterFrom: sessions[end]?.occursAt ?? null };
}

/** Whether enough sessions were read for a page and the moment after it. */
export function fillsTimes(sessions: readonly Session[]): boolean {
  return reachedReadLimit(sessions) || dayTimes(sessions, null).laterFrom !== null;
}
