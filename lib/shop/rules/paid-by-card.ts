import type { Order } from '../../contract/order';
import { amountAbove, multiplyAmount, sumAmounts } from '../../money/money';
import type { Rebooking } from '../tables/rebooking-table';
import type { Checkout } from './checkout';
import { type DiscountedHold, giftCardPays } from './discount-of';
import { shownCode } from './shown-code';

/** What a gift card has paid for tickets; its code as it is shown to people who may not have it. */
export interface PaidByCard {
  readonly code: string;
  readonly amount: string;
}

interface Bought {
  checkout: Pick<Checkout, 'voucher'>;
  holds: readonly DiscountedHold[];
  orders: readonly { readonly data: Pick<Order, 'items'> }[];
}

/** Pure: what a gift card has paid for tickets of a purchase, beside the `amount` of money; null: none has paid. */
export function paidByCard(
  { checkout: { voucher }, holds, orders }: Bought,
  { tickets, amount }: Pick<Rebooking, 'tickets' | 'amount'>,
): PaidByCard | null {
  if (voucher === null || voucher === '' || amount === null || !giftCardPays(holds)) return null;
  const chosen = new Set(tickets);
  const prices = orders.flatMap(({ data }) =>
    data.items.map(({ tickets: own = [], quantity, unitAmountInclTax }) => {
      const share = own.length === 0 ? 0 : own.filter((one) => chosen.has(one)).length / own.length;
      // All tickets of each unit are chosen.
      return multiplyAmount(unitAmountInclTax, Math.round(share * quantity));
    }),
  );
  const rest = amountAbove(sumAmounts(prices), amount);
  return rest === '0.00' ? null : { code: shownCode(voucher), amount: rest };
}
