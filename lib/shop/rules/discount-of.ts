import { compareAmounts, sumAmounts } from '../../money/money';
import type { Hold } from './checkout';

export type DiscountedHold = Pick<Hold, 'reservation'>;

/** What vouchers take off; "0.00" without one. */
export function discountOf(holds: readonly DiscountedHold[]): string {
  return sumAmounts(holds.map(({ reservation }) => reservation.discountInclTax ?? '0.00'));
}

/** What is left of the gift card whose code is applied; null: none is. */
export function leftOf(holds: readonly DiscountedHold[]): string | null {
  return (
    holds.find(({ reservation }) => typeof reservation.balanceLeftInclTax === 'string')?.reservation
      .balanceLeftInclTax ?? null
  );
}

/** Whether staff have given it: then nothing is paid, and its code is no voucher that somebody had. */
const isComplimentary = (holds: readonly DiscountedHold[]): boolean =>
  holds.some(({ reservation }) => reservation.complimentary === true);

/** Whether a gift card pays for something: then it is not free, even if nothing is left to pay. */
export const giftCardPays = (holds: readonly DiscountedHold[]): boolean =>
  leftOf(holds) !== null && compareAmounts(discountOf(holds), '0.00') > 0;

/** Whether nothing is paid for what is held, neither now nor with a gift card. */
export const isUnpaid = (due: string, holds: readonly DiscountedHold[]): boolean =>
  compareAmounts(due, '0.00') === 0 && !giftCardPays(holds);

/** What vouchers take off, and how it is shown: as what is left of a gift card, or as tickets that staff have given. */
export const discountsOf = (holds: readonly DiscountedHold[]) => ({
  discount: discountOf(holds),
  left: leftOf(holds),
  complimentary: isComplimentary(holds),
});
