import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../database/database';
import { startPostgres, type TestServer } from '../database/postgres-testing';
import { startRelay, type Relay } from '../database/relay-testing';
import { openShopDatabase } from './database-testing';
import type { Rooms } from './rooms';
import { askIfPaying } from './settle';
import { readHolds } from './hold-store';
import { orderOf, startStage, type Stage } from './testing';
import { audit } from './testing/books';
import { closeRooms, openRooms } from './testing/shop';
import { receiveWebhook } from './webhooks';
import { advance, startWorker } from './worker';

// Two processes of the shop, each with its own connections, the second by way of a relay that can be cut.
let server: TestServer;
let relay: Relay;
let databases: [Database, Database];
let stage: Stage;
let second: Rooms;

beforeAll(async () => {
  server = await startPostgres();
  const url = await server.createDatabase();
  relay = await startRelay(url);
  databases = [await openShopDatabase(url), await openShopDatabase(relay.url)];
  stage = await startStage({ database: databases[0] });
  const { report } = stage.rooms;
  second = openRooms(stage.places, databases[1], { report });
});

afterAll(async () => {
  await closeRooms(second);
  await databases[1].close();
  await stage.close();
  await relay.close();
  await server.stop();
});

async function until(isSo: () => Promise<boolean>, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`it was not so within ${seconds} s`);
    await new Promise((later) => setTimeout(later, 20));
  }
}

async function letters(id: string): Promise<number> {
  const [row] = await stage.rooms.database.rows(
    z.object({ count: z.int() }),
    sql`select count(*)::int as count from storefront.mail where checkout_id = ${id} and due_at is null`,
  );
  return row?.count ?? 0;
}

async function judged(id: string) {
  const { reference } = await stage.find(id);
  return audit(stage, [{ checkoutId: id, reference, email: 'ada@example.org' }]);
}

it('I3: 50 webhooks and 50 browsers at once, at two processes with a worker each: one order, one letter, no error', async () => {
  const { id, sessionId } = await stage.paying();
  stage.provider.pay(sessionId);
  const workers = [stage.rooms, second].map(startWorker);
  const processOf = (index: number) => (index % 2 === 0 ? stage.rooms : second);
  const received = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const { body, signature } = stage.provider.webhook(sessionId);
      const rooms = processOf(index);
      const [webhook] = await Promise.all([
        receiveWebhook(rooms, body, signature),
        askIfPaying(rooms, id).then(() => advance(rooms, id)),
      ]);
      workers[index % 2]?.wake();
      return webhook.kind;
    }),
  );
  await until(async () => (await letters(id)) === 1, 20);
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(new Set(received)).toEqual(new Set(['stored']));
  expect(stage.ticketing.orderCalls).toHaveLength(1);
  expect(stage.mailbox.mails).toHaveLength(1);
  expect(await judged(id)).toMatchObject({ wrong: [], ended: { ordered: 1 } });
  expect(stage.reports).toEqual([]);
});

it('and the test would notice: 50 naive workers that look for an order and then make one make several', async () => {
  stage.reset();
  const { id, sessionId } = await stage.paying();
  stage.provider.pay(sessionId);
  const { client, database } = stage.rooms;
  const { reference } = await stage.find(id);
  const reservations = (await readHolds(database, id)).map((hold) => hold.reservation['@id']);
  const { customer } = orderOf(id, '36.00');
  const naive = async () => {
    const call = { language: 'en' };
    const { members } = await client.listOrders({ externalReference: reference }, call);
    if (members.length === 0)
      await client.createOrders({ reservations, customer, externalReference: reference }, call);
  };
  await Promise.all(Array.from({ length: 50 }, naive));
  expect((await stage.ordersFor(id)).length).toBeGreaterThan(1);
  expect((await judged(id)).wrong.join()).toContain('ordered twice');
});

it('a database that goes away in the midst of it: well again within 5 s, and nothing by half', async () => {
  stage.reset();
  const { id, sessionId } = await stage.paying();
  stage.provider.pay(sessionId);
  await stage.later(id);
  await relay.cut();
  const worker = startWorker(second);
  await until(() => Promise.resolve(stage.reports.some((line) => line.startsWith('error: the worker'))), 20);
  expect(await stage.state(id)).toBe('paying');
  await relay.restore();
  const since = performance.now();
  await until(async () => (await letters(id)) === 1, 20);
  expect((performance.now() - since) / 1000).toBeLessThan(5);
  await worker.stop();
  expect(await judged(id)).toMatchObject({ wrong: [], ended: { ordered: 1 } });
});
