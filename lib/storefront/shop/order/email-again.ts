import { sendConfirmationAgain } from '../../../shop/flows/mail/send-again';
import { findCheckout } from '../../../shop/data/checkout-store';
import { getAppContext } from '../../../runtime/app-context';
import { mayCauseEmail } from '../../common/request/caused-emails';
import { guestMayRead } from '../../common/request/guest';
import { phaseOf } from '../../common/order/orders';

export { againLimits } from '../../../shop/flows/mail/send-again';

/** What became of "send the e-mail again"; `busy`: too many from this network. */
export const resendAnswers = ['sent', 'sending', 'over', 'soon', 'often', 'busy'] as const;
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
  // The number for an order is limited in the database, too.
  if (!(await mayCauseEmail('again', checkout.customer?.email ?? ''))) return 'busy';
  const answer = await sendConfirmationAgain(checkoutContext, checkoutId);
  if (answer === 'sent') worker.wake();
  return answer === 'nothing' ? null : answer;
}
