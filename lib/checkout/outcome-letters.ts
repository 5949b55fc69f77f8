import type { OrderLetter, RenderedLetter } from '../mail/order-letters';
import { notCompletedLetter, settledLetter, staffLookingLetter } from '../mail/outcome-letters';
import { letterReasons } from '../mail/wording';
import type { Checkout, Payment } from './checkout';
import { isWithStaff, matterOf, securedAmount } from './matter';

/**
 * The e-mail about a purchase that does not end by itself. Null when what it tells is over by the time that it is
 * sent: another e-mail tells what came of it.
 */
export function writeOutcome(
  kind: 'staff_looking' | 'settled' | 'not_completed',
  checkout: Checkout,
  payments: readonly Payment[],
  start: OrderLetter,
): RenderedLetter | null {
  const { state, total, customer, settledAs } = checkout;
  const amount = securedAmount(payments) ?? total ?? '0.00';
  const letter = { ...start, amount, email: customer?.email ?? '' };
  switch (kind) {
    case 'staff_looking':
      return isWithStaff(checkout)
        ? staffLookingLetter({ ...letter, matter: matterOf(checkout, payments) })
        : null;
    case 'settled':
      // The customer has had the tickets all along, and was told of nothing else.
      if (checkout.reason === 'capture_failed' && settledAs === 'ordered') return null;
      return settledAs === null ? null : settledLetter({ ...letter, settledAs });
    case 'not_completed': {
      const reason = letterReasons.find((one) => one === checkout.reason) ?? null;
      return state === 'expired' ? notCompletedLetter({ ...letter, reason }) : null;
    }
  }
}
