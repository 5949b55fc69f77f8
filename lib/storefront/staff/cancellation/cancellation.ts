import { retryRefund, settleRefund, type RefundSettling } from '../../../shop/flows/refund/settle-refund';
import { readRefundSources, type RefundSource } from '../../../shop/flows/refund/refund-parts';
import { findRefund } from '../../../shop/data/refund-store';
import type { CounterWay } from '../../../shop/values/checkout-values';
import { isUsedCard } from '../../../shop/rules/used-card';
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
import { type ForStaff, forStaffOfBooking, type StaffOfBooking } from '../../common/account/for-staff';
import { may } from '../../common/account/staff-access';
import { type BackAtCounter, payBackTickets } from '../refund/pay-back';
import { withUndo } from './undo-sale';

type StaffCancelPage =
  | Exclude<CancelPage, { kind: 'page' }>
  | (Extract<CancelPage, { kind: 'page' }> & {
      /** From which payments money goes back, the first one first. */
      readonly sources: readonly RefundSource[];
      /** The person undoes a sale of their own: the whole price goes back, whatever the rule is. */
      readonly isUndo: boolean;
    });

export function getStaffCancelPage(
  checkoutId: string,
  language: Language,
): Promise<ForStaff<StaffCancelPage>> {
  return forStaffOfBooking('orders:change', checkoutId, async (context) => {
    const page = await readCancelPage(context, checkoutId, language);
    if (page.kind !== 'page') return page;
    const sources = await readRefundSources(context.checkoutContext.database, page.view);
    return { ...(await withUndo(context, context.member, page)), sources };
  });
}

type OrderStaff = StaffOfBooking<'orders:change'>;
type StaffCancelOutcome = CancelOutcome | 'override' | 'override_needed';

export interface StaffCancellation {
  checkoutId: string;
  keys: readonly string[];
  reason: string;
  /** What the page has shown: by the rule of the product, and at most what is left of the payment. */
  amount: string;
  /** Against the rule: what is refunded of each order, by its identifier; null: by the rule. */
  override: ReadonlyMap<string, string> | null;
  /** How the money is given back now, if it goes back at the counter; null: later. */
  way: CounterWay | null;
}

/** `back`: what goes back at the counter; null: nothing. */
interface StaffCancelled {
  readonly outcome: StaffCancelOutcome;
  readonly back: BackAtCounter | null;
}

/**
 * `override`: the person may not decide otherwise than the rule. `override_needed`: they may, and did not say so for
 * tickets that can't be cancelled by the rule.
 */
export async function cancelAsStaff(
  staff: OrderStaff,
  wanted: StaffCancellation,
  language: Language,
): Promise<StaffCancelled> {
  const { outcome, tickets } = await requestAsStaff(staff, wanted, language);
  if (outcome !== 'requested' && outcome !== 'already') return { outcome, back: null };
  const { checkoutId, reason, way } = wanted;
  const how = { staff: staff.member.id, reason, way };
  return { outcome, back: await payBackTickets(staff, { checkoutId, tickets }, how) };
}

/** `tickets`: the paths of those that were chosen. */
async function requestAsStaff(
  staff: OrderStaff,
  { checkoutId, keys, reason, amount, override }: StaffCancellation,
  language: Language,
): Promise<{ outcome: StaffCancelOutcome; tickets: readonly string[] }> {
  const { member } = staff;
  const refused = (outcome: StaffCancelOutcome) => ({ outcome, tickets: [] });
  if (override !== null && !may(member, 'orders:override')) {
    staff.security({ event: 'role_missing', staff: member.id, needs: 'orders:override' });
    return refused('override');
  }
  const read = await readCancelPage(staff, checkoutId, language);
  if (read.kind !== 'page') return refused('not_ordered');
  const page = await withUndo(staff, member, read);
  if (page.read.kind !== 'units') return refused(page.read.kind);
  const chosen = chosenUnits(page.read.units, keys);
  if (chosen === null) return refused('nothing');
  if (chosen.some(isUsedCard)) return refused('gift_card');
  const isAgainstRule = chosen.some(({ obstacle }) => obstacle !== null && obstacle !== 'CANCELLED');
  if (override === null && isAgainstRule && may(member, 'orders:override')) return refused('override_needed');
  const orders = refundsByOrder(chosen, page.left);
  if (override !== null && orders.some(({ orderId }) => !override.has(orderId))) return refused('changed');
  // The second click of the same form: the tickets are cancelled, and there is nothing more to refund.
  const isShown = sumAmounts(orders.map(({ refund }) => refund)) === amount;
  // Against the rule, for the amounts that the page has shown.
  const isUndo = page.isUndo && override === null;
  const outcome = await requestAll(
    staff,
    override === null && isShown
      ? orders
      : orders.map(({ orderId, tickets }) => ({
          orderId,
          tickets,
          amount: override?.get(orderId) ?? amount,
        })),
    { checkoutId, reason, staff: member.id, override: override !== null || isUndo },
  );
  const tickets = chosen.flatMap((unit) => unit.tickets);
  return { outcome: override === null ? byRule(outcome) : outcome, tickets };
}

type OfCheckout = Readonly<{ checkoutId: string; refundId: string }>;

/** Nothing happens when it does not wait for staff (any more). */
export async function retryAsStaff(
  { member, checkoutContext, worker }: OrderStaff,
  { checkoutId, refundId }: OfCheckout,
): Promise<null> {
  const row = await findRefund(checkoutContext.database, refundId);
  if (row?.checkoutId !== checkoutId) return null;
  await retryRefund(checkoutContext, refundId, member.id);
  worker.wake();
  return null;
}

export async function settleAsStaff(
  { member, checkoutContext, worker }: OrderStaff,
  { checkoutId, refundId }: OfCheckout,
  how: RefundSettling,
): Promise<{ problem: 'late' | 'unavailable' } | null> {
  const row = await findRefund(checkoutContext.database, refundId);
  if (row?.checkoutId !== checkoutId) return { problem: 'late' };
  const settled = await settleRefund(checkoutContext, refundId, { ...how, staff: member.id });
  worker.wake();
  return settled === 'settled' ? null : { problem: settled };
}
