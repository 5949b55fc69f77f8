import { afterAll, beforeAll, expect, it } from 'vitest';
import { exchangedOnce, rebookWithCrash } from '@/testing/shop/rebook-all';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

it(
  'a crash at any call while everyone is rebooked leads to one order and one exchange for each',
  { timeout: 600_000 },
  async () => {
    let last = 1;
    for (let at = 1; at <= last; at += 1) {
      for (const when of ['before', 'after'] as const) {
        const { calls, hasCrashed, progress, books } = await rebookWithCrash(shop, { at, when });
        // At first it is not known how many calls there are.
        last = Math.max(last, hasCrashed ? calls.length + 1 : 0);
        const { found, rebooked, attention } = progress;
        expect({ at, when, found, rebooked, attention, ...books }).toEqual({
          at,
          when,
          found: 1,
          rebooked: 1,
          attention: 0,
          ...exchangedOnce,
        });
      }
    }
    expect(last).toBeGreaterThan(20);
  },
);
