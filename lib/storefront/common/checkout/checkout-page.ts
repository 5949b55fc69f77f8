import type { CheckoutView } from '../../../shop/flows/lookup/read-checkout';
import { isPlaced } from '../../../shop/values/checkout-state';
import { isUncharged, type Payment } from '../../../shop/rules/checkout';
import { isWithStaff } from '../../../shop/rules/with-staff';

export type CheckoutPage =
  /** There is no such checkout, or it belongs to another browser: the response is the same. */
  | { kind: 'denied' }
  /** `isUncharged`: certainly nothing was charged; else the customer may have paid in another window. */
  | { kind: 'open'; view: CheckoutView; isUncharged: boolean }
  /** The hold has ended and nothing was charged. `reason`: an order was placed, but could not be made. */
  | { kind: 'expired'; view: CheckoutView; reason: string | null }
  /** The hold has ended, and the provider has not answered yet whether the customer paid. */
  | { kind: 'unconfirmed'; view: CheckoutView }
  | { kind: 'cancelled' }
  /** Paid, or the order is being made: the order's page shows more. */
  | { kind: 'placed' };

/** "Nothing was charged" is shown only if the state and the payments prove it. */
export function checkoutPageOf(view: CheckoutView, payments: readonly Payment[]): CheckoutPage {
  const { checkout } = view;
  if (isPlaced(checkout.state) || isWithStaff(checkout)) return { kind: 'placed' };
  const uncharged = isUncharged(checkout, payments);
  switch (checkout.state) {
    case 'held':
    case 'paying':
      if (checkout.holdAlive) return { kind: 'open', view, isUncharged: uncharged };
      return uncharged ? { kind: 'expired', view, reason: null } : { kind: 'unconfirmed', view };
    case 'expired':
      return uncharged ? { kind: 'expired', view, reason: checkout.reason } : { kind: 'unconfirmed', view };
    case 'cancelled':
      return uncharged ? { kind: 'cancelled' } : { kind: 'unconfirmed', view };
  }
}
