import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelIn, cancellationBooks, crashesInCancellation, statesOf } from '@/testing/shop/cancellations';
import { openShopDatabase } from '@/testing/shop/tables';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { startPostgres, type TestServer } from '@/testing/database/postgres';

// Every step of a cancellation at which a process can crash. Takes minutes: `npm run test:long`.
let server: TestServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

describe.each(['PostgreSQL', 'the embedded database'] as const)('on %s', (where) => {
  let shop: TestShop;
  beforeAll(async () => {
    const isServer = where === 'PostgreSQL';
    const database = isServer ? await openShopDatabase(await server.createDatabase(), 10) : null;
    shop = await startTestShop(database === null ? {} : { database });
  });
  afterAll(() => shop.close());

  it(
    'a crash at any step of a cancellation leaves it cancelled and refunded, once',
    { timeout: 300_000 },
    async () => {
      const crashes = await crashesInCancellation(shop);
      process.stdout.write(`${where}: ${crashes.length} crashes\n`);
      for (const crash of crashes) {
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
});
