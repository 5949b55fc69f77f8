import type { FoundView } from './order-view';

/** What waits for staff, by what they can do about it. */
export type AttentionGroupName =
  | 'checkouts'
  | 'overdue'
  | 'payment_unexpected'
  | 'refund_failed'
  | 'dispute_open'
  | 'fraud_warning'
  | 'dispute_lost'
  | 'email_failed'
  | 'documents_missing'
  | 'to_acknowledge'
  | 'at_bank';

/** A booking that waits for staff, or what happened to one of its payments. */
export interface WaitingView extends FoundView {
  readonly waitsFor: string;
  readonly waitingSeconds: number;
  readonly incident: {
    readonly id: string;
    readonly amount: string;
    readonly currency: string;
    readonly answerDueAt: Date | null;
  } | null;
}

/** A page of a group, or its beginning. */
export interface AttentionPartView {
  readonly group: AttentionGroupName;
  readonly count: number;
  readonly page: number;
  readonly pages: number;
  readonly entries: readonly WaitingView[];
}

/** How many incidents were just acknowledged, had been before, changed meanwhile, or could not be. */
export interface AcknowledgedView {
  readonly acknowledged: number;
  readonly before: number;
  readonly changed: number;
  readonly failed: number;
}

/** What staff say of the entries of a group that they tick; null: these are dealt with one by one, on their pages. */
export function acknowledgement(group: AttentionGroupName): 'dealtWith' | 'answered' | 'replaced' | null {
  switch (group) {
    case 'dispute_open':
      return 'answered';
    case 'refund_failed':
      return 'replaced';
    case 'fraud_warning':
    case 'dispute_lost':
    case 'to_acknowledge':
      return 'dealtWith';
    case 'checkouts':
    case 'overdue':
    case 'payment_unexpected':
    case 'email_failed':
    case 'documents_missing':
    case 'at_bank':
      return null;
  }
}

/** Whether the entries of a group ask different things of staff: then each says what. */
export function isMixed(group: AttentionGroupName): boolean {
  return group === 'checkouts' || group === 'to_acknowledge';
}

/** The page of the list with one group, or its beginning. */
export function groupAddress(staffPage: string, group: AttentionGroupName, page: number): string {
  const parameters = new URLSearchParams({ group, page: String(page) });
  return `${staffPage}?${parameters.toString()}#attention`;
}
