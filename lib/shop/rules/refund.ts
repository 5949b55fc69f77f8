import type { Refund, RefundCause, RefundState } from '../tables/refund-table';

interface CauseRules {
  /** It may be a part of its payment, beside other refunds of it. */
  isPart: boolean;
  /** It is a task of its own while it waits for staff; of others the purchase or the payment is one. */
  hasTask: boolean;
}

export const causeRules = {
  no_order: { isPart: false, hasTask: false },
  unexpected_payment: { isPart: false, hasTask: false },
  cancelled_tickets: { isPart: true, hasTask: true },
  goodwill: { isPart: true, hasTask: true },
} as const satisfies Record<RefundCause, CauseRules>;

/** It may be a part of its payment: the payment is not returned with it. */
export const isOfPart = ({ cause }: Pick<Refund, 'cause'>): boolean => causeRules[cause].isPart;

/** Nothing is left to do for it. */
export function isEnded({ state }: Pick<Refund, 'state'>): boolean {
  return state === 'done' || state === 'settled' || state === 'waived';
}

/** It waits for staff, and the provider may have been asked for it before. */
export function isAfterRequest({ state, problem }: Pick<Refund, 'state' | 'problem'>): boolean {
  return state === 'failed' && (problem === 'refund_failed' || problem === 'disputed');
}

/** Staff can have the provider asked again: it has the payment, and not refused for good. */
export function isRepeatable({ state, problem }: Pick<Refund, 'state' | 'problem'>): boolean {
  return state === 'failed' && problem !== 'amount_differs' && problem !== 'pay_back_at_counter';
}

/** It waits for staff at the counter, where it was paid: no provider has the money. */
export function isToPayBack({ state, problem }: Pick<Refund, 'state' | 'problem'>): boolean {
  return state === 'failed' && problem === 'pay_back_at_counter';
}

/** How staff have ended a refund that the provider did not make. */
export type RefundSettlement = 'refunded' | 'nothing';

export function refundSettlement(state: RefundState): RefundSettlement | null {
  return state === 'settled' ? 'refunded' : state === 'waived' ? 'nothing' : null;
}

/** What staff and customers are told of it. */
export type RefundStage = 'requested' | 'refunding' | 'done' | 'attention';

const stages = {
  planned: 'requested',
  due: 'refunding',
  failed: 'attention',
  done: 'done',
  settled: 'done',
  waived: 'done',
} as const satisfies Record<RefundState, RefundStage>;

/** What they are told of a cancellation. */
export type CancellationStage = RefundStage | 'refused';

export function refundStage({ state }: Pick<Refund, 'state'>): RefundStage {
  return stages[state];
}
