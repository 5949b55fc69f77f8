import type { Violation } from '../contract/problem';
import { type Answer, parseProblem, unexpectedAnswer } from './transport';

/** `refused`: nothing was changed, because of these violations. `missing`: there is no such thing (any more). */
export type Changed<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'refused'; readonly violations: readonly Violation[]; readonly count: number }
  | { readonly kind: 'missing' };

/** Who makes a change, and why. */
export interface Why {
  readonly actor: string;
  readonly reason: string;
}

/** A feed may have 50 MB and be written in many statements. */
export const feedMilliseconds = 180_000;

/** What a call that changes something has done. */
export function changed<Value>(answer: Answer, read: (answer: Answer) => Value): Changed<Value> {
  switch (answer.status) {
    case 200:
    case 201:
      return { kind: 'done', value: read(answer) };
    case 404:
      return { kind: 'missing' };
    case 422: {
      const { violations = [], violationCount = violations.length } = parseProblem(answer);
      return { kind: 'refused', violations, count: violationCount };
    }
    default:
      throw unexpectedAnswer(answer);
  }
}
