import { copyConfirmation as copyTo, type CopyAnswer } from '../../../shop/flows/mail/copy-confirmation';
import {
  correctHolder as correctAtService,
  type CorrectionAnswer,
  findAllCorrectable,
} from '../../../shop/flows/answers/correct-holder';
import { findCheckout } from '../../../shop/data/checkout-store';
import { typedEmailSchema } from '../../../contract/customer';
import { holderName } from './holder-form';
import { orUnavailable } from '../../common/request/or-unavailable';
import { type ForStaff, forStaff, type Staff } from '../../common/account/for-staff';

/** What became of a request to send the confirmation; `email`: what was typed is no address. */
type CopyOutcome = CopyAnswer | 'email';

/** Sends the confirmation of an order once to the typed address. */
export async function sendCopy(
  { member, checkoutContext, log, worker }: Staff<'orders:change'>,
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
  | {
      kind: 'page';
      booking: string;
      ticket: { reference: string; firstname: string; lastname: string };
      /** Other valid tickets of the same visitor. */
      also: { id: string; reference: string }[];
    }
  | { kind: 'unknown' | 'blocked' | 'not_valid' | 'unavailable' };

/** The name of a ticket for the form that corrects it: the customer's while the ticket has none. */
export function getHolderPage(
  checkoutId: string,
  ticketId: string,
  others: readonly string[],
): Promise<ForStaff<HolderPage>> {
  return forStaff('orders:change', async ({ checkoutContext }): Promise<HolderPage> => {
    const checkout = await findCheckout(checkoutContext.database, checkoutId);
    const all = await orUnavailable(() =>
      findAllCorrectable(checkoutContext, checkoutId, [ticketId, ...others]),
    );
    if (checkout === null) return { kind: 'unknown' };
    if (typeof all === 'string') return { kind: all };
    const [found = 'unknown', ...rest] = all;
    if (typeof found === 'string') return { kind: found };
    const also = rest.flatMap((one) => (typeof one === 'string' ? [] : [one.ticket]));
    const { reference, holder } = found.ticket;
    const { firstname, lastname } = holder ?? checkout.customer ?? { firstname: '', lastname: '' };
    return { kind: 'page', booking: checkout.reference, ticket: { reference, firstname, lastname }, also };
  });
}

/** `name`: one of the names can't be used. `unavailable`: the service did not answer; a repetition is safe. */
export type HolderOutcome = CorrectionAnswer | 'name' | 'unavailable';

export async function correctHolder(
  { member, checkoutContext, log }: Staff<'orders:change'>,
  { checkoutId, ticketId, also }: { checkoutId: string; ticketId: string; also: readonly string[] },
  typed: unknown,
): Promise<HolderOutcome> {
  const name = holderName.safeParse(typed);
  if (!name.success) return 'name';
  const about = { checkoutId, ticketId, also, staff: member.id };
  const answer = await orUnavailable(() => correctAtService(checkoutContext, about, name.data));
  log.info({ checkout: checkoutId, answer }, 'staff corrected the name of a ticket');
  return answer;
}
