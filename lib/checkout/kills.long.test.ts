import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/database';
import { startPostgres, type TestServer } from '../database/postgres-testing';
import { printedSeed } from '../database/seed-testing';
import { openShopDatabase } from './database-testing';
import { buyInStorm, calmDown, startStorm } from './storm-testing';
import { startStage, type Stage } from './testing';
import { startWorkerProgram } from './worker-program-testing';

// I4 with real processes. Minutes: `npm run test:long`.
const pairs = 10;
const buyersAtOnce = 6;

let server: TestServer;
let url: string;
let database: Database;
let stage: Stage;
beforeAll(async () => {
  server = await startPostgres();
  url = await server.createDatabase();
  database = await openShopDatabase(url);
  stage = await startStage({ database, patienceMilliseconds: 2_000 });
});
afterAll(async () => {
  await stage.close();
  await server.stop();
});

it(
  'workers killed 20 times with kill -9 while customers buy: an order or the money back',
  { timeout: 600_000 },
  async () => {
    const storm = startStorm(stage, printedSeed('workers killed'), stage.rooms);
    for (let pair = 0; pair < pairs; pair += 1) {
      const workers = await Promise.all([1, 2].map(() => startWorkerProgram(stage.places, url)));
      const buying = Promise.all(Array.from({ length: buyersAtOnce }, () => buyInStorm(storm)));
      // Any moment will do: that is the point.
      await Promise.all(
        workers.map(async (worker) => {
          await new Promise((later) => setTimeout(later, storm.random.whole(0, 1500)));
          await worker.kill();
        }),
      );
      await buying;
      await stage.laterAll();
    }
    const { ended, paid, wrong } = await calmDown(storm);
    process.stdout.write(`${JSON.stringify({ killed: 2 * pairs, paid, ...ended })}\n`);
    expect(wrong).toEqual([]);
    expect(ended.ordered + ended.refunded).toBe(paid);
    expect(paid).toBeGreaterThan(pairs);
  },
);
