import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../database/database';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { startRelay, type Relay } from '@/testing/database/relay';
import { openShopDatabase } from '@/testing/shop/tables';
import type { CheckoutContext } from '../../context';
import { askIfPaying } from '@/testing/shop/ask-if-paying';
import { readHolds } from '../../data/hold-store';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { audit } from '@/testing/shop/books';
import { closeContext, openContext } from '@/testing/shop/shop-context';
import { receiveWebhook } from '../payment/webhooks';
import { startWorker } from '../../worker/worker';
import { processCheckout } from '../order/process-checkout';

// Two processes of the shop, each with its own connections. The second one connects through a relay that can
// be cut.
let server: TestServer;
let relay: Relay;
let databases: [Database, Database];
let shop: TestShop;
let second: CheckoutContext;

beforeAll(async () => {
  server = await startPostgres();
  const url = await server.createDatabase();
  relay = await startRelay(url);
  databases = [await openShopDatabase(url), await openShopDatabase(relay.url)];
  shop = await startTestShop({ database: databases[0] });
  const { report } = shop.context;
  second = openContext(shop.places, databases[1], { report });
});

afterAll(async () => {
  await closeContext(second);
  await databases[1].close();
  await shop.close();
  await relay.close();
  await server.stop();
});

async function until(isSo: () => Promise<boolean>, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`this did not happen within ${seconds} s`);
    await new Promise((later) => setTimeout(later, 20));
  }
}

async function emails(id: string): Promise<number> {
  const [row] = await shop.context.database.rows(
    z.object({ count: z.int() }),
    sql`select count(*)::int as count from storefront.mail where checkout_id = ${id} and (sent_at is not null or failure is not null)`,
  );
  return row?.count ?? 0;
}

async function judged(id: string) {
  const { reference } = await shop.find(id);
  return audit(shop, [{ checkoutId: id, reference, email: 'ada@example.org' }]);
}

it('I3: 50 webhooks and 50 browsers at once, at two processes with a worker each: one order, one e-mail, no error', async () => {
  const { id, sessionId } = await shop.paying();
  shop.provider.pay(sessionId);
  const workers = [shop.context, second].map(startWorker);
  const processOf = (index: number) => (index % 2 === 0 ? shop.context : second);
  const received = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const { body, signature } = shop.provider.webhook(sessionId);
      const context = processOf(index);
      const [webhook] = await Promise.all([
        receiveWebhook(context, body, signature),
        askIfPaying(context, id).then(() => processCheckout(context, id)),
      ]);
      workers[index % 2]?.wake();
      return webhook.kind;
    }),
  );
  await until(async () => (await emails(id)) === 1, 20);
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(new Set(received)).toEqual(new Set(['stored']));
  expect(shop.ticketing.orderCalls).toHaveLength(1);
  expect(shop.mailbox.mails).toHaveLength(1);
  expect(await judged(id)).toMatchObject({ wrong: [], ended: { ordered: 1 } });
  expect(shop.reports).toEqual([]);
});

it('the database goes away during a purchase: the shop recovers by itself, and nothing is half done', async () => {
  shop.reset();
  const { id, sessionId } = await shop.paying();
  shop.provider.pay(sessionId);
  await shop.later(id);
  await relay.cut();
  const worker = startWorker(second);
  await until(() => Promise.resolve(shop.reports.some((line) => line.startsWith('error: the worker'))), 20);
  expect(await shop.state(id)).toBe('paying');
  await relay.restore();
  await until(async () => (await emails(id)) === 1, 20);
  await worker.stop();
  expect(await judged(id)).toMatchObject({ wrong: [], ended: { ordered: 1 } });
});

// The last one: what it leaves is not the shop's.
it('the test detects the error: 50 naive workers that look for an order and then make one make several orders', async () => {
  shop.reset();
  const { id, sessionId } = await shop.paying();
  shop.provider.pay(sessionId);
  const { client, database } = shop.context;
  const { reference } = await shop.find(id);
  const reservations = (await readHolds(database, id)).map((hold) => hold.reservation['@id']);
  const { customer } = orderOf(id, '36.00');
  const naive = async () => {
    const call = { language: 'en' };
    const { members } = await client.listOrders({ externalReference: reference }, call);
    if (members.length === 0)
      await client.createOrders({ reservations, customer, externalReference: reference }, call);
  };
  await Promise.all(Array.from({ length: 50 }, naive));
  expect((await shop.ordersFor(id)).length).toBeGreaterThan(1);
  expect((await judged(id)).wrong.join()).toContain('ordered twice');
});
