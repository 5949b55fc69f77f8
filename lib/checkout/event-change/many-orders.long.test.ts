import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  refundedFor,
  sessionOfOrder,
  severalOrders,
  startFor,
  untilDone,
} from '@/testing/checkout/event-changes';
import { openShopDatabase } from '@/testing/checkout/tables';
import { startTestShop, type TestShop } from '@/testing/checkout/test-shop';
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
  shop.reset();
  shop.ticketing.hasFilters = true;
  shop.ticketing.stock = 10 * count;
});
afterAll(async () => {
  await shop.close();
  await server.stop();
});

it(
  'a session with 500 orders is refunded once to each, with a crash every few orders',
  { timeout: 600_000 },
  async () => {
    const made = await severalOrders(shop, count);
    const [first] = made;
    if (first === undefined) throw new Error('nothing was ordered');
    const id = (await startFor(shop, await sessionOfOrder(shop, first), 'refund')) ?? '';
    const begun = performance.now();
    for (let round = 0; round < crashes; round += 1) {
      const crash = { at: 20 + 7 * round, when: round % 2 === 0 ? 'before' : 'after' } as const;
      const crashing = crashingContext(shop.context, crash);
      await crashing.outcome(processEventChange(crashing.context, id));
      await shop.laterAll();
    }
    const progress = await untilDone(shop, id);
    process.stdout.write(`${count} orders in ${Math.round((performance.now() - begun) / 1000)} s\n`);
    expect(progress).toMatchObject({ found: count, refunded: count, attention: 0, amount: '18000.00' });
    expect(made.filter((one) => refundedFor(shop, one) !== '36.00')).toEqual([]);
  },
);
