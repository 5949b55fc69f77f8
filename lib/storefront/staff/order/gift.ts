import { z } from 'zod';
import { typedEmailSchema } from '../../../contract/customer';
import { sendGiftNow } from '../../../shop/flows/mail/send-gift';
import type { StaffOfBooking } from '../../common/account/for-staff';

/** What became of a gift that staff have sent; `email`: what was typed is no address. */
const giftAnswer = z.enum(['sent', 'over', 'soon', 'often', 'nothing', 'email']);
export type StaffGiftAnswer = z.output<typeof giftAnswer>;

/** From the address of the page; null: nothing was sent. */
export const parseGiftAnswer = (value: unknown): StaffGiftAnswer | null =>
  giftAnswer.safeParse(value).data ?? null;

/** Sends the tickets of a gift now, to an address that staff have corrected or left unchanged. */
export async function sendGiftByStaff(
  { member, checkoutContext, log, worker }: StaffOfBooking<'orders:change'>,
  checkoutId: string,
  typed: unknown,
): Promise<StaffGiftAnswer> {
  const email = typedEmailSchema.safeParse(typed);
  if (!email.success) return 'email';
  const answer = await sendGiftNow(checkoutContext, checkoutId, { email: email.data, staff: member.id });
  log.info({ checkout: checkoutId, answer }, 'staff sent a gift');
  worker.wake();
  return answer;
}
