import { afterAll, beforeAll, expect, it } from 'vitest';
import { cancelIn, cancellationBooks, crashesInCancellation, statesOf } from '@/testing/shop/cancellations';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { printedSeed } from '@/testing/faults/random';

// All of them: crashes.long.test.ts.
const oneOf = 3;
const seed = printedSeed('crashes of a cancellation');

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

it(
  'a process that crashes in a cancellation leaves it cancelled and refunded, once',
  { timeout: 120_000 },
  async () => {
    const crashes = await crashesInCancellation(shop);
    expect(crashes.length).toBeGreaterThan(15);
    for (const crash of crashes.filter((_, index) => index % oneOf === seed % oneOf)) {
      shop.reset();
      const { ordered, crashed } = await cancelIn(shop, crash);
      const books = await cancellationBooks(shop, ordered);
      expect({ crash, crashed, ...books, rows: statesOf(books.rows) }).toEqual({
        crash,
        crashed: true,
        cancelled: ordered.tickets.slice(0, 1),
        owed: '18.00',
        refunded: '18.00',
        rows: ['done'],
      });
    }
  },
);
