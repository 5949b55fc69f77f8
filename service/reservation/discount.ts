import { multiplyAmount, proportionOfAmount, subtractAmounts, sumAmounts } from '@/lib/money/money';
import type { StoredReservation } from './reservation';

/** An amount with and without tax. */
export interface Paid {
  inclTax: string;
  exclTax: string;
}

type Priced = Pick<StoredReservation, 'unitAmount' | 'unitAmountExclTax' | 'quantity' | 'voucher'>;

/** Pure: what is paid for a unit, counted from 0. The part without tax is in the proportion of the price. */
export function paidForUnit({ unitAmount, unitAmountExclTax, voucher }: Priced, index: number): Paid {
  const discount = voucher?.discounts[index];
  if (discount === undefined) return { inclTax: unitAmount, exclTax: unitAmountExclTax };
  const inclTax = subtractAmounts(unitAmount, discount);
  return { inclTax, exclTax: proportionOfAmount(inclTax, unitAmountExclTax, unitAmount) };
}

/** Pure: what is paid for some units: exactly the sum of what is paid for each. */
export function paidForUnits(reservation: Priced, indexes: readonly number[]): Paid {
  const { unitAmount, unitAmountExclTax, voucher } = reservation;
  if (voucher === null) {
    const units = indexes.length;
    return {
      inclTax: multiplyAmount(unitAmount, units),
      exclTax: multiplyAmount(unitAmountExclTax, units),
    };
  }
  const units = indexes.map((index) => paidForUnit(reservation, index));
  return {
    inclTax: sumAmounts(units.map(({ inclTax }) => inclTax)),
    exclTax: sumAmounts(units.map(({ exclTax }) => exclTax)),
  };
}

/** Pure: what is paid for all units. */
export function paidForAll(reservation: Priced): Paid {
  return paidForUnits(
    reservation,
    Array.from({ length: reservation.quantity }, (_, index) => index),
  );
}

/** Pure: what a voucher takes off all units. */
export function discountOf({ voucher }: Pick<Priced, 'voucher'>): string {
  return sumAmounts(voucher?.discounts ?? []);
}
