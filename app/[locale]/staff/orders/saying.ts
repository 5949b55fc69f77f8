import type { OrderDone } from '@/components/staff/order/order-done';
import type { Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import type { BackAtCounter } from '@/lib/storefront/staff/refund/pay-back';

/**
 * The page of an order, which says what was done. Its address is a new one each time: a router on a page whose address has a
 * fragment, or is the same, would keep the page as it was.
 */
export const saying = (language: Language, checkoutId: string, done: OrderDone, back?: string) =>
  paths.staffOrder(language, checkoutId, { done, back, at: String(Date.now()) });

/** The same for money that goes back at the counter. */
export const sayingBack = (language: Language, checkoutId: string, back: BackAtCounter) =>
  saying(language, checkoutId, back.said, back.said === 'paid_back' ? back.refunds.join('.') : undefined);
