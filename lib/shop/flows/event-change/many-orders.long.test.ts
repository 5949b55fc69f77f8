import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  refundedFor,
  sessionOfOrder,
  severalOrders,
  startFor,
  untilDone,
} from '@/testing/shop/event-changes';
import { exchangedOnce, rebookingBooks } from '@/testing/shop/rebook-all';
import { openShopDatabase } from '@/testing/shop/tables';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { crashingContext } from '@/testing/faults/crash-injection';
import { processEventChange } from './process-event-change';

const count = 500;
const crashes = 25;

let server: TestServer;
let shop: TestShop;

beforeAll(async () => {
  server = await startPostgres();
  shop = await startTestShop({ database: await openShopDatabase(await server.createDatabase(), 10) });
});
afterAll(async () => {
  await shop.close();
  await server.stop();
});

/** Lets workers process a change, each of which crashes after some more calls than the one before. */
async function crashOften(id: string): Promise<void> {
  for (let round = 0; round < crashes; round += 1) {
    const crash = { at: 20 + 7 * round, when: round % 2 === 0 ? 'before' : 'after' } as const;
    const crashing = crashingContext(shop.context, crash);
    await crashing.outcome(processEventChange(crashing.context, id, 0));
    await shop.laterAll();
  }
}

async function madeOrders() {
  shop.reset();
  shop.ticketing.hasFilters = true;
  shop.ticketing.stock = 10 * count;
  const made = await severalOrders(shop, count);
  const [first] = made;
  if (first === undefined) throw new Error('nothing was ordered');
  return { made, sessionId: await sessionOfOrder(shop, first) };
}

const report = (what: string, begun: number) =>
  process.stdout.write(`${count} orders ${what} in ${Math.round((performance.now() - begun) / 1000)} s\n`);

it(
  'a session with 500 orders is refunded once to each, with a crash every few orders',
  { timeout: 600_000 },
  async () => {
    const { made, sessionId } = await madeOrders();
    const id = (await startFor(shop, sessionId, 'refund')) ?? '';
    const begun = performance.now();
    await crashOften(id);
    const progress = await untilDone(shop, id);
    report('refunded', begun);
    expect(progress).toMatchObject({ found: count, refunded: count, attention: 0, amount: '18000.00' });
    expect(made.filter((one) => refundedFor(shop, one) !== '36.00')).toEqual([]);
  },
);

it(
  'the 500 orders of a session are each rebooked once, with a crash every few orders',
  { timeout: 900_000 },
  async () => {
    const { made, sessionId } = await madeOrders();
    const target = shop.ticketing.programme[1]?.session ?? '';
    const id = (await startFor(shop, sessionId, 'rebook', { target })) ?? '';
    const begun = performance.now();
    await crashOften(id);
    const progress = await untilDone(shop, id);
    report('rebooked', begun);
    expect(progress).toMatchObject({ found: count, rebooked: count, attention: 0 });
    const books = await rebookingBooks(shop, made);
    expect(books.filter((one) => JSON.stringify(one) !== JSON.stringify(exchangedOnce))).toEqual([]);
  },
);
