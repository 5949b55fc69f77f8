import { judge, type Judgement } from './judge';
import type { Plan, Stop, Visit } from './plan';

export const hasRoom = ({ free }: Visit, people: number) => (free ?? Infinity) >= people;

const badness = (judgement: Judgement | null): number => {
  if (judgement === null || judgement.kind === 'fine') return 0;
  return judgement.kind === 'tight' ? 1 : 2;
};

/** A chosen session without room for the whole group, and the one to take instead; null if there is none. */
export interface NextFree<Session extends Visit = Visit> {
  readonly stop: number;
  readonly full: Session;
  readonly instead: Session | null;
}

/**
 * For the first chosen session that has too little room: the next one that has enough, or an earlier one if there is
 * none later. One that fits the other chosen sessions comes before one that does not. Null if all have room.
 */
export function nextFree<Session extends Visit>(
  plan: Plan<Stop<Session>>,
  chosen: readonly (Session | undefined)[],
  people: number,
): NextFree<Session> | null {
  const stop = chosen.findIndex((visit) => visit !== undefined && !hasRoom(visit, people));
  const full = chosen[stop];
  if (full === undefined) return null;
  const ranked = (plan.stops[stop]?.visits ?? [])
    .filter((visit) => hasRoom(visit, people))
    .map((visit) => ({
      visit,
      bad: badness(judge(plan, chosen.with(stop, visit))),
      isEarlier: visit.begin < full.begin,
      distance: Math.abs(visit.begin - full.begin),
    }))
    .sort((a, b) => a.bad - b.bad || Number(a.isEarlier) - Number(b.isEarlier) || a.distance - b.distance);
  return { stop, full, instead: ranked[0]?.visit ?? null };
}
