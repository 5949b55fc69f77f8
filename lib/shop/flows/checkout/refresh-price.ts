import type { CheckoutContext } from '../../context';
import type { WholeCheckout } from '../../data/whole-checkout-store';
import type { CreditRefusal } from '../exchange/exchange-tickets';
import { refreshCredit } from '../exchange/refresh-credit';
import { refreshVoucher } from '../voucher/apply-voucher';

/** `voucher`: the code that is applied now. */
type RefreshedPrice =
  | { kind: 'same'; voucher: string | null }
  | { kind: 'credit_lost'; why: CreditRefusal }
  | { kind: 'service_unavailable' };

/** Before money is taken: whether the voucher and the tickets of an earlier order, if there are any, still pay for it. */
export async function refreshPrice(
  context: CheckoutContext,
  { checkout, rebooking }: WholeCheckout,
): Promise<RefreshedPrice> {
  if (rebooking !== null) {
    const credit = await refreshCredit(context, checkout.id);
    // The use of their voucher is lost with them.
    if (credit.kind === 'removed') {
      await refreshVoucher(context, checkout.id);
      return { kind: 'credit_lost', why: credit.why };
    }
    if (credit.kind === 'unavailable') return { kind: 'service_unavailable' };
  }
  if (checkout.voucher === null) return { kind: 'same', voucher: null };
  // The service may have been asked for another price, without an answer.
  const { kind, voucher } = await refreshVoucher(context, checkout.id);
  return kind === 'unavailable' ? { kind: 'service_unavailable' } : { kind: 'same', voucher };
}
