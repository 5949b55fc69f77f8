import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { closeContext, openContext } from '@/testing/shop/shop-context';
import { openShopDatabase } from '@/testing/shop/tables';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { startWorkerProgram } from '@/testing/shop/worker-program';
import { beginNewSeries } from '../../data/invoice-store';
import { issueDocuments } from './issue-invoices';

let server: TestServer;
let shop: TestShop;
let url: string;

beforeAll(async () => {
  server = await startPostgres();
  url = await server.createDatabase();
  shop = await startTestShop({ database: await openShopDatabase(url) });
});
afterAll(async () => {
  await shop.close();
  await server.stop();
});

const buyers = 40;
const row = z.object({ code: z.int(), position: z.int(), checkoutId: z.string() });
const numbers = () =>
  shop.context.database.rows(
    row,
    sql`select code, position, checkout_id as "checkoutId" from storefront.invoice order by code, position`,
  );
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Purchases that are paid and ordered; their invoices are due. */
async function ordered(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let bought = 0; bought < count; bought += 1) {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    await shop.later(id, { holdOver: true });
    ids.push(id);
  }
  return ids;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((later) => setTimeout(later, 5));
}

it(
  'forty purchases have the numbers 1 to 40, although workers that issue them are killed',
  { timeout: 120_000 },
  async () => {
    const ids = await ordered(buyers);
    const workers = await Promise.all([1, 2].map(() => startWorkerProgram(shop.places, url)));
    await until(async () => (await numbers()).length > 5);
    await Promise.all(workers.map((worker) => worker.kill()));
    // What the killed ones had begun is done again by others, of which each tries all of it.
    await until(async () => {
      await shop.laterAll();
      await shop.settle();
      const states = await Promise.all(ids.map((id) => shop.state(id)));
      return states.every((state) => state === 'ordered');
    });
    const second = openContext(shop.places, await openShopDatabase(url));
    const contexts = [shop.context, second];
    await Promise.all(ids.flatMap((id) => contexts.map((context) => issueDocuments(context, id))));
    const issued = await numbers();
    expect(issued.map(({ position }) => position)).toEqual(upTo(buyers));
    expect(new Set(issued.map(({ checkoutId }) => checkoutId))).toEqual(new Set(ids));
    await closeContext(second);
    await second.database.close();
  },
);

it('a statement that fails takes no number', async () => {
  const { database } = shop.context;
  const before = await numbers();
  const broken = database.transaction(async (transaction) => {
    await transaction.run(sql`update storefront.invoice_series set last = last + 1`);
    throw new Error('the process ends');
  });
  await expect(broken).rejects.toThrow('the process ends');
  const [id = ''] = await ordered(1);
  await shop.settle();
  await issueDocuments(shop.context, id);
  expect((await numbers()).at(-1)).toMatchObject({ position: before.length + 1, checkoutId: id });
});

it('after a restore the numbers are those of another series', async () => {
  const before = await numbers();
  await beginNewSeries(shop.context.database.single);
  const [id = ''] = await ordered(1);
  await shop.settle();
  await issueDocuments(shop.context, id);
  const last = (await numbers()).at(-1);
  expect(last).toMatchObject({ position: 1, checkoutId: id });
  expect(before.some(({ code }) => code === last?.code)).toBe(false);
});
