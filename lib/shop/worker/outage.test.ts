import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, isDatabaseUnavailable } from '../../database/database';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { type Relay, startRelay } from '@/testing/database/relay';
import { findCheckout } from '../data/checkout-store';
import { openShopDatabase } from '@/testing/shop/tables';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { receiveWebhook } from '../flows/payment/webhooks';
import { startWorker } from './worker';

let server: TestServer;
let relay: Relay;
let direct: Database;
let shop: TestShop;

beforeAll(async () => {
  server = await startPostgres();
  const url = await server.createDatabase();
  relay = await startRelay(url);
  direct = await openShopDatabase(url);
  shop = await startTestShop({ database: await openShopDatabase(relay.url) });
});

afterAll(async () => {
  await shop.close();
  await direct.close();
  await relay.close();
  await server.stop();
});

const states = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await findCheckout(direct, id))?.state));

it('whoever paid has tickets within half a minute after the database is back', async () => {
  const buyers = await Promise.all(Array.from({ length: 5 }, () => shop.paying()));
  const [during, ...before] = buyers;
  if (during === undefined) throw new Error('there is no buyer');
  const notify = ({ sessionId }: typeof during) => {
    shop.provider.pay(sessionId);
    const { body, signature } = shop.provider.webhook(sessionId);
    return receiveWebhook(shop.context, body, signature);
  };
  for (const buyer of before) await notify(buyer);
  // The worker has the jobs of those who paid when the database goes away.
  let cut: Promise<void> | undefined;
  const isCut = new Promise<void>((done) => {
    shop.network.service.otherwise = () => {
      cut ??= relay.cut().then(done);
      return null;
    };
  });
  const worker = startWorker(shop.context);
  await isCut;
  // This payment arrives meanwhile, and its webhook is refused.
  await expect(notify(during)).rejects.toSatisfy(isDatabaseUnavailable);
  await expect.poll(() => shop.reports).toContain('error: the worker could not see what is due');
  await relay.restore();
  const ids = buyers.map(({ id }) => id);
  await expect.poll(() => states(ids), { timeout: 30_000, interval: 100 }).toEqual(ids.map(() => 'ordered'));
  await worker.stop();
  for (const id of ids) expect(await shop.ordersFor(id)).toHaveLength(1);
});
