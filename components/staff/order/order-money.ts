import { givenBackBesides } from '@/lib/money/given-back';
import { amountAbove, sumAmounts } from '@/lib/money/money';
import { isHere } from '@/lib/shop/rules/checkout';
import { ownRefundsOf } from '@/lib/shop/rules/ticket-end';
import type { StaffOrderView } from './order-view';

/** What became of what was paid for a purchase: it is the sum of the other amounts, unless more was given back. */
interface OrderMoney {
  readonly paid: string;
  /** By the shop, or by staff in any way. */
  readonly refunded: string;
  /** The bank has returned it to the cardholder. */
  readonly byBank: string;
  /** Still to be refunded, also because a refund came back. */
  readonly open: string;
  readonly kept: string;
}

export function moneyOf({
  payments,
  incidents,
  cancellations,
}: Pick<StaffOrderView, 'payments' | 'incidents' | 'cancellations'>): OrderMoney {
  const here = payments.filter(isHere);
  const paid = sumAmounts(here.map(({ amount }) => amount));
  const ofTickets = ownRefundsOf(cancellations);
  const { besides, byBank, cameBack } = givenBackBesides(
    incidents.filter(({ paymentId }) => here.some(({ id }) => id === paymentId)),
    cancellations.flatMap(({ refund }) => refund ?? []),
  );
  const refunded = sumAmounts([ofTickets.refunded, besides]);
  const open = sumAmounts([ofTickets.open, cameBack]);
  return { paid, refunded, byBank, open, kept: amountAbove(paid, sumAmounts([refunded, byBank, open])) };
}
