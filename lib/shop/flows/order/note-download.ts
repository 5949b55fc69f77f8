import type { CheckoutContext } from '../../context';
import { note, noteByStaff } from '../../data/timeline-store';

export function noteDownload(
  { database }: Pick<CheckoutContext, 'database'>,
  checkoutId: string,
  /** A member of staff; null: the customer. */
  staff: string | null,
  download: { document: string; language: string },
): Promise<void> {
  const what = 'document_downloaded';
  return database.transaction((transaction) =>
    staff === null
      ? note(transaction, checkoutId, what, { ...download, by: 'guest' })
      : noteByStaff(transaction, checkoutId, what, { ...download, staff }),
  );
}
