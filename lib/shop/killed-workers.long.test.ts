import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/database';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { printedSeed } from '@/testing/faults/random';
import { openShopDatabase } from '@/testing/shop/tables';
import { buyUnderStress, finishAll, startStressTest } from '@/testing/shop/stress';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { startWorkerProgram } from '@/testing/shop/worker-program';

// I4 with real processes. Takes minutes: `npm run test:long`.
const pairs = 10;
const buyersAtOnce = 6;

let server: TestServer;
let url: string;
let database: Database;
let shop: TestShop;
beforeAll(async () => {
  server = await startPostgres();
  url = await server.createDatabase();
  database = await openShopDatabase(url);
  shop = await startTestShop({ database, timeoutMilliseconds: 2_000 });
});
afterAll(async () => {
  await shop.close();
  await server.stop();
});

it(
  'workers are killed 20 times with kill -9 while customers buy: every customer who paid has an order or a refund',
  { timeout: 600_000 },
  async () => {
    const stressTest = startStressTest(shop, printedSeed('workers killed'), shop.context);
    for (let pair = 0; pair < pairs; pair += 1) {
      const workers = await Promise.all([1, 2].map(() => startWorkerProgram(shop.places, url)));
      const buying = Promise.all(Array.from({ length: buyersAtOnce }, () => buyUnderStress(stressTest)));
      // The moment is random on purpose.
      await Promise.all(
        workers.map(async (worker) => {
          await new Promise((later) => setTimeout(later, stressTest.random.whole(0, 1500)));
          await worker.kill();
        }),
      );
      await buying;
      await shop.laterAll();
    }
    const { ended, paid, wrong } = await finishAll(stressTest);
    process.stdout.write(`${JSON.stringify({ killed: 2 * pairs, paid, ...ended })}\n`);
    expect(wrong).toEqual([]);
    expect(ended.ordered + ended.refunded).toBe(paid);
    expect(paid).toBeGreaterThan(pairs);
  },
);
