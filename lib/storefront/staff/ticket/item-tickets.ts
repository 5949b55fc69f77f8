import { copyConfirmation as copyTo, type CopyAnswer } from '../../../shop/flows/mail/copy-confirmation';
import {
  correctHolder as correctAtService,
  type CorrectionAnswer,
  findCorrectable,
} from '../../../shop/flows/answers/correct-holder';
import { findCheckout } from '../../../shop/data/checkout-store';
import { typedEmailSchema } from '../../../contract/customer';
import { holderName } from './holder-form';
import { orUnavailable } from '../../common/request/or-unavailable';
import { type ForStaff, forStaffOfBooking, type StaffOfBooking } from '../../common/account/for-staff';

/** What became of a request to send the confirmation; `email`: what was typed is no address. */
type CopyOutcome = CopyAnswer | 'email';

/** Sends the confirmation of an order once to the typed address. */
export async function sendCopy(
  { member, checkoutContext, log, worker }: StaffOfBooking<'orders:change'>,
  checkoutId: string,
  typed: unknown,
): Promise<CopyOutcome> {
  const email = typedEmailSchema.safeParse(typed);
  if (!email.success) return 'email';
  const answer = await copyTo(checkoutContext, checkoutId, { email: email.data, staff: member.id });
  log.info({ checkout: checkoutId, answer }, 'staff sent a confirmation to an address');
  worker.wake();
  return answer;
}

export type HolderPage =
  | { kind: 'page'; booking: string; ticket: { reference: string; firstname: string; lastname: string } }
  | { kind: 'unknown' | 'blocked' | 'not_valid' | 'unavailable' };

/** The name of a ticket for the form that corrects it: the customer's while the ticket has none. */
export function getHolderPage(checkoutId: string, ticketId: string): Promise<ForStaff<HolderPage>> {
  return forStaffOfBooking('orders:change', checkoutId, async ({ checkoutContext }): Promise<HolderPage> => {
    const checkout = await findCheckout(checkoutContext.database, checkoutId);
    const found = await orUnavailable(() => findCorrectable(checkoutContext, checkoutId, ticketId));
    if (checkout === null) return { kind: 'unknown' };
    if (typeof found === 'string') return { kind: found };
    const { reference, holder } = found.ticket;
    const { firstname, lastname } = holder ?? checkout.customer ?? { firstname: '', lastname: '' };
    return { kind: 'page', booking: checkout.reference, ticket: { reference, firstname, lastname } };
  });
}

/** `name`: one of the names can't be used. `unavailable`: the service did not answer; a repetition is safe. */
export type HolderOutcome = CorrectionAnswer | 'name' | 'unavailable';

export async function correctHolder(
  { member, checkoutContext, log }: StaffOfBooking<'orders:change'>,
  checkoutId: string,
  ticketId: string,
  typed: unknown,
): Promise<HolderOutcome> {
  const name = holderName.safeParse(typed);
  if (!name.success) return 'name';
  const about = { checkoutId, ticketId, staff: member.id };
  const answer = await orUnavailable(() => correctAtService(checkoutContext, about, name.data));
  log.info({ checkout: checkoutId, answer }, 'staff corrected the name of a ticket');
  return answer;
}
