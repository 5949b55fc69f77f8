import {
  compareAmounts,
  fromCents,
  multiplyAmount,
  proportionOfAmount,
  sumAmounts,
  toCents,
} from '@/lib/money/money';
import type { StoredReservation } from '../reservation/reservation';
import type { StoredVoucher } from './voucher-store';

type Priced = Pick<StoredReservation, 'id' | 'unitAmount' | 'quantity'>;

/** What reservations cost without a voucher. */
export function listPrice(reservations: readonly Priced[]): string {
  return sumAmounts(reservations.map(({ unitAmount, quantity }) => multiplyAmount(unitAmount, quantity)));
}

/**
 * Pure: what a voucher takes off each unit of reservations, by reservation. A percentage is rounded half up for each
 * unit. An amount is taken off once: in proportion to the prices, and the discounts of the units are exactly the
 * amount, or the price if that is less.
 */
export function discountsOf(
  { kind, value }: Pick<StoredVoucher, 'kind' | 'value'>,
  reservations: readonly Priced[],
): Map<string, string[]> {
  const off =
    kind === 'percentage'
      ? (unitAmount: string) => proportionOfAmount(unitAmount, value, '100.00')
      : proportionally(value, listPrice(reservations));
  return new Map(
    reservations.map(({ id, unitAmount, quantity }) => [
      id,
      Array.from({ length: quantity }, () => off(unitAmount)),
    ]),
  );
}

/** Called for one unit after the other: what is off until a unit is rounded down, so the last unit gets the rest. */
function proportionally(value: string, total: string): (unitAmount: string) => string {
  const whole = BigInt(toCents(total));
  const amount = compareAmounts(value, total) < 0 ? BigInt(toCents(value)) : whole;
  let priced = 0n;
  let taken = 0n;
  return (unitAmount) => {
    priced += BigInt(toCents(unitAmount));
    const until = whole === 0n ? 0n : (amount * priced) / whole;
    const discount = until - taken;
    taken = until;
    return fromCents(Number(discount));
  };
}
