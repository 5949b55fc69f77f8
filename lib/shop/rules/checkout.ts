import type { checkoutTable, holdTable, paymentTable } from '../tables/checkout-table';
import type { Refund } from '../tables/refund-table';
import type { Settlement } from '../values/checkout-values';

/** One attempt to buy, with ages that were calculated with the database's clock. */
export type Checkout = typeof checkoutTable.$inferSelect & {
  holdAlive: boolean;
  secondsLeft: number;
  /** How many seconds ago the hold ended. */
  secondsOver: number;
  secondsInState: number;
  settledAs: Settlement | null;
};

export type Hold = typeof holdTable.$inferSelect;
export type Holds = readonly Hold[];

/** With the provider's id of the refund of all of it; `refundedAt`: when the customer had the money again. */
export type Payment = typeof paymentTable.$inferSelect &
  Pick<Refund, 'paidBack' | 'refundId'> & { refundedAt: Date | null };

/** Whether a payment in this state can still be paid. */
export function isUnsettled(state: string): boolean {
  return state === 'opening' || state === 'open';
}

/** Whether the shop has captured the payment, or it is authorized; here or at the provider. */
export function isSecured(status: string | null | undefined): boolean {
  return status === 'paid' || status === 'authorized';
}

/** Whether the shop has the money of a payment. */
export function isHere({ state, refundedAt }: Pick<Payment, 'state' | 'refundedAt'>): boolean {
  return refundedAt === null && isSecured(state);
}

/**
 * Whether it is certain that the customer was charged nothing: no payment was made, and none can still be
 * made. Not in `paying`, because there only the provider knows.
 */
export function isUncharged(
  { state }: Pick<Checkout, 'state'>,
  payments: readonly Pick<Payment, 'state'>[],
): boolean {
  const isOver = state === 'held' || state === 'expired' || state === 'cancelled' || state === 'voided';
  return isOver && payments.every((payment) => payment.state === 'closed');
}
