import { readHolds } from '../../data/hold-store';
import { noteByStaff } from '../../data/timeline-store';
import { totalOf } from '../../rules/fees';
import type { CheckoutContext } from '../../context';
import { applyVoucher, type VoucherAnswer } from '../voucher/apply-voucher';

/** What is held for a sale becomes free, with a complimentary code; who gives it, why, and what it is worth is noted. */
export async function giveTickets(
  context: CheckoutContext,
  { checkoutId, code, staff, reason }: { checkoutId: string; code: string; staff: string; reason: string },
): Promise<VoucherAnswer> {
  const { database } = context;
  const amount = totalOf(await readHolds(database, checkoutId));
  const applied = await applyVoucher(context, checkoutId, code);
  if (applied === 'applied') {
    await database.transaction((transaction) =>
      noteByStaff(transaction, checkoutId, 'tickets_given', { staff, amount, reason }),
    );
  }
  return applied;
}
