import { z } from 'zod';
import { customerSchema } from '../../../contract/customer';
import { typedText } from '../../../contract/typed-text';
import { revokeLinks } from '../../../shop/flows/lookup/order-link';
import { copyConfirmation, missingConfirmation } from '../../../shop/flows/mail/copy-confirmation';
import { correctContact } from '../../../shop/flows/mail/correct-contact';
import type { StaffOfBooking } from '../../common/account/for-staff';

export const contactForm = z.object({
  checkoutId: z.guid(),
  email: z.string().max(1_000),
  phone: z.string().max(1_000),
  revoke: z.literal('yes').optional(),
  send: z.literal('yes').optional(),
});
export type TypedContact = z.output<typeof contactForm>;

/** The field that is wrong; `nothing`: there is no customer (any more). */
export type ContactProblem = 'email' | 'phone' | 'nothing';

/** `unsent`: the confirmation was to be sent, and there is none. */
type Corrected = { readonly kind: 'corrected' | 'unsent' };

/**
 * E-mail and telephone number are as typed; or what is wrong with them. The old links end before the confirmation is sent with a
 * new one; they stay if it was to be sent and can't be: the customer would have none.
 */
export async function correctContactByStaff(
  { member, checkoutContext, log, security, worker }: StaffOfBooking<'orders:change'>,
  { checkoutId, revoke, send, ...typed }: TypedContact,
): Promise<ContactProblem | Corrected> {
  const email = customerSchema.shape.email.safeParse(typed.email);
  if (!email.success) return 'email';
  const given = typedText(typed.phone);
  const phone = given === '' ? null : customerSchema.shape.phone.safeParse(given).data;
  if (phone === undefined) return 'phone';
  const contact = { email: email.data, phone };
  const answer = await correctContact(checkoutContext, checkoutId, contact, member.id);
  log.info({ checkout: checkoutId, answer }, 'staff corrected how a customer is reached');
  if (answer === 'nothing') return answer;
  if (send !== undefined && (await missingConfirmation(checkoutContext.database, checkoutId)) !== null)
    return { kind: 'unsent' };
  if (revoke !== undefined && (await revokeLinks(checkoutContext, checkoutId, member.id)) !== null)
    security({ event: 'links_revoked', staff: member.id, checkout: checkoutId });
  const copy = { email: email.data, staff: member.id, isCorrected: true };
  const sent = send === undefined || (await copyConfirmation(checkoutContext, checkoutId, copy)) === 'sent';
  worker.wake();
  return { kind: sent ? 'corrected' : 'unsent' };
}
