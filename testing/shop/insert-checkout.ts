import type { Transaction } from '@/lib/database/database';
import { together } from '@/lib/database/together';
import { insertedCheckout, type NewCheckout } from '@/lib/shop/data/new-checkout';

/** A checkout that holds nothing. */
export async function insertCheckout(transaction: Transaction, checkout: NewCheckout): Promise<void> {
  await transaction.run(together(insertedCheckout(checkout)));
}
