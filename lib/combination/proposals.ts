import { judge, type Judgement } from './judge';
import { hasRoom } from './next-free';
import { expectedStay, latestArrival, spareMinutes, type Plan, type Stop, type Visit } from './plan';

/** Sessions that can be visited one after the other, without a warning. */
export interface Proposal<Session extends Visit = Visit> {
  /** One for each stop, in the order of the stops. */
  readonly visits: readonly Session[];
  /** With its legs in the order of visiting. */
  readonly judgement: Judgement;
  readonly begin: number;
  readonly end: number;
  /** For how many people there is room; null is unlimited. */
  readonly free: number | null;
}

/** Beginnings that are tried, spread evenly over all sessions. */
const mostBeginnings = 48;
/**
 * Steps for the first beginning until one combination is found: if nothing fits from there on, nothing fits at all. They are
 * enough for every order of nine events, and of more unless they are hard to combine.
 */
const mostFirstSteps = 20_000;
/** Steps for each other beginning: all orders of five events, and of more the first that are found. */
const mostSteps = 400;

/** A session, with the moments that decide whether it can be reached. */
interface Slot<Session> {
  readonly visit: Session;
  readonly latest: number;
  readonly stay: number;
}

/** The sessions of a stop by their latest arrival, and for each place in that list the one that is over first. */
interface Timetable<Session> {
  readonly slots: readonly Slot<Session>[];
  readonly firstOver: readonly Slot<Session>[];
}

function timetable<Session extends Visit>(stop: Stop<Session>, people: number): Timetable<Session> {
  const slots = stop.visits
    .filter((visit) => hasRoom(visit, people))
    .map((visit) => ({ visit, latest: latestArrival(stop, visit), stay: expectedStay(stop, visit) }))
    .sort((a, b) => a.latest - b.latest);
  const firstOver: Slot<Session>[] = [];
  let first: Slot<Session> | undefined;
  for (const slot of slots.toReversed()) {
    const isSooner = first === undefined || slot.visit.begin + slot.stay <= first.visit.begin + first.stay;
    first = isSooner ? slot : first;
    if (first !== undefined) firstOver.unshift(first);
  }
  return { slots, firstOver };
}

/** The session that is over first, of those that can be reached from `ready` on. */
function firstFrom<Session>({ slots, firstOver }: Timetable<Session>, ready: number) {
  let [low, high] = [0, slots.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((slots[middle]?.latest ?? Infinity) < ready) low = middle + 1;
    else high = middle;
  }
  return firstOver[low];
}

interface Step<Session> {
  readonly stop: number;
  readonly slot: Slot<Session>;
  readonly arrival: number;
}

const leaving = <Session>({ arrival, slot }: Step<Session>) => arrival + slot.stay;

const between = (plan: Plan, from: number, to: number) =>
  (plan.ways[from]?.[to]?.minutes ?? 0) + spareMinutes;

/** What a search found: null with `isComplete` means that there is nothing to be found. */
interface Found<Session> {
  readonly steps: readonly Step<Session>[] | null;
  /** False if it ended at its last step, so that there may be better ones. */
  readonly isComplete: boolean;
}

/**
 * The steps that are over first, if the first session begins at `beginning` or later; null if not all can be visited.
 * Who has visited the same stops, is at the same place and may leave sooner can do all that others can do later: so of
 * all orders of the same stops only the soonest is continued.
 */
function earliest<Session extends Visit>(
  plan: Plan<Stop<Session>>,
  tables: readonly Timetable<Session>[],
  beginning: number,
  limit: number,
): Found<Session> {
  const best: { end: number; steps: readonly Step<Session>[] | null } = { end: Infinity, steps: null };
  const soonest = new Map<string, number>();
  let count = 0;
  let isComplete = true;
  const stepTo = (stop: number, last: Step<Session> | undefined): Step<Session>[] => {
    const ready = last === undefined ? beginning : leaving(last) + between(plan, last.stop, stop);
    const table = tables[stop];
    const slot = table === undefined ? undefined : firstFrom(table, ready);
    return slot === undefined ? [] : [{ stop, slot, arrival: Math.max(slot.visit.begin, ready) }];
  };
  const goOn = (steps: readonly Step<Session>[], rest: readonly number[]) => {
    const last = steps.at(-1);
    if (rest.length === 0 && last !== undefined) Object.assign(best, { end: leaving(last), steps });
    const next = rest.flatMap((stop) => stepTo(stop, last));
    // A stop that can't be reached now can't be reached later either.
    if (next.length < rest.length) return;
    for (const step of next.sort((a, b) => leaving(a) - leaving(b))) {
      if (leaving(step) >= best.end) return;
      isComplete &&= ++count <= (best.steps === null ? limit : mostSteps);
      if (!isComplete) return;
      const others = rest.filter((each) => each !== step.stop);
      const place = `${step.stop} ${others.join()}`;
      if (leaving(step) >= (soonest.get(place) ?? Infinity)) continue;
      soonest.set(place, leaving(step));
      goOn([...steps, step], others);
    }
  };
  const all = plan.stops.map((_, index) => index);
  goOn([], all);
  return { steps: best.steps, isComplete };
}

/** The same order with later sessions before the last one, so that the group waits less in between. */
function compact<Session extends Visit>(
  plan: Plan<Stop<Session>>,
  tables: readonly Timetable<Session>[],
  steps: readonly Step<Session>[],
): Step<Session>[] {
  const later: Step<Session>[] = [];
  for (const step of steps.toReversed()) {
    const [next] = later;
    if (next === undefined) {
      later.push(step);
      continue;
    }
    const leaveBy = next.arrival - between(plan, step.stop, next.stop);
    const arrivalAt = ({ latest, stay }: Slot<Session>) => Math.min(latest, leaveBy - stay);
    const possible = (tables[step.stop]?.slots ?? []).filter((slot) => arrivalAt(slot) >= slot.visit.begin);
    const slot = possible.reduce(
      (best, other) => (arrivalAt(other) > arrivalAt(best) ? other : best),
      step.slot,
    );
    later.unshift({ stop: step.stop, slot, arrival: arrivalAt(slot) });
  }
  return later;
}

function proposalOf<Session extends Visit>(
  plan: Plan<Stop<Session>>,
  steps: readonly Step<Session>[],
): Proposal<Session> | null {
  const visits = steps.toSorted((a, b) => a.stop - b.stop).map(({ slot }) => slot.visit);
  const judgement = judge(plan, visits);
  if (judgement?.kind !== 'fine') return null;
  const limits = visits.flatMap(({ free }) => (free === null ? [] : [free]));
  return {
    visits,
    judgement,
    free: limits.length === 0 ? null : Math.min(...limits),
    begin: Math.min(...steps.map(({ slot }) => slot.visit.begin)),
    end: Math.max(...steps.map(({ slot }) => slot.visit.begin + slot.stay)),
  };
}

/** Evenly spread, with the first and the last. */
function spread<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items];
  const step = (items.length - 1) / Math.max(1, most - 1);
  return Array.from({ length: most }, (_, index) => items[Math.round(index * step)]).filter(
    (item) => item !== undefined,
  );
}

/** Whether the other begins no earlier and ends no later, so that nothing speaks for this one. */
const isWorse = (one: Proposal, other: Proposal) =>
  other.begin >= one.begin && other.end <= one.end && (other.begin > one.begin || other.end < one.end);

/** What there is to propose; none with `isComplete` means that no combination fits. */
export interface Proposals<Session extends Visit = Visit> {
  readonly proposals: readonly Proposal<Session>[];
  /** False if there may be other combinations, because there were too many to look at. */
  readonly isComplete: boolean;
}

/** Combinations that were found, from up to `mostBeginnings` beginnings on. */
function findAll<Session extends Visit>(plan: Plan<Stop<Session>>, people: number): Proposals<Session> {
  const tables = plan.stops.map((stop) => timetable(stop, people));
  const beginnings = new Set(tables.flatMap(({ slots }) => slots.map(({ visit }) => visit.begin)));
  const tried = spread(
    [...beginnings].sort((a, b) => a - b),
    mostBeginnings,
  );
  const found = new Map<string, Proposal<Session>>();
  let isComplete = true;
  let from = -Infinity;
  for (const [index, beginning] of tried.entries()) {
    if (beginning <= from) continue;
    const searched = earliest(plan, tables, beginning, index === 0 ? mostFirstSteps : mostSteps);
    isComplete &&= searched.isComplete;
    // A later beginning leads to nothing either.
    if (searched.steps === null && searched.isComplete) break;
    if (searched.steps === null) continue;
    const proposal = proposalOf(plan, compact(plan, tables, searched.steps));
    if (proposal === null) {
      // With many arrival windows the rules try only some orders, and may not see the one that fits.
      isComplete = false;
      continue;
    }
    // Up to its own beginning, each other one leads to the same.
    from = proposal.begin;
    found.set(proposal.visits.map(({ id }) => id).join(), proposal);
  }
  return { proposals: [...found.values()], isComplete };
}

/**
 * Up to `most` combinations with room for so many people, the earliest first and spread over the time in which there
 * are sessions. None of them begins earlier and ends later than another one that was found. The work does not grow
 * with the number of combinations: `mostBeginnings`, `mostFirstSteps` and `mostSteps` bound it.
 */
export function propose<Session extends Visit>(
  plan: Plan<Stop<Session>>,
  people: number,
  most: number,
): Proposals<Session> {
  if (plan.stops.length < 2) return { proposals: [], isComplete: true };
  const { proposals: all, isComplete } = findAll(plan, people);
  const good = all.filter((one) => !all.some((other) => isWorse(one, other)));
  const proposals = spread(
    good.sort((a, b) => a.begin - b.begin || a.end - b.end),
    most,
  );
  return { proposals, isComplete };
}
