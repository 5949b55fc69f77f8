import type { Cancellation } from '../tables/cancellation-table';

/** The number of the credit note; null: there is none, because nothing was refunded or credited. */
export function creditNoteOf({
  reference,
  document,
}: Pick<Cancellation, 'reference' | 'document'>): string | null {
  return document === null ? null : reference;
}
