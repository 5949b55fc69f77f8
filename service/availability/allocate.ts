export interface CounterUnits {
  catalogId: string;
  counterId: string;
  units: number;
  /** The numbered seats of a session, one for each unit; without it they are not numbered. */
  seats?: readonly string[];
}

/** A requested hold: it gets all of its units or none. */
export interface HoldRequest {
  id: string;
  /** Made at a sales desk: it may also take what is kept for desks. */
  atDesk: boolean;
  units: readonly CounterUnits[];
}

export type Allocation =
  | { kind: 'held' }
  /** A counter has too few units; `left` is what it has for such a request after those before this one. */
  | { kind: 'refused'; counterId: string; left: number };

/** What counters have before the requests. */
export interface Stock {
  /** What each limited counter has. A counter that is not in it is unlimited. */
  left: ReadonlyMap<string, number>;
  /** How many of these are kept for sales desks; without an entry none are. What a desk takes comes from these first. */
  kept: ReadonlyMap<string, number>;
}

/**
 * Decides which request gets the last unit: requests are served in their order, each completely or not at all, and
 * a refused request takes nothing from the later ones. `refuse`: why a request can't be held although there are units enough, or null; it is asked for
 * one request after the other, and what it gives null for is held.
 */
export function allocate<Request extends HoldRequest, Refusal extends { kind: string } = never>(
  { left, kept }: Stock,
  requests: readonly Request[],
  refuse: (request: Request) => Refusal | null = () => null,
): { allocations: (Allocation | Refusal)[]; taken: Map<string, number> } {
  const taken = new Map<string, number>();
  const takenAtDesk = new Map<string, number>();
  const add = (counts: Map<string, number>, { counterId, units }: CounterUnits) =>
    counts.set(counterId, (counts.get(counterId) ?? 0) + units);
  const remaining = (counterId: string, atDesk: boolean) => {
    const start = left.get(counterId);
    if (start === undefined) return Number.POSITIVE_INFINITY;
    const stillKept = Math.max(0, (kept.get(counterId) ?? 0) - (takenAtDesk.get(counterId) ?? 0));
    return start - (taken.get(counterId) ?? 0) - (atDesk ? 0 : stillKept);
  };
  const allocations = requests.map((request): Allocation | Refusal => {
    const { atDesk } = request;
    const short = request.units.find(({ counterId, units }) => units > remaining(counterId, atDesk));
    if (short !== undefined) {
      const { counterId } = short;
      return { kind: 'refused', counterId, left: Math.max(0, remaining(counterId, atDesk)) };
    }
    const refusal = refuse(request);
    if (refusal !== null) return refusal;
    for (const one of request.units) {
      add(taken, one);
      if (atDesk) add(takenAtDesk, one);
    }
    return { kind: 'held' };
  });
  return { allocations, taken };
}
