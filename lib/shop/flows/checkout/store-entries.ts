import type { CheckoutContext } from '../../context';
import { saveEntries, saveOwnEntries } from '../../data/checkout-store';
import type { Entries } from '../../values/checkout-values';

/** Keeps what was typed for a customer so far. */
export function storeEntries(
  { database }: Pick<CheckoutContext, 'database'>,
  checkoutId: string,
  entries: Entries,
): Promise<void> {
  return saveEntries(database.single, checkoutId, entries);
}

/** Keeps what a customer has typed so far. False: the browser with the token may not see the checkout. */
export function storeOwnEntries(
  { database }: Pick<CheckoutContext, 'database'>,
  checkoutId: string,
  entries: Entries,
  tokenHash: string,
): Promise<boolean> {
  return saveOwnEntries(database.single, checkoutId, entries, tokenHash);
}
