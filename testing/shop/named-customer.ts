import { placeOrder } from '@/lib/shop/flows/checkout/place-order';
import { findUnsettled } from '@/lib/shop/data/payment-store';
import { orderOf, type TestShop } from './test-shop';

// Purchases by persons whose data a test looks for afterwards.

/** What a person of this name enters. */
export const customerNamed = (name: string) => ({
  firstname: `Erika-${name}`,
  lastname: `Mustermann-${name}`,
  email: `Erika.${name}@Example.org`,
  phone: '+49 170 1234567',
  country: 'DE',
});

/** A purchase of that person, on the payment page. */
export async function payingAs(shop: TestShop, name: string): Promise<{ id: string; sessionId: string }> {
  const id = await shop.hold(2);
  const entries = customerNamed(name);
  const order = orderOf(id, '36.00', { ...entries, language: 'de' });
  await placeOrder(shop.context, { ...order, entries });
  const payment = await findUnsettled(shop.context.database, id);
  return { id, sessionId: payment?.sessionId ?? '' };
}

/** A completed purchase of that person, whose tickets were mailed. */
export async function boughtBy(shop: TestShop, name: string): Promise<string> {
  const { id, sessionId } = await payingAs(shop, name);
  shop.provider.pay(sessionId);
  await shop.later(id);
  await shop.settle();
  const state = await shop.state(id);
  if (state !== 'ordered') throw new Error(`the purchase is ${state}`);
  return id;
}
