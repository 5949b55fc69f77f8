import { applyVoucher, dropVoucher, type VoucherAnswer } from '../../../shop/flows/voucher/apply-voucher';
import { findCheckout } from '../../../shop/data/checkout-store';
import { comparableCode } from '../../../contract/voucher';
import type { Staff } from '../../common/account/for-staff';

type SaleStaff = Staff<'sales:make by catalog'>;

const isSale = async ({ checkoutContext }: SaleStaff, checkoutId: string) =>
  (await findCheckout(checkoutContext.database, checkoutId))?.channel === 'counter';

/** Applies a code to a sale at the counter. */
export async function applySaleVoucher(
  staff: SaleStaff,
  checkoutId: string,
  code: string,
): Promise<VoucherAnswer> {
  if (!(await isSale(staff, checkoutId))) return 'not_held';
  return comparableCode(code) === '' ? 'UNKNOWN' : applyVoucher(staff.checkoutContext, checkoutId, code);
}

/** The tickets of a sale cost again what they cost without the code. */
export async function dropSaleVoucher(staff: SaleStaff, checkoutId: string): Promise<VoucherAnswer> {
  return (await isSale(staff, checkoutId)) ? dropVoucher(staff.checkoutContext, checkoutId) : 'not_held';
}
