import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestServer } from '../database/postgres-testing';
import { printedSeed } from '../database/seed-testing';
import { openShopDatabase } from './database-testing';
import { weather } from './storm-testing';

// I4 of the reliability promises, in full. Minutes: `npm run test:long`.
const first = printedSeed('1,000 purchases in bad weather, the first of 20');
const seeds = Array.from({ length: 20 }, (_, index) => first + index);
const totals = { paid: 0, ordered: 0, refunded: 0, voided: 0, 'not paid': 0, died: 0 };

let server: TestServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  process.stdout.write(`${JSON.stringify(totals)}\n`);
  await server.stop();
});

async function survive(seed: number, index: number, onPostgres: boolean): Promise<void> {
  const capture = index % 2 === 0 ? 'automatic' : 'manual';
  const database = onPostgres ? await openShopDatabase(await server.createDatabase()) : null;
  const { ended, paid, wrong, died } = await weather({
    ...{ seed, purchases: 50, capture },
    ...(database === null ? {} : { database }),
  });
  expect(wrong).toEqual([]);
  expect(ended.ordered + ended.refunded + ended.voided).toBe(paid);
  totals.paid += paid;
  totals.died += died;
  for (const end of ['ordered', 'refunded', 'voided', 'not paid'] as const) totals[end] += ended[end];
}

describe('I4: 50 purchases while everything goes wrong and processes die end as order or money back', () => {
  it.each(seeds.map((seed, index): [number, number] => [seed, index]))(
    'on PostgreSQL, SEED=%i',
    { timeout: 300_000 },
    (seed, index) => survive(seed, index, true),
  );

  it('on the embedded database', { timeout: 300_000 }, () => survive(first, 0, false));
});
