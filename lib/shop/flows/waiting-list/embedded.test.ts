import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '@/testing/database/embedded';
import { shopTables } from '@/testing/shop/tables';
import { openWaitingShop, type WaitingShop } from '@/testing/shop/waiting-list';
import { takePlace } from './places';

let shop: WaitingShop;

beforeAll(async () => {
  shop = await openWaitingShop([await testDatabase(shopTables)]);
});
afterAll(() => shop.close());

it('a waiting list works on the embedded database, too', async () => {
  await shop.join('ada@example.org', 1);
  shop.stock.left = 1;
  await shop.round();
  expect(await shop.states()).toEqual({ ada: 'notified' });
  const browser = { tokenHash: 'browser', network: 'network', site: null };
  expect(await takePlace(shop.context, shop.linkOf('ada@example.org'), browser)).not.toBeNull();
});
