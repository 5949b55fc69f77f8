import {
  retryCancellation,
  settleCancellation,
  type CancellationSettling,
} from '../../../shop/flows/cancellation/settle-cancellation';
import { findCancellation } from '../../../shop/data/cancellation-store';
import type { Language } from '../../../locale/languages';
import { sumAmounts } from '../../../money/money';
import {
  byRule,
  type CancelOutcome,
  type CancelPage,
  readCancelPage,
  requestAll,
} from '../../common/cancellation/cancel-tickets';
import { chosenUnits, refundsByOrder } from '../../common/cancellation/cancellation-units';
import { type ForStaff, forStaff } from '../../common/account/for-staff';
import { may } from '../../common/account/staff-access';

export function getStaffCancelPage(checkoutId: string, language: Language): Promise<ForStaff<CancelPage>> {
  return forStaff('orders:change', (_, context) => readCancelPage(context, checkoutId, language));
}

type StaffCancelOutcome = CancelOutcome | 'override' | 'override_needed';

export interface StaffCancellation {
  checkoutId: string;
  keys: readonly string[];
  reason: string;
  /** What the page has shown: by the rule of the product, and at most what is left of the payment. */
  amount: string;
  /** Against the rule: what is refunded of each order, by its identifier; null: by the rule. */
  override: ReadonlyMap<string, string> | null;
}

/**
 * `override`: the person may not decide otherwise than the rule. `override_needed`: they may, and did not say so for
 * tickets that can't be cancelled by the rule.
 */
export function cancelAsStaff(
  { checkoutId, keys, reason, amount, override }: StaffCancellation,
  language: Language,
): Promise<ForStaff<StaffCancelOutcome>> {
  return forStaff('orders:change', async (member, context): Promise<StaffCancelOutcome> => {
    if (override !== null && !may(member, 'orders:override')) {
      context.security({ event: 'role_missing', staff: member.id, needs: 'orders:override' });
      return 'override';
    }
    const page = await readCancelPage(context, checkoutId, language);
    if (page.kind !== 'page') return 'not_ordered';
    if (page.read.kind !== 'units') return page.read.kind;
    const chosen = chosenUnits(page.read.units, keys);
    if (chosen === null) return 'nothing';
    const isAgainstRule = chosen.some(({ obstacle }) => obstacle !== null && obstacle !== 'CANCELLED');
    if (override === null && isAgainstRule && may(member, 'orders:override')) return 'override_needed';
    const orders = refundsByOrder(chosen, page.left);
    if (override !== null && orders.some(({ orderId }) => !override.has(orderId))) return 'changed';
    // The second click of the same form: the tickets are cancelled, and there is nothing more to refund.
    const isShown = sumAmounts(orders.map(({ refund }) => refund)) === amount;
    const outcome = await requestAll(
      context,
      override === null && isShown
        ? orders
        : orders.map(({ orderId, tickets }) => ({
            ...{ orderId, tickets },
            amount: override?.get(orderId) ?? amount,
          })),
      { checkoutId, reason, staff: member.id, override: override !== null },
    );
    return override === null ? byRule(outcome) : outcome;
  });
}

type OfCheckout = Readonly<{ checkoutId: string; cancellationId: string }>;

/** False when it does not wait for staff (any more). */
export function retryRefund({ checkoutId, cancellationId }: OfCheckout): Promise<ForStaff<boolean>> {
  return forStaff('orders:change', async (member, { checkoutContext, worker }) => {
    const row = await findCancellation(checkoutContext.database, cancellationId);
    if (row?.checkoutId !== checkoutId) return false;
    const isAgain = await retryCancellation(checkoutContext, cancellationId, member.id);
    worker.wake();
    return isAgain;
  });
}

export function settleRefund(
  { checkoutId, cancellationId }: OfCheckout,
  how: CancellationSettling,
): Promise<ForStaff<'settled' | 'late' | 'away'>> {
  return forStaff('orders:change', async (member, { checkoutContext, worker }) => {
    const row = await findCancellation(checkoutContext.database, cancellationId);
    if (row?.checkoutId !== checkoutId) return 'late';
    const settled = await settleCancellation(checkoutContext, cancellationId, { ...how, staff: member.id });
    worker.wake();
    return settled;
  });
}
