import { venueDay } from '../../locale/venue-time';
import { type State, nextStep } from '../values/checkout-state';
import { beginOf } from './order-of-time';

interface FoundVisit {
  readonly date: string | null;
  readonly occursAt: string | null;
  readonly timezone: string | null;
}

interface Found {
  readonly state: State;
  readonly settledAs: string | null;
  readonly isUndelivered: boolean;
  readonly createdAt: Date;
  readonly visits: readonly FoundVisit[];
  readonly count: number;
  readonly valid: number;
}

/** Of a visit on its last day it is still the day. */
function isComing({ date, occursAt, timezone }: FoundVisit, now: Date): boolean {
  const zone = timezone ?? undefined;
  const day = occursAt === null ? date : venueDay(occursAt, zone);
  return day !== null && day >= venueDay(now.toISOString(), zone);
}

/** The visits in order of time, those that are still to come first; and how many of them are. */
export function comingFirst<Visit extends FoundVisit>(visits: readonly Visit[], now: Date) {
  const sorted = visits.toSorted((one, other) => compare(beginOf(one, one), beginOf(other, other)));
  const coming = sorted.filter((visit) => isComing(visit, now));
  return { visits: coming.length > 0 ? coming : sorted, isComing: coming.length > 0 };
}

/** Nothing is left of it: no tickets, no money, and nobody waits for it. */
export function isOver({ state, settledAs, isUndelivered, count, valid }: Found): boolean {
  if (isUndelivered || (state === 'attention' && settledAs === null)) return false;
  if (state === 'ordered') return count > 0 && valid === 0;
  return settledAs !== null ? settledAs !== 'ordered' : nextStep(state) === 'rest';
}

/**
 * The best match first (`rank`); of equally good ones what is still to come, the next visit first, then what has been, the
 * newest first, and at last what nothing is left of.
 */
export function inOrderFound<One extends Found>(
  found: readonly One[],
  rank: (one: One) => number,
  now: Date,
): One[] {
  const placed = found.map((one) => {
    const { visits, isComing: comes } = comingFirst(one.visits, now);
    const [next] = visits;
    const isNext = comes && !isOver(one) && next !== undefined;
    return {
      one,
      rank: rank(one),
      group: isNext ? 0 : isOver(one) ? 2 : 1,
      begin: isNext ? beginOf(next, next) : '',
      age: -one.createdAt.getTime(),
    };
  });
  return placed
    .toSorted((a, b) => a.rank - b.rank || a.group - b.group || compare(a.begin, b.begin) || a.age - b.age)
    .map(({ one }) => one);
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
