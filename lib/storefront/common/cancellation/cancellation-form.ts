import { z } from 'zod';
import { typedWords } from '../../../contract/typed-text';
import type { CancelOutcome } from './cancel-tickets';
import { typedAmount } from '../forms/typed-amount';

/** The key of a unit: the order at the service, and which of its units. */
export const unitKey = z.string().regex(/^[0-9a-f-]{36}\/\d{1,3}$/i);

export const shownAmount = z.string().regex(/^\d{1,12}\.\d{2}$/);

/** The units that an address names; what is malformed is left out. */
export function parseUnitKeys(parameter: string | string[] | undefined): string[] {
  const given = parameter === undefined ? [] : [parameter].flat();
  return given.filter((one) => unitKey.safeParse(one).success);
}

/** Why nothing was requested. */
export const cancelProblems = [
  'not_possible',
  'changed',
  'too_much',
  'refund_lost',
  'disputed',
  'not_ordered',
  'unsupported',
  'nothing',
  'gift_card',
  'unavailable',
  'override',
  'override_needed',
  'amount',
  'reason',
] as const;
export type CancelProblem = (typeof cancelProblems)[number];

/** What an address says went wrong; null: nothing. */
export function parseProblem(parameter: string | string[] | undefined): CancelProblem | null {
  return cancelProblems.find((one) => one === parameter) ?? null;
}

/** The problem in an outcome; null when the cancellation was requested, now or before. */
export function problemIn(outcome: CancelOutcome | 'override' | 'override_needed'): CancelProblem | null {
  return outcome === 'requested' || outcome === 'already' ? null : outcome;
}

/** What the address of the form says after a problem: whoever has to look again at an amount does not have to choose again. */
export function afterProblem(problem: CancelProblem, keys: readonly string[]) {
  const chosen = [['step', 'confirm'] as const, ...keys.map((key) => ['unit', key] as const)];
  return [['problem', problem] as const, ...(problem === 'changed' ? chosen : [])];
}

/** What staff typed, as they typed it. */
export interface TypedCancellation {
  readonly reason: string;
  /** Against the rule of the product, with the refund of each order by its identifier. */
  readonly override: boolean;
  readonly amounts: Readonly<Record<string, string>>;
}

/** The text at each field that is wrong; the amounts by order. */
export interface CancellationMistakes {
  readonly reason?: string;
  readonly override?: string;
  readonly amounts: Readonly<Record<string, string>>;
}

export const longestReason = 500;

export function typedCancellation(form: FormData): TypedCancellation {
  const text = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '');
  const amounts: Record<string, string> = {};
  for (const [name, value] of form) {
    const orderId = /^refund-([0-9a-f-]{36})$/i.exec(name)?.[1];
    if (orderId !== undefined) amounts[orderId] = text(value);
  }
  return { reason: text(form.get('reason')), override: form.get('override') === 'yes', amounts };
}

/** What can be sent, with the amounts in EUR by order (null: by the rule); or what is wrong, all of it at once. */
export type CheckedCancellation =
  | { readonly kind: 'right'; readonly reason: string; readonly amounts: ReadonlyMap<string, string> | null }
  | {
      readonly kind: 'wrong';
      readonly reason: 'reason' | 'reasonLong' | null;
      /** The orders whose amount is none. */
      readonly amounts: readonly string[];
    };

/** The amounts count only if they are to be used. */
export function checkTyped({ reason, override, amounts }: TypedCancellation): CheckedCancellation {
  const words = typedWords(reason);
  const wrongReason = words === '' ? 'reason' : words.length > longestReason ? 'reasonLong' : null;
  const read = Object.entries(override ? amounts : {}).map(
    ([id, value]) => [id, typedAmount(value)] as const,
  );
  const wrong = read.flatMap(([id, amount]) => (amount === null ? id : []));
  if (wrongReason !== null || wrong.length > 0) return { kind: 'wrong', reason: wrongReason, amounts: wrong };
  const known = read.flatMap(([id, amount]) => (amount === null ? [] : [[id, amount] as const]));
  return { kind: 'right', reason: words, amounts: override ? new Map(known) : null };
}
