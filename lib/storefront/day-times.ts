import type { Session } from '../contract/session';
import { isFull } from './session-days';

/** How many times of a day are shown on a page. */
export const timesOnPage = 100;

/** The times of a day that a page shows, of a day that may have thousands. */
export interface DayTimes {
  readonly sessions: readonly Session[];
  /** The moment of the first one, when they are not the first of the day. */
  readonly from: string | null;
  /** The moment of the first one behind these; null when these are the last. */
  readonly laterFrom: string | null;
}

/** Cuts the sessions of a day, in order of time, to a page. Those of one moment stay together. */
export function dayTimes(sessions: readonly Session[], from: string | null): DayTimes {
  const last = sessions[timesOnPage - 1]?.occursAt;
  const end = sessions.findIndex(
    ({ occursAt }, index) => index >= timesOnPage && Date.parse(occursAt) !== Date.parse(last ?? ''),
  );
  if (end === -1) return { sessions, from, laterFrom: null };
  return { sessions: sessions.slice(0, end), from, laterFrom: sessions[end]?.occursAt ?? null };
}

/** Whether enough sessions were read for a page and the moment behind it. */
export function fillsTimes(sessions: readonly Session[]): boolean {
  return isFull(sessions) || dayTimes(sessions, null).laterFrom !== null;
}
