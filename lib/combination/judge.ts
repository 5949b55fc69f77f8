import { expectedStay, latestArrival, shortestStay, spareMinutes, type Plan, type Visit } from './plan';

/** From one chosen session to a later one. */
export interface Leg {
  /** The indexes of their stops. */
  readonly from: number;
  readonly to: number;
  readonly kind: 'overlap' | 'tight' | 'fine';
  /** Minutes from when the group may leave the one until it must be at the other; negative in an overlap. */
  readonly gap: number;
}

/** The chosen sessions in the best order of visiting them. */
export interface Judgement {
  /** That of the worst leg. */
  readonly kind: Leg['kind'];
  readonly legs: readonly Leg[];
}

/** When the group may leave the stop where it is. */
interface Moment {
  readonly stop: number;
  /** At the earliest: it goes on at once from where it may leave when it likes. */
  readonly leave: number;
  readonly expected: number;
}

const overlapCost = 1e9;
const tightCost = 1e5;
/** Tries at most: all orders of six events. With more of them, the best of those that were tried is taken. */
const mostSteps = 2_000;

/** The group goes on to the next session: the leg, what it costs, and when the group may leave again. */
function goOn(plan: Plan, before: Moment | null, to: number, visit: Visit) {
  const stop = plan.stops[to];
  if (stop === undefined) throw new Error(`no stop ${to}`);
  const latest = latestArrival(stop, visit);
  const way = before === null ? 0 : (plan.ways[before.stop]?.[to]?.minutes ?? 0);
  const arrival = (ready: number | undefined) =>
    Math.min(latest, Math.max(visit.begin, (ready ?? -Infinity) + way));
  const after: Moment = {
    stop: to,
    leave: arrival(before?.leave) + shortestStay(stop, visit),
    expected: arrival(before?.expected) + expectedStay(stop, visit),
  };
  if (before === null) return { leg: null, cost: 0, after };
  const gap = latest - before.leave;
  const missing = before.expected + way + spareMinutes - latest;
  const kind: Leg['kind'] = gap < 0 ? 'overlap' : missing > 0 ? 'tight' : 'fine';
  const cost = kind === 'overlap' ? overlapCost - gap : kind === 'tight' ? tightCost + missing : 0;
  const leg: Leg = { from: before.stop, to, kind, gap };
  // What lasts until the evening also overlaps what comes after the next session.
  return { leg, cost, after: before.leave > after.leave ? before : after };
}

/** One chosen session for each stop that has one; a session that is chosen for several stops is visited once. */
function visitsOf(plan: Plan, chosen: readonly (Visit | undefined)[]) {
  const seen = new Set<string>();
  const visits: { stop: number; visit: Visit; latest: number }[] = [];
  for (const [index, visit] of chosen.entries()) {
    const stop = plan.stops[index];
    if (stop === undefined || visit === undefined || seen.has(visit.id)) continue;
    seen.add(visit.id);
    visits.push({ stop: index, visit, latest: latestArrival(stop, visit) });
  }
  // The first order that is tried is usually the best one.
  return visits.sort((a, b) => a.latest - b.latest);
}

interface Found {
  readonly cost: number;
  readonly end: number;
  readonly legs: readonly Leg[];
}

/**
 * Whether the chosen sessions, one for each stop or undefined, can be visited one after the other. Where several
 * orders are possible, because people may arrive within a time, the most comfortable one is taken. Null if fewer than
 * two are chosen.
 */
export function judge(plan: Plan, chosen: readonly (Visit | undefined)[]): Judgement | null {
  const visits = visitsOf(plan, chosen);
  if (visits.length < 2) return null;
  const found: { best?: Found } = {};
  let steps = 0;
  const visitNext = (rest: typeof visits, now: Moment | null, legs: readonly Leg[], cost: number) => {
    if (rest.length === 0) {
      const end = now?.expected ?? 0;
      const { best } = found;
      if (best === undefined || cost < best.cost || (cost === best.cost && end < best.end)) {
        found.best = { cost, end, legs };
      }
      return;
    }
    for (const next of rest) {
      // The first order is always tried to its end.
      if (found.best !== undefined && (cost > found.best.cost || ++steps > mostSteps)) return;
      const others = rest.filter((each) => each !== next);
      // What can't be reached any more when this one begins comes before it, also if it overlaps.
      if (others.some(({ latest }) => latest < next.visit.begin)) continue;
      const step = goOn(plan, now, next.stop, next.visit);
      visitNext(others, step.after, step.leg === null ? legs : [...legs, step.leg], cost + step.cost);
    }
  };
  visitNext(visits, null, [], 0);
  const legs = found.best?.legs ?? [];
  const has = (kind: Leg['kind']) => legs.some((leg) => leg.kind === kind);
  return { kind: has('overlap') ? 'overlap' : has('tight') ? 'tight' : 'fine', legs };
}
