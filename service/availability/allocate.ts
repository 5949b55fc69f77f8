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
  units: readonly CounterUnits[];
}

export type Allocation =
  | { kind: 'held' }
  /** A counter has too few units; `left` is what it has after the requests before this one. */
  | { kind: 'refused'; counterId: string; left: number };

/**
 * Decides which request gets the last unit: requests are served in their order, each completely or not at all, and
 * a refused request takes nothing from the later ones. `left` says what each limited counter has; a counter that is
 * not in it is unlimited. `refuse`: why a request can't be held although there are units enough, or null; it is asked for
 * one request after the other, and what it gives null for is held.
 */
export function allocate<Request extends HoldRequest, Refusal extends { kind: string } = never>(
  left: ReadonlyMap<string, number>,
  requests: readonly Request[],
  refuse: (request: Request) => Refusal | null = () => null,
): { allocations: (Allocation | Refusal)[]; taken: Map<string, number> } {
  const taken = new Map<string, number>();
  const remaining = (counterId: string) => {
    const start = left.get(counterId);
    return start === undefined ? Number.POSITIVE_INFINITY : start - (taken.get(counterId) ?? 0);
  };
  const allocations = requests.map((request): Allocation | Refusal => {
    const short = request.units.find(({ counterId, units }) => units > remaining(counterId));
    if (short !== undefined) {
      return { kind: 'refused', counterId: short.counterId, left: Math.max(0, remaining(short.counterId)) };
    }
    const refusal = refuse(request);
    if (refusal !== null) return refusal;
    for (const { counterId, units } of request.units) {
      taken.set(counterId, (taken.get(counterId) ?? 0) + units);
    }
    return { kind: 'held' };
  });
  return { allocations, taken };
}
