import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printedSeed } from '@/testing/faults/random';
import { buy, crashesIn, expectedEnd, stories } from '@/testing/shop/purchase';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';

// All of them: crashes.long.test.ts.
const oneOf = 12;
const seed = printedSeed('crashes of a purchase');

describe.each(['automatic', 'manual'] as const)('a process that crashes in a purchase (%s)', (capture) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await startTestShop({ capture });
  });
  afterAll(() => shop.close());

  it.each(stories)(
    'that %s leaves an order or a refund, and one e-mail',
    { timeout: 120_000 },
    async (story) => {
      const crashes = await crashesIn(shop, story);
      for (const crash of crashes.filter((_, index) => index % oneOf === seed % oneOf)) {
        shop.reset();
        const { audit, crashed } = await buy(shop, story, crash);
        expect({ crash, crashed, ...audit }).toEqual({
          crash,
          crashed: true,
          paid: 1,
          wrong: [],
          ended: { ordered: 0, refunded: 0, voided: 0, 'not paid': 0, [expectedEnd(story, capture)]: 1 },
        });
      }
    },
  );
});
