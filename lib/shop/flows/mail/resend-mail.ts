import { lockCheckout, saveEmail } from '../../data/checkout-store';
import { maskAddress } from '../../rules/mask-address';
import { requeueFailed } from '../../data/mail-store';
import { areTasksOf, settleTasks } from '../../data/task-store';
import { mailTasks } from '../../tables/task-table';
import type { CheckoutContext } from '../../context';
import { noteByStaff } from '../../data/timeline-store';

/**
 * Sends the undeliverable e-mails again, to an address that staff have corrected or left unchanged. From then
 * on the customer is written to at that address and found by it. False when there is nothing to send again.
 * Concurrency guarantee: the checkout is locked, so of two concurrent calls the second finds nothing and
 * changes nothing.
 */
export function resendMails(
  { database }: Pick<CheckoutContext, 'database'>,
  checkoutId: string,
  { email, staff }: { email: string; staff: string },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, checkoutId);
    if (checkout === null) return false;
    const kinds = await requeueFailed(transaction, checkoutId);
    if (kinds.length === 0) return false;
    const address = maskAddress(email);
    if (checkout.customer?.email !== email) {
      await saveEmail(transaction, checkoutId, email);
      await noteByStaff(transaction, checkoutId, 'email_changed', { staff, address });
    }
    for (const kind of kinds)
      await noteByStaff(transaction, checkoutId, 'mail_requeued', { staff, kind, address });
    return true;
  });
}

/** Staff have told the customer, or know of missing documents. False when no e-mail needed staff. */
export function acknowledgeMailProblems(
  { database }: Pick<CheckoutContext, 'database'>,
  checkoutId: string,
  { staff }: { staff: string },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const done = await settleTasks(transaction, areTasksOf(checkoutId, mailTasks), { staff });
    if (done.length === 0) return false;
    await noteByStaff(transaction, checkoutId, 'mail_acknowledged', { staff });
    return true;
  });
}
