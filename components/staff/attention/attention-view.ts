import type { AttentionPart } from '@/lib/shop/flows/attention/attention';

export type WaitingView = Omit<AttentionPart['entries'][number], 'reason' | 'escalatedAt'>;

export interface AttentionPartView extends Omit<AttentionPart, 'entries'> {
  readonly entries: readonly WaitingView[];
}

/** What staff confirm about ticked entries; null: these are dealt with on their own pages. */
export const acknowledgements = {
  purchase: null,
  overdue: null,
  payment_unexpected: null,
  refund_failed: 'replaced',
  dispute_open: 'answered',
  fraud_warning: 'dealtWith',
  dispute_lost: 'dealtWith',
  changed_order: 'dealtWith',
  refund: null,
  email_failed: null,
  documents_missing: null,
  to_acknowledge: 'dealtWith',
  at_bank: null,
} as const satisfies Record<AttentionPart['group'], string | null>;

/** Whether the entries of a group need different actions by staff: then each says which. */
export function isMixed(group: AttentionPart['group']): boolean {
  return (
    group === 'purchase' || group === 'refund' || group === 'changed_order' || group === 'to_acknowledge'
  );
}
