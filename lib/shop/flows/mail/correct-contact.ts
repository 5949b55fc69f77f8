import { maskAddress } from '../../rules/mask-address';
import { lockCheckout, saveEmail, savePhone } from '../../data/checkout-store';
import { noteByStaff } from '../../data/timeline-store';
import type { CheckoutContext } from '../../context';

export interface Contact {
  readonly email: string;
  /** Null: none. */
  readonly phone: string | null;
}

/** `unchanged`: it has both already. `nothing`: there is no such purchase, or its personal data was erased. */
export type ContactAnswer = 'corrected' | 'unchanged' | 'nothing';

/**
 * Corrects how the customer is reached and found. E-mails that are to be sent go to the new address. The service keeps the
 * customer of its order as it was. Concurrency guarantee: the checkout is locked, so that the record says what was changed.
 */
export function correctContact(
  { database }: Pick<CheckoutContext, 'database'>,
  checkoutId: string,
  { email, phone }: Contact,
  staff: string,
): Promise<ContactAnswer> {
  return database.transaction(async (transaction) => {
    const customer = (await lockCheckout(transaction, checkoutId))?.customer ?? null;
    if (customer === null) return 'nothing';
    const [isOtherEmail, isOtherPhone] = [customer.email !== email, (customer.phone ?? null) !== phone];
    if (isOtherEmail) {
      await saveEmail(transaction, checkoutId, email);
      await noteByStaff(transaction, checkoutId, 'email_changed', { staff, address: maskAddress(email) });
    }
    if (isOtherPhone) {
      await savePhone(transaction, checkoutId, phone);
      await noteByStaff(transaction, checkoutId, 'phone_changed', { staff });
    }
    return isOtherEmail || isOtherPhone ? 'corrected' : 'unchanged';
  });
}
