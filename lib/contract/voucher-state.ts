import type { Voucher } from './voucher';
import type { VoucherBatch } from './voucher-batch';

/** What counts first: whether it can be used, and if not, why. */
export type VoucherState = 'valid' | 'notYet' | 'expired' | 'usedUp' | 'disabled';

type Period = Pick<Voucher, 'disabled' | 'validFrom' | 'validUntil'>;

function stateOf({ disabled, validFrom, validUntil }: Period, isUsedUp: boolean, now: Date): VoucherState {
  if (disabled) return 'disabled';
  if (validUntil !== null && Date.parse(validUntil) <= now.getTime()) return 'expired';
  if (isUsedUp) return 'usedUp';
  return validFrom !== null && Date.parse(validFrom) > now.getTime() ? 'notYet' : 'valid';
}

export function voucherState(voucher: Voucher, now: Date): VoucherState {
  const { maximumUses, orderedUses, heldUses, remainingInclTax } = voucher;
  const isSpent = maximumUses !== null && orderedUses + heldUses >= maximumUses;
  return stateOf(voucher, isSpent || remainingInclTax === '0.00', now);
}

/** Used up: each of its codes is. */
export function batchState(batch: VoucherBatch, now: Date): VoucherState {
  return stateOf(batch, batch.heldCodes + batch.orderedCodes >= batch.number, now);
}
