import { itemTicketPath } from '@/lib/contract/iri';
import type { Reader } from '@/lib/database/database';
import { compareAmounts, leastOf, sumAmounts } from '@/lib/money/money';
import { unitsOf } from '../order/cancellation';
import { ordersById } from '../order/order-store';
import type { StoredReservation } from '../reservation/reservation';
import { discountsOf } from './discounts';
import type { StoredVoucher } from './voucher-store';

/** The use of a voucher by tickets that are to be exchanged. */
export interface ReplacedUse {
  use: string;
  /** Their ids: all of each unit. */
  tickets: string[];
  /** How many units have the discount, and what it is for all of them. */
  units: number;
  discount: string;
}

/**
 * The use that goes on with what replaces these tickets; null: none of them is valid and has a discount of this voucher.
 * Nothing is locked: what is ordered later has to exchange these tickets, which is possible once.
 */
export async function readReplacedUse(
  reader: Reader,
  { organizationId }: { organizationId: string },
  voucher: Pick<StoredVoucher, 'id'>,
  paths: readonly string[],
): Promise<ReplacedUse | null> {
  const named = paths.flatMap((path) => itemTicketPath(path) ?? []);
  const orderIds = [...new Set(named.map(({ orderId }) => orderId))];
  const orders = (await ordersById(reader, organizationId, orderIds)).filter(
    ({ reservation }) => reservation.voucherId === voucher.id,
  );
  // Tickets that were bought together have one use.
  const use = orders[0]?.reservation.voucher?.use;
  if (use === undefined) return null;
  const ids = new Set(named.map(({ id }) => id));
  const units = orders.flatMap((whole) => {
    const { voucher: own } = whole.reservation;
    if (own?.use !== use) return [];
    return unitsOf(whole).flatMap(({ index, tickets }) => {
      const discount = own.discounts[index] ?? '0.00';
      const isReplaced = tickets.every(({ id, status }) => ids.has(id) && status === 'valid');
      return isReplaced && compareAmounts(discount, '0.00') > 0 ? [{ discount, tickets }] : [];
    });
  });
  if (units.length === 0) return null;
  return {
    use,
    tickets: units.flatMap(({ tickets }) => tickets.map(({ id }) => id)),
    units: units.length,
    discount: sumAmounts(units.map(({ discount }) => discount)),
  };
}

/**
 * Pure: an amount is no more than was taken off the replaced tickets: those that stay keep their part. `isLimited`: a
 * percentage is taken off as many units as are replaced. A balance has its value.
 */
export function replacedDiscounts(
  voucher: Pick<StoredVoucher, 'kind' | 'value'>,
  reservations: readonly StoredReservation[],
  { units, discount }: ReplacedUse,
  isLimited: boolean,
): Map<string, string[]> {
  if (voucher.kind === 'balance') return discountsOf(voucher, reservations);
  if (voucher.kind === 'amount')
    return discountsOf({ ...voucher, value: leastOf(voucher.value, discount) }, reservations);
  const whole = discountsOf(voucher, reservations);
  if (!isLimited) return whole;
  let left = units;
  return new Map(
    [...whole].map(([id, each]) => {
      const limited = each.map((one, index) => (index < left ? one : '0.00'));
      left = Math.max(0, left - each.length);
      return [id, limited];
    }),
  );
}
