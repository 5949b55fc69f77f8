import { sendConfirmationAgain } from '../checkout/commands';
import { findCheckout } from '../checkout/queries';
import { networkLimit } from '../network/network-limit';
import { getAppContext } from '../runtime/app-context';
import { guestMayRead } from './guest';
import { noteRefusal, requestNetworks } from './network';
import { phaseOf } from './orders';

export { againLimits } from '../checkout/queries';

// The number for an order is limited in the database.
const resends = networkLimit({ network: 20, site: 100 }, 60 * 60);

/** What became of "send the e-mail again"; `busy`: too many from this network. */
export const resendAnswers = ['sent', 'sending', 'soon', 'often', 'busy'] as const;
export type ResendAnswer = (typeof resendAnswers)[number];

/** The answer that a page's address names; null if it names none. */
export function resendAnswer(text: string | undefined): ResendAnswer | null {
  return resendAnswers.find((one) => one === text) ?? null;
}

/** Sends the customer of this browser the e-mail about an order again. Null when there is none to send. */
export async function resendConfirmation(checkoutId: string): Promise<ResendAnswer | null> {
  if (!(await guestMayRead(checkoutId))) return null;
  const { checkoutContext, worker } = await getAppContext();
  const checkout = await findCheckout(checkoutContext.database, checkoutId);
  if (checkout === null || phaseOf(checkout) !== 'confirmed') return null;
  if (!(await resends.count(await requestNetworks()))) {
    await noteRefusal({ event: 'limit_reached', limit: 'emails_sent_again' });
    return 'busy';
  }
  const answer = await sendConfirmationAgain(checkoutContext, checkoutId);
  if (answer === 'sent') worker.wake();
  return answer === 'nothing' ? null : answer;
}
