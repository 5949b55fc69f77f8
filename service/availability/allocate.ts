/** Units that a hold takes of one counter. */
export interface CounterUnits {
  catalogId: string;
  counterId: string;
  units: number;
}

/** A hold that is asked for: all of its units or none. */
export interface HoldRequest {
  id: string;
  units: readonly CounterUnits[];
}

export type Allocation =
  | { kind: 'held' }
  /** A counter has too little; `left` is what it has after the requests before this one. */
  | { kind: 'refused'; counterId: string; left: number };

/**
 * Decides who gets the last unit: requests are served in the order in which they come, each wholly or not at all,
 * and one that is refused takes nothing from those behind it.
 * `left` tells what each limited counter has; a counter that is not in it is unlimited.
 */
export function allocate(
  left: ReadonlyMap<string, number>,
  requests: readonly HoldRequest[],
): { allocations: Allocation[]; taken: Map<string, number> } {
  const taken = new Map<string, number>();
  const remaining = (counterId: string) => {
    const start = left.get(counterId);
    return start === undefined ? Number.POSITIVE_INFINITY : start - (taken.get(counterId) ?? 0);
  };
  const allocations = requests.map((request): Allocation => {
    const short = request.units.find(({ counterId, units }) => units > remaining(counterId));
    if (short !== undefined) {
      return { kind: 'refused', counterId: short.counterId, left: Math.max(0, remaining(short.counterId)) };
    }
    for (const { counterId, units } of request.units) {
      taken.set(counterId, (taken.get(counterId) ?? 0) + units);
    }
    return { kind: 'held' };
  });
  return { allocations, taken };
}
