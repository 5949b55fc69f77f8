/**
 * What a combination is made of. Times are whole minutes since 1970 in UTC, so that neither time zones nor midnight
 * matter; texts of times are made by the caller, for the venue's clock.
 */

/** A session that can be chosen. */
export interface Visit {
  readonly id: string;
  readonly begin: number;
  /** How long it lasts; at an arrival window, how long one may arrive; null if the catalogue does not say it. */
  readonly minutes: number | null;
  /** For how many groups of one there is room; null is unlimited. */
  readonly free: number | null;
}

/** One event of the offer: where the group is for one of these sessions. */
export interface Stop<Session extends Visit = Visit> {
  /** The duration of its sessions is the time in which one may arrive, and one leaves when one likes. */
  readonly isWindow: boolean;
  readonly visits: readonly Session[];
}

/** `unknown`: a place has no coordinates, and `minutes` is what we allow for the way. */
export interface Way {
  readonly by: 'foot' | 'ride' | 'same' | 'unknown';
  readonly minutes: number;
}

export interface Plan<Some extends Stop = Stop> {
  readonly stops: readonly Some[];
  /** From the place of one stop to that of another, by their indexes. */
  readonly ways: readonly (readonly Way[])[];
}

/** A gap is tight if it is shorter than the way and these minutes: to leave, to find the door, to queue. */
export const spareMinutes = 10;
/** What we allow for a session of unknown length. */
export const usualLength = 60;
/** What we allow for a place that one leaves when one likes. */
export const usualStay = 45;

/** For how long the group is certainly there: only then do two sessions overlap. */
export function shortestStay({ isWindow }: Stop, { minutes }: Visit): number {
  if (isWindow) return 0;
  return minutes ?? 1;
}

/** For how long we expect the group to be there. */
export function expectedStay({ isWindow }: Stop, { minutes }: Visit): number {
  if (isWindow) return usualStay;
  return minutes ?? usualLength;
}

/** The last moment at which the group may arrive. */
export function latestArrival({ isWindow }: Stop, { begin, minutes }: Visit): number {
  return isWindow ? begin + (minutes ?? 0) : begin;
}

/** A session with its times in words, on the venue's clock. */
export interface PlannedVisit extends Visit {
  readonly from: string;
  /** When it is over, or when the last may arrive; null if the catalogue does not say it. */
  readonly until: string | null;
}

export interface PlannedStop extends Stop<PlannedVisit> {
  /** The form's fields; several if the offer has several tickets for the same sessions, as an adult's and a child's. */
  readonly fields: readonly string[];
  readonly name: string;
}

/** An offer over several events. */
export type PlannedOffer = Plan<PlannedStop>;
