import { lockCheckout, saveEmail } from './checkout-store';
import { acknowledgeMails, requeueFailed } from './mail-store';
import type { Rooms } from './rooms';
import { note } from './timeline-store';

/**
 * Sends the e-mails again that could not be delivered, to an address that staff have corrected or left as it was. The
 * customer is written to and found by that address from then on. False when there is nothing to send again. Race
 * promise: the checkout is locked, so of two who do so at once, the second finds nothing, and changes nothing.
 */
export function resendMails(
  { database }: Pick<Rooms, 'database'>,
  checkoutId: string,
  { email, staff }: { email: string; staff: string },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, checkoutId);
    if (checkout === null) return false;
    const kinds = await requeueFailed(transaction, checkoutId);
    if (kinds.length === 0) return false;
    const by = { by: 'staff', staff };
    if (checkout.customer?.email !== email) {
      await saveEmail(transaction, checkoutId, email);
      await note(transaction, checkoutId, 'email_changed', by);
    }
    for (const kind of kinds) await note(transaction, checkoutId, 'mail_requeued', { ...by, kind });
    return true;
  });
}

/** Staff have told the customer in another way, or know of missing documents. False when there was nothing to tell. */
export function acknowledgeMailProblems(
  { database }: Pick<Rooms, 'database'>,
  checkoutId: string,
  { staff }: { staff: string },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    if (!(await acknowledgeMails(transaction, checkoutId))) return false;
    await note(transaction, checkoutId, 'mail_acknowledged', { by: 'staff', staff });
    return true;
  });
}
