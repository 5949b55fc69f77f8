import { z } from 'zod';
import type { CancelOutcome } from './cancel-tickets';

/** The key of a unit: the order at the service, and which of its units. */
export const unitKey = z.string().regex(/^[0-9a-f-]{36}\/\d{1,3}$/i);

export const shownAmount = z.string().regex(/^\d{1,12}\.\d{2}$/);

/** The units that an address names; what is malformed is left out. */
export function unitKeysOf(parameter: string | string[] | undefined): string[] {
  const given = parameter === undefined ? [] : [parameter].flat();
  return given.filter((one) => unitKey.safeParse(one).success);
}

/** Why nothing was requested. */
export const cancelProblems = [
  ...(['not_possible', 'changed', 'too_much', 'disputed', 'not_ordered'] as const),
  ...(['unsupported', 'nothing', 'away', 'override', 'amount', 'reason'] as const),
] as const;
export type CancelProblem = (typeof cancelProblems)[number];

/** What an address says went wrong; null: nothing. */
export function problemOf(parameter: string | string[] | undefined): CancelProblem | null {
  return cancelProblems.find((one) => one === parameter) ?? null;
}

/** The problem in an outcome; null when the cancellation was requested, now or before. */
export function problemIn(outcome: CancelOutcome | 'override'): CancelProblem | null {
  return outcome === 'requested' || outcome === 'already' ? null : outcome;
}
