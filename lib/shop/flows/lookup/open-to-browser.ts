import type { CheckoutContext } from '../../context';
import { grantAccess } from '../../data/access-store';

/** The browser with this token may open the purchase from now on. */
export function openToBrowser(
  { database }: Pick<CheckoutContext, 'database'>,
  checkoutId: string,
  tokenHash: string,
): Promise<void> {
  return grantAccess(database.single, tokenHash, checkoutId);
}
