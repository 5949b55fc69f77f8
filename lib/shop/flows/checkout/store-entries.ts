import type { CheckoutContext } from '../../context';
import { saveEntries } from '../../data/checkout-store';
import type { Entries } from '../../values/checkout-values';

/** Keeps what a customer has typed so far. */
export function storeEntries(
  { database }: Pick<CheckoutContext, 'database'>,
  checkoutId: string,
  entries: Entries,
): Promise<void> {
  return database.transaction((transaction) => saveEntries(transaction, checkoutId, entries));
}
