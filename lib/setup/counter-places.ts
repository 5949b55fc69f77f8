import type { Members } from './draft';
import { isWithin, type ProblemCode, releaseProblem } from './result';
import type { SessionView } from './session-view';

/** Places that only the counter sells, as they are typed. */
export interface TypedCounterPlaces {
  /** Null: nothing is said; 0: none. */
  readonly counterPlaces: number | null;
  /** How many minutes before the beginning they are sold to everybody. Null: nothing is said; 0: never. */
  readonly releaseMinutes: number | null;
}

/** The problems of what is typed for new sessions with a capacity; null is unlimited. */
export function counterProblems(
  { counterPlaces, releaseMinutes }: TypedCounterPlaces,
  capacity: number | null,
): Record<keyof TypedCounterPlaces, ProblemCode | null> {
  const isMissing = counterPlaces === null && releaseMinutes !== null;
  return {
    counterPlaces: isMissing ? 'missing' : isOfCapacity(counterPlaces ?? 0, capacity) ? null : 'invalid',
    releaseMinutes: releaseProblem(releaseMinutes),
  };
}

/** Places for the counter are some of a capacity. */
export const isOfCapacity = (count: number, capacity: number | null): boolean =>
  count === 0 || (capacity !== null && isWithin(count, 1, capacity));

const never: Pick<SessionView, 'counterPlaces' | 'releaseMinutes'> = {
  counterPlaces: null,
  releaseMinutes: null,
};

/** What a session has then. What is not said stays as it was before; a new session has none. */
export function counterPlacesThen(
  { counterPlaces, releaseMinutes }: TypedCounterPlaces,
  before: Pick<SessionView, 'counterPlaces' | 'releaseMinutes'> = never,
): Pick<SessionView, 'counterPlaces' | 'releaseMinutes'> {
  const count = counterPlaces ?? before.counterPlaces ?? 0;
  if (count === 0) return never;
  const minutes = releaseMinutes ?? before.releaseMinutes ?? 0;
  return { counterPlaces: count, releaseMinutes: minutes === 0 ? null : minutes };
}

/** The member of a session for it; it is left out if nothing is said. */
export function counterMember(
  typed: TypedCounterPlaces,
  before?: Pick<SessionView, 'counterPlaces' | 'releaseMinutes'>,
): Members {
  if (typed.counterPlaces === null && typed.releaseMinutes === null) return {};
  const { counterPlaces: count, releaseMinutes } = counterPlacesThen(typed, before);
  if (count === null) return { counterPlaces: undefined };
  const released = releaseMinutes === null ? {} : { releasedBefore: `PT${releaseMinutes}M` };
  return { counterPlaces: { count, ...released } };
}
