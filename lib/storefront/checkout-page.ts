import { isUncharged, type Payment } from '../checkout/checkout';
import { isPlaced } from '../checkout/checkout-state';
import { isWithStaff } from '../checkout/matter';
import type { CheckoutView } from '../checkout/read-checkout';

export type CheckoutPage =
  /** No such checkout, or not this browser's: the same for both. */
  | { kind: 'denied' }
  /** `isUncharged`: nothing was charged, for certain; else the customer may have paid in another window. */
  | { kind: 'open'; view: CheckoutView; isUncharged: boolean }
  /** The hold is over and nothing was charged. `reason`: an order was placed, and could not be made. */
  | { kind: 'expired'; view: CheckoutView; reason: string | null }
  /** The hold is over, and the provider has not told yet whether the customer paid. */
  | { kind: 'unconfirmed'; view: CheckoutView }
  | { kind: 'cancelled' }
  /** Paid, or on the way to the order: the order's page tells more. */
  | { kind: 'placed' };

/** What a checkout's page shows. "Nothing was charged" is shown only where the state and the payments prove it. */
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
