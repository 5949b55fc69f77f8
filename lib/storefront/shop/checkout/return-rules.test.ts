import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { startStorefrontOf } from '@/testing/storefront/start-storefront';
import { readCheckout } from '../../../shop/flows/lookup/read-checkout';
import { returnRules } from './return-rules';

let shop: TestShop;
let stop: () => Promise<void>;
// Each test has a shop of its own, because the shop keeps what it has read of a product.
beforeEach(async () => {
  shop = await startTestShop();
  stop = startStorefrontOf(shop);
});
afterEach(() => stop());

async function rulesOf(id: string) {
  const view = await readCheckout(shop.context, id, 'en');
  if (view === null) throw new Error('no checkout');
  return returnRules(view.items, 'en');
}

it('the rule of a product is told once, however many of its tickets are held', async () => {
  shop.ticketing.hasExtensions = true;
  shop.ticketing.cancelling.productRule = { deadline: 'PT26H30M', share: '0.8' };
  expect(await rulesOf(await shop.hold(2, 2))).toEqual([
    { productName: 'Adult', lang: undefined, isFree: false, rule: { minutes: 1590, share: 0.8 } },
  ]);
});

it('tickets that can’t be cancelled, and those that cost nothing, are known as such', async () => {
  shop.ticketing.hasExtensions = true;
  shop.ticketing.price = '0.00';
  expect(await rulesOf(await shop.hold())).toMatchObject([{ isFree: true, rule: null }]);
});

it('nothing is said of a service that has no rules, or that does not answer', async () => {
  const id = await shop.hold();
  expect(await rulesOf(id)).toBeNull();
  shop.network.service.unavailable = true;
  expect(await rulesOf(id)).toBeNull();
});
