import { applyVoucher, dropVoucher, type VoucherAnswer } from '../../../shop/flows/voucher/apply-voucher';
import { findCheckout } from '../../../shop/data/checkout-store';
import { sharedLimiting } from '../../../shop/data/limit-store';
import { comparableCode } from '../../../contract/voucher';
import { networkLimit } from '../../../network/network-limit';
import { getAppContext } from '../../../runtime/app-context';
import { guestMayRead } from '../../common/request/guest';
import { noteRefusal, requestNetworks } from '../../common/request/network';
import type { AnsweredCode } from '../../common/checkout/voucher-notice';

// Codes can be guessed, and for the service all visitors are one client. Staff limit uses, too.
const attempts = { most: { network: 20, site: 200 }, seconds: 15 * 60 };

/** Applies a code to a checkout of this browser. */
export async function applyCode(checkoutId: string, code: string): Promise<AnsweredCode> {
  if (!(await guestMayRead(checkoutId))) return 'not_held';
  const { checkoutContext } = await getAppContext();
  if (comparableCode(code) === '') return 'UNKNOWN';
  const limit = networkLimit(
    attempts.most,
    attempts.seconds,
    sharedLimiting(checkoutContext, 'voucher codes'),
  );
  if (!(await limit.count(await requestNetworks()))) {
    await noteRefusal({ event: 'limit_reached', limit: 'voucher_codes' });
    return 'busy';
  }
  return applyVoucher(checkoutContext, checkoutId, code);
}

/** The tickets cost again what they cost without the code. */
export async function removeCode(checkoutId: string): Promise<VoucherAnswer> {
  if (!(await guestMayRead(checkoutId))) return 'not_held';
  const { checkoutContext } = await getAppContext();
  return dropVoucher(checkoutContext, checkoutId);
}

/** A code was typed, but not applied: it is still to be applied before the customer orders. */
export async function isOtherCode(checkoutId: string, typed: string): Promise<boolean> {
  if (comparableCode(typed) === '' || !(await guestMayRead(checkoutId))) return false;
  const { checkoutContext } = await getAppContext();
  const checkout = await findCheckout(checkoutContext.database, checkoutId);
  return checkout !== null && comparableCode(checkout.voucher ?? '') !== comparableCode(typed);
}
