import { isSameCode } from '../../../contract/voucher';
import type { CheckoutContext } from '../../context';
import { findCheckout, lockCheckout, saveVoucher } from '../../data/checkout-store';
import { refreshVoucher } from './apply-voucher';

/**
 * The code of another purchase of the customer goes on with a checkout that never named one: of tickets that are exchanged,
 * or of a booking that was emptied. If it can't be used for what is held now, the checkout says so, and why.
 */
export async function carryVoucher(
  context: CheckoutContext,
  checkoutId: string,
  fromId: string,
): Promise<void> {
  const voucher = (await findCheckout(context.database, fromId))?.voucher ?? null;
  if (voucher === null) return;
  const isNamed = await context.database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, checkoutId);
    if (checkout?.state !== 'held' || !checkout.holdAlive) return false;
    // It was typed before the tickets paid for this: now it is the use of the earlier ones.
    if (checkout.voucher !== null) return isSameCode(checkout.voucher, voucher);
    await saveVoucher(transaction, checkoutId, voucher);
    return true;
  });
  if (isNamed) await refreshVoucher(context, checkoutId);
}
