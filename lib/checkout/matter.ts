import type { Matter } from '../locale/outcome-messages';
import { isSecured, type Checkout, type Payment } from './checkout';

/** The amount that the customer paid, or that was set aside; null when neither is known. */
export function securedAmount(payments: readonly Pick<Payment, 'state' | 'amount'>[]): string | null {
  return payments.find(({ state }) => isSecured(state))?.amount ?? null;
}

/**
 * Whether staff look into the purchase, as far as its customer is concerned: no program can finish it, or it takes too
 * long. Not when there is an order that could not be charged: the customer has the tickets.
 */
export function isWithStaff({
  state,
  reason,
  settledAs,
  escalatedAt,
}: Pick<Checkout, 'state' | 'reason' | 'settledAs' | 'escalatedAt'>): boolean {
  switch (state) {
    case 'attention':
      return settledAs === null && reason !== 'capture_failed';
    case 'paying':
    case 'paid':
    case 'ordering':
    case 'refunding':
    case 'voiding':
      return escalatedAt !== null;
    case 'held':
    case 'expired':
    case 'cancelled':
    case 'capturing':
    case 'ordered':
    case 'refunded':
    case 'voided':
      return false;
  }
}

/**
 * What the customer is told about a purchase that staff look into: what is known of it, and nothing else. The same on
 * the order's page and in the e-mail.
 */
export function matterOf(
  { state, reason }: Pick<Checkout, 'state' | 'reason'>,
  payments: readonly Pick<Payment, 'state' | 'amount'>[],
): Matter {
  const isFree = securedAmount(payments) === null;
  switch (state) {
    case 'attention':
      return matterOfReason(reason, isFree);
    // Too long in a state that goes on by itself.
    case 'paying':
      return 'payment_late';
    case 'paid':
    case 'ordering':
      return isFree ? 'order_late_free' : 'order_late';
    case 'refunding':
      return 'refund_late';
    case 'voiding':
      return 'void_late';
    case 'held':
    case 'expired':
    case 'cancelled':
    case 'capturing':
    case 'ordered':
    case 'refunded':
    case 'voided':
      return 'other';
  }
}

function matterOfReason(reason: string | null, isFree: boolean): Matter {
  switch (reason) {
    case 'payment_unknown':
    case 'amount_differs':
    case 'refund_failed':
    case 'void_failed':
      return reason;
    case 'order_unknown':
      return isFree ? 'order_unknown_free' : reason;
    case null:
    default:
      return 'other';
  }
}
