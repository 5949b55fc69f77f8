import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { nextMillisecond } from '@/testing/next-millisecond';
import { grantAccess } from './access-store';
import { readShownCheckouts } from './whole-checkout-store';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});

afterAll(() => shop.close());

beforeEach(() => shop.reset());

const grant = (id: string, browser: string) =>
  shop.context.database.transaction((transaction) => grantAccess(transaction, browser, id));

/** The ids of what a page shows. */
async function shown(id: string | null, browser: string) {
  const { own, open } = await readShownCheckouts(shop.context.database, id, browser);
  return { own: own?.checkout.id ?? null, open: open?.checkout.id ?? null };
}

it('a page shows the checkout of its address, and what the browser holds', async () => {
  const bought = await shop.paidByWebhook();
  await shop.settle();
  await grant(bought, 'browser');
  expect(await shown(bought, 'browser')).toEqual({ own: bought, open: null });
  const held = await shop.hold();
  await grant(held, 'browser');
  expect(await shown(bought, 'browser')).toEqual({ own: bought, open: held });
  expect(await shown(held, 'browser')).toEqual({ own: held, open: held });
  expect(await shown(held.toUpperCase(), 'browser')).toEqual({ own: held, open: held });
  expect(await shown(null, 'browser')).toEqual({ own: null, open: held });
  // The later one of two.
  const later = await shop.hold();
  await nextMillisecond();
  await grant(later, 'browser');
  expect(await shown(held, 'browser')).toEqual({ own: held, open: later });
});

it('a browser sees nothing of others', async () => {
  const held = await shop.hold();
  await grant(held, 'browser');
  expect(await shown(held, 'other')).toEqual({ own: null, open: null });
  const own = await shop.hold();
  await grant(own, 'other');
  expect(await shown(held, 'other')).toEqual({ own: null, open: own });
});

it('an address that names no checkout shows what is held', async () => {
  const held = await shop.hold();
  await grant(held, 'browser');
  for (const id of [newId(), 'nothing', "' or 1=1"])
    expect(await shown(id, 'browser')).toEqual({ own: null, open: held });
});

it('what has expired is not held', async () => {
  const held = await shop.hold();
  await grant(held, 'late browser');
  await shop.later(held, { holdOver: true });
  expect(await shown(held, 'late browser')).toEqual({ own: held, open: null });
});
