import type { CheckoutContext } from '../../context';
import type { Hold } from '../../rules/checkout';
import { applyLostVoucher, refreshVoucher, shareUse } from '../voucher/apply-voucher';
import { releaseQuota } from './quota';

/**
 * After something was held in a checkout: the hold that it replaced is released, and the voucher applied to what is held now.
 * Before that, the voucher is applied to both: if this is its last use, nobody else gets it in between. A voucher that was lost
 * before is tried again: what it was for may be back.
 */
export async function releaseReplaced(
  context: CheckoutContext,
  checkoutId: string,
  replaced: Hold | null,
): Promise<void> {
  if (replaced !== null) {
    const language = await shareUse(context, checkoutId, replaced);
    await releaseQuota(context, [replaced], language);
  }
  const { kind, voucher } = await refreshVoucher(context, checkoutId);
  if (kind === 'same' && voucher === '') await applyLostVoucher(context, checkoutId);
}
