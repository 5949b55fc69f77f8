import type { PurchaseProblem } from '../../locale/messages';
import { isSecured, type Checkout, type Payment } from './checkout';
import { isInProgress, type State } from '../values/checkout-state';

/** The amount that the customer paid, or that was authorized; null when neither is known. */
export function securedAmount(payments: readonly Pick<Payment, 'state' | 'amount'>[]): string | null {
  return payments.find(({ state }) => isSecured(state))?.amount ?? null;
}

/**
 * Whether staff look into the purchase, from the customer's point of view: no program can finish it, or it
 * takes too long. False when there is an order that could not be charged: the customer has the tickets.
 */
export function isWithStaff({
  state,
  reason,
  settledAs,
  escalatedAt,
}: Pick<Checkout, 'state' | 'reason' | 'settledAs' | 'escalatedAt'>): boolean {
  if (state === 'attention') return settledAs === null && reason !== 'capture_failed';
  // An order whose capture is late is valid: the customer has the tickets.
  const isWaiting = state === 'paying' || (isInProgress(state) && state !== 'capturing');
  return isWaiting && escalatedAt !== null;
}

/** What the order's page and the e-mail say of a purchase that staff look into: only what is known. */
export function findProblem(
  { state, reason }: Pick<Checkout, 'state' | 'reason'>,
  payments: readonly Pick<Payment, 'state' | 'amount'>[],
): PurchaseProblem {
  const isFree = securedAmount(payments) === null;
  if (state === 'attention') return problemOfReason(reason, isFree);
  // The checkout is too long in a state that should continue without staff.
  const late: Partial<Record<State, PurchaseProblem>> = {
    paying: 'payment_late',
    paid: isFree ? 'order_late_free' : 'order_late',
    ordering: isFree ? 'order_late_free' : 'order_late',
    refunding: 'refund_late',
    voiding: 'void_late',
  };
  return late[state] ?? 'other';
}

function problemOfReason(reason: string | null, isFree: boolean): PurchaseProblem {
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
