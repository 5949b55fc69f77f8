import { applyVoucher, dropVoucher, type VoucherAnswer } from '../../../shop/flows/voucher/apply-voucher';
import { findCheckout } from '../../../shop/data/checkout-store';
import { comparableCode } from '../../../contract/voucher';
import type { AppContext } from '../../../runtime/app-context';
import { forStaff, type ForStaff } from '../../common/account/for-staff';

type Context = AppContext['checkoutContext'];

function ofSale(
  checkoutId: string,
  change: (context: Context) => Promise<VoucherAnswer>,
): Promise<ForStaff<VoucherAnswer>> {
  return forStaff('sales:make', async (_, { checkoutContext }) => {
    const checkout = await findCheckout(checkoutContext.database, checkoutId);
    return checkout?.channel === 'counter' ? change(checkoutContext) : 'not_held';
  });
}

/** Applies a code to a sale at the counter. */
export function applySaleVoucher(checkoutId: string, code: string): Promise<ForStaff<VoucherAnswer>> {
  return ofSale(checkoutId, async (context) =>
    comparableCode(code) === '' ? 'UNKNOWN' : applyVoucher(context, checkoutId, code),
  );
}

/** The tickets of a sale cost again what they cost without the code. */
export function dropSaleVoucher(checkoutId: string): Promise<ForStaff<VoucherAnswer>> {
  return ofSale(checkoutId, (context) => dropVoucher(context, checkoutId));
}
