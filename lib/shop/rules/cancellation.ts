import type { Cancellation, CancellationProblem } from '../tables/cancellation-table';

/**
 * What staff have to pay back for a row. When the amounts differ, nothing was requested from other payments yet: all of it.
 */
export function owedOf(
  row: Pick<Cancellation, 'amount' | 'ownPart'>,
  problem: CancellationProblem | 'late' | null,
): string {
  return problem === 'amount_differs' ? row.amount : refundOf(row);
}

/** What is refunded from the payment of this row. */
export function refundOf({ amount, ownPart }: Pick<Cancellation, 'amount' | 'ownPart'>): string {
  return ownPart ?? amount;
}

/** It waits for staff, and the provider may have been asked for its refund before. */
export function isAfterRequest({ state, problem }: Pick<Cancellation, 'state' | 'problem'>): boolean {
  return state === 'attention' && (problem === 'refund_failed' || problem === 'disputed');
}

/** The number of the credit note; null: there is none, because nothing was refunded or credited. */
export function creditNoteOf({
  reference,
  document,
}: Pick<Cancellation, 'reference' | 'document'>): string | null {
  return document === null ? null : reference;
}
