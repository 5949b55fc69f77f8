import { z } from 'zod';
import { moneyMethods } from './checkout-values';

/**
 * What moves money. `payment`: paid, or captured. `refund`: of a purchase without an order, or of cancelled tickets.
 * `refund_at_provider`: staff refunded it on the provider's own pages. `refund_failed`: a refund that came back later; what
 * staff then gave back in another way is a refund of its own. `dispute`: withdrawn for a bank.
 */
export const paymentKinds = ['payment', 'refund', 'refund_at_provider', 'refund_failed', 'dispute'] as const;

/** What payments or refunds of one method add up to; an amount below 0 went to customers. */
export const dayFigureSchema = z.object({
  method: z.enum(moneyMethods),
  kind: z.enum(paymentKinds),
  count: z.int(),
  amount: z.string(),
});
export type DayFigure = z.output<typeof dayFigureSchema>;

/**
 * Why a payout, or a movement in it, does not match. `unknown_payment`, `unknown_refund`: the shop has no such payment, or no
 * such refund of it. `amount_differs`: the shop has another amount. `sum_differs`: the movements do not add up to the payout.
 * `failed`: the money did not arrive. `manual`: its content is not known. `currency`: it is not in EUR. `other`: neither a
 * payment nor a refund nor a dispute.
 */
type PayoutReason =
  | 'unknown_payment'
  | 'unknown_refund'
  | 'amount_differs'
  | 'sum_differs'
  | 'failed'
  | 'manual'
  | 'currency'
  | 'other';

export interface PayoutProblem {
  reason: PayoutReason;
  /** The provider's id of the payment, refund, dispute or payout. */
  id: string;
  /** What the provider says, in the payout's currency; and what the shop has, if it has something. */
  amount: string;
  expected: string | null;
  /** The purchase, if it is known. */
  checkoutId: string | null;
}
