import { placeOrder } from '@/lib/shop/flows/checkout/place-order';
import type { Gift } from '@/lib/shop/values/checkout-values';
import { askIfPaying } from './ask-if-paying';
import { type Ordered, orderedOf } from './cancellations';
import { orderOf, type TestShop } from './test-shop';

/** Two paid tickets that are a gift. */
export async function orderedAsGift(shop: TestShop, gift: Gift): Promise<Ordered> {
  const id = await shop.hold();
  const more = { invoice: null, answers: null, gift };
  await placeOrder(shop.context, { ...orderOf(id, '36.00'), more });
  shop.provider.pay([...shop.provider.sessions.keys()].at(-1) ?? '');
  await askIfPaying(shop.context, id);
  await shop.settle();
  return orderedOf(shop, id);
}
