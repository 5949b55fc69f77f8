import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { holdRequest, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { hold } from './basket';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

function holdWith(quantity: number, limit: number | null) {
  const { catalogId } = shop.ticketing;
  const groupLimits = new Map(limit === null ? [] : [[catalogId, limit]]);
  const context = { ...shop.context, quota: { basket: 10, network: 20, site: 20 }, groupLimits };
  const network = crypto.randomUUID();
  return hold(context, { ...holdRequest(shop.ticketing, quantity), network });
}

it('a catalogue with a limit of its own sells to groups, also beyond the limit of a network', async () => {
  expect(await holdWith(30, null)).toMatchObject({ kind: 'over_quota', of: 'basket', left: 10 });
  expect(await holdWith(30, 30)).toMatchObject({ kind: 'held' });
  expect(await holdWith(31, 30)).toMatchObject({ kind: 'over_quota', of: 'basket', left: 30 });
});

it('a small house can allow fewer', async () => {
  expect(await holdWith(7, 6)).toMatchObject({ kind: 'over_quota', of: 'basket', left: 6 });
  expect(await holdWith(6, 6)).toMatchObject({ kind: 'held' });
});
