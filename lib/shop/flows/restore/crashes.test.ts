import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printedSeed } from '@/testing/faults/random';
import { crashesOf, restored, stories } from '@/testing/shop/restored';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';

// All of them: crashes.long.test.ts.
const oneOf = 24;
const seed = printedSeed('crashes after a restore');

describe.each(['automatic', 'manual'] as const)('a command that is killed (%s)', (capture) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await startTestShop({ capture });
  });
  afterAll(() => shop.close());

  it.each(stories)('leaves an order or a refund, and one e-mail: %s', { timeout: 120_000 }, async (story) => {
    // What was authorized had been captured with the order, before the restore.
    const end = story === 'sold out' ? 'refunded' : 'ordered';
    const ended = { ordered: 0, refunded: 0, voided: 0, 'not paid': 0, [end]: 1 };
    const crashes = crashesOf(await restored(shop, story, null));
    expect(crashes.length).toBeGreaterThan(10);
    for (const crash of crashes.filter((_, index) => index % oneOf === seed % oneOf)) {
      const { audit, crashed } = await restored(shop, story, crash);
      expect({ crash, crashed, ...audit }).toEqual({ crash, crashed: true, ended, paid: 1, wrong: [] });
    }
  });
});
