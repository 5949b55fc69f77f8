import type { PlannedOffer, PlannedVisit, Visit } from './plan';

/**
 * The chosen session of each stop, by the form's fields. Undefined where none is chosen, and where the tickets of a
 * stop have different ones, because then the group is not together.
 */
export function chosenVisits(
  plan: PlannedOffer,
  valueOf: (field: string) => string | undefined,
): (PlannedVisit | undefined)[] {
  return plan.stops.map(({ fields, visits }) => {
    const ids = new Set(fields.map(valueOf));
    ids.delete(undefined);
    const [only] = ids;
    return ids.size === 1 ? visits.find(({ id }) => id === only) : undefined;
  });
}

/** Names these sessions: with it the form says which combination the customer was warned of. */
export function choiceKey(visits: readonly (Visit | undefined)[]): string {
  return visits
    .flatMap((visit) => visit?.id ?? [])
    .sort()
    .join();
}
