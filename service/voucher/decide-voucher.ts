import { amountAbove, compareAmounts } from '@/lib/money/money';
import type { VoucherRefusal } from '@/lib/contract/voucher';
import type { StoredReservation } from '../reservation/reservation';
import { discountsOf, listPrice } from './discounts';
import type { StoredVoucher } from './voucher-store';

/** The reservations that a voucher is for. Nothing pays for a gift card but money: it is worth what was paid for it. */
export function eligible(
  { products }: Pick<StoredVoucher, 'products'>,
  reservations: readonly StoredReservation[],
): StoredReservation[] {
  return reservations.filter(
    ({ productId, giftCard }) => !giftCard && (products?.includes(productId) ?? true),
  );
}

/** Pure: why a voucher can't be used for reservations, or null. `otherUses`: by other purchases. */
export function findRefusal(
  voucher: StoredVoucher,
  reservations: readonly StoredReservation[],
  { now, otherUses }: { now: Date; otherUses: number },
): VoucherRefusal | null {
  const { disabled, validFrom, validUntil, maximumUses } = voucher;
  if (disabled) return 'DISABLED';
  if (validFrom !== null && now < validFrom) return 'NOT_YET_VALID';
  if (validUntil !== null && now >= validUntil) return 'EXPIRED';
  const chosen = eligible(voucher, reservations);
  if (chosen.length === 0) return 'NOT_FOR_PRODUCTS';
  if (isBelowMinimum(voucher, reservations)) return 'BELOW_MINIMUM';
  const isSpent = voucher.kind === 'balance' && compareAmounts(voucher.value, '0.00') <= 0;
  return isSpent || (maximumUses !== null && otherUses >= maximumUses) ? 'USED_UP' : null;
}

/** Pure: what these reservations leave of a balance; null: the voucher has none. `value`: what others have left. */
export function remainingOf(
  voucher: StoredVoucher,
  reservations: readonly StoredReservation[],
): string | null {
  const { kind, value } = voucher;
  return kind === 'balance' ? amountAbove(value, listPrice(eligible(voucher, reservations))) : null;
}

/** Pure: whether reservations cost less than a voucher asks for. */
export function isBelowMinimum(voucher: StoredVoucher, reservations: readonly StoredReservation[]): boolean {
  const { minimumAmount } = voucher;
  return (
    minimumAmount !== null && compareAmounts(listPrice(eligible(voucher, reservations)), minimumAmount) < 0
  );
}

/** Pure: whether a voucher is applied to exactly these reservations as one use already, with the same discounts. */
export function isApplied(voucher: StoredVoucher, reservations: readonly StoredReservation[]): boolean {
  const chosen = eligible(voucher, reservations);
  const discounts = discountsOf(voucher, chosen);
  const uses = new Set(chosen.map((one) => one.voucher?.use));
  return (
    chosen.length > 0 &&
    uses.size === 1 &&
    chosen.every((one) => one.voucher?.replaces === undefined) &&
    chosen.every((one) => discounts.get(one.id)?.join() === one.voucher?.discounts.join()) &&
    reservations.every((one) => (one.voucherId === voucher.id) === chosen.includes(one))
  );
}
