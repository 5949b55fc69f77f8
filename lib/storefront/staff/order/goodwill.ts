import { z } from 'zod';
import { typedWords } from '../../../contract/typed-text';
import { amountSchema } from '../../../contract/values';
import { counterWays } from '../../../shop/values/checkout-values';
import { compareAmounts } from '../../../money/money';
import { type GoodwillAnswer, requestGoodwill } from '../../../shop/flows/refund/goodwill';
import type { StaffOfBooking } from '../../common/account/for-staff';
import { may, type StaffMember } from '../../common/account/staff-access';
import { longestReason } from '../../common/cancellation/cancellation-form';
import { typedAmount } from '../../common/forms/typed-amount';
import { type BackAtCounter, payBackGoodwill } from '../refund/pay-back';

/** `refundId`: of the form, so that the second click gives nothing back. */
export const goodwillForm = z.object({
  checkoutId: z.guid(),
  refundId: z.guid(),
  amount: z.string().max(100),
  reason: z.string().max(10_000),
  /** What was given so before, as the form showed it. */
  seen: amountSchema,
  /** The key that was pressed; nothing: it is given back later, or not at the counter. */
  paidBack: z.enum(counterWays).optional().catch(undefined),
});
export type TypedGoodwill = z.output<typeof goodwillForm>;

/** What this person may give back of one booking in all; null: all that was paid. */
export function goodwillLimit(
  member: StaffMember,
  { goodwillLimit: limit }: { readonly goodwillLimit: string },
): string | null {
  return may(member, 'orders:override') ? null : limit;
}

export type GoodwillProblem =
  | Exclude<GoodwillAnswer, 'requested' | 'already'>
  /** The field is missing or wrong. */
  | 'amount'
  | 'reason'
  | 'reasonLong';

/** An object: it goes back at the counter. Null: it is given back in another way, now or before. */
export async function giveBackByStaff(
  staff: StaffOfBooking<'orders:change'>,
  { checkoutId, refundId: id, seen, paidBack, ...typed }: TypedGoodwill,
): Promise<BackAtCounter | GoodwillProblem | null> {
  const { member, checkoutContext, config, log, worker } = staff;
  const amount = typedAmount(typed.amount);
  if (amount === null || compareAmounts(amount, '0.00') === 0) return 'amount';
  const reason = typedWords(typed.reason);
  if (reason === '' || reason.length > longestReason) return reason === '' ? 'reason' : 'reasonLong';
  const limit = goodwillLimit(member, config);
  const request = { id, checkoutId, amount, reason, seen, staff: member.id, limit };
  const answer = await requestGoodwill(checkoutContext, request);
  log.info({ checkout: checkoutId, answer }, 'staff gave money back without cancelling');
  worker.wake();
  if (answer !== 'requested' && answer !== 'already') return answer;
  return payBackGoodwill(staff, { checkoutId, id }, { staff: member.id, reason, way: paidBack ?? null });
}
