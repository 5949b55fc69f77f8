import type { CheckoutContext } from '@/lib/shop/context';
import { readWholeCheckout } from '@/lib/shop/data/whole-checkout-store';
import { askAboutPaying } from '@/lib/shop/flows/payment/settle';

/** What a page does before it shows a checkout: asks about its pending payment. */
export async function askIfPaying(
  context: CheckoutContext,
  checkoutId: string,
  left: string | null = null,
): Promise<boolean> {
  const read = () => readWholeCheckout(context.database, checkoutId);
  const whole = await read();
  return whole !== null && askAboutPaying(context, whole, left, read);
}
