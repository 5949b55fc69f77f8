import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { printedSeed } from '@/testing/faults/random';
import { openShopDatabase } from '@/testing/shop/tables';
import { runStressTest } from '@/testing/shop/stress';

// I4 of the reliability promises, with all seeds. Takes minutes: `npm run test:long`.
const first = printedSeed('1,000 purchases with injected faults, the first of 20');
const seeds = Array.from({ length: 20 }, (_, index) => first + index);
const totals = { paid: 0, ordered: 0, refunded: 0, voided: 0, 'not paid': 0, crashed: 0 };

let server: TestServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  process.stdout.write(`${JSON.stringify(totals)}\n`);
  await server.stop();
});

async function run(seed: number, index: number, onPostgres: boolean): Promise<void> {
  const capture = index % 2 === 0 ? 'automatic' : 'manual';
  const database = onPostgres ? await openShopDatabase(await server.createDatabase()) : null;
  const { ended, paid, wrong, crashed } = await runStressTest({
    seed,
    purchases: 50,
    capture,
    isExtended: index % 3 !== 0,
    ...(database === null ? {} : { database }),
  });
  expect(wrong).toEqual([]);
  expect(ended.ordered + ended.refunded + ended.voided).toBe(paid);
  totals.paid += paid;
  totals.crashed += crashed;
  for (const end of ['ordered', 'refunded', 'voided', 'not paid'] as const) totals[end] += ended[end];
}

describe('I4: 50 purchases while faults are injected and processes crash all end as order or refund', () => {
  it.each(seeds.map((seed, index): [number, number] => [seed, index]))(
    'on PostgreSQL, SEED=%i',
    { timeout: 300_000 },
    (seed, index) => run(seed, index, true),
  );

  it('on the embedded database', { timeout: 300_000 }, () => run(first, 0, false));
});
