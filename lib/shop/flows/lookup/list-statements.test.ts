import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../client/client';
import { closeAll, startClient } from '@/testing/client/test-client';
import { type CountingServer, startCountingPostgres, sumOf } from '@/testing/database/counted';
import { anyOrder } from '@/testing/shop/any-order';
import { fillShop } from '@/testing/shop/filled-shop';
import { openShopDatabase } from '@/testing/shop/tables';
import { listOrders } from './list-orders';
import { readVisitors } from './read-visitors';

// How many statements the lists of staff send, however much was sold.

let server: CountingServer;
let url: string;
let database: Awaited<ReturnType<typeof openShopDatabase>>;
let client: Client;

beforeAll(async () => {
  server = await startCountingPostgres();
  url = await server.createDatabase();
  database = await openShopDatabase(url, 2);
  const begin = new Date('2026-01-01T00:00:00Z');
  await fillShop(database, { orders: 1_500, begin, spacingMilliseconds: 60_000 });
  const visitors = Array.from({ length: 2_000 }, (_, n) => ({
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    order: `/v1/booking/orders/${n}`,
    externalReference: `XXXX-${n}`,
    holder: null,
    customer: { firstname: 'Ada', lastname: `Martin ${n}` },
    tariff: 'Adult',
    name: 'Boat',
    seat: null,
    status: 'valid',
    redeemedAt: null,
    answers: [],
  }));
  ({ client } = await startClient(() => ({
    body: {
      '@id': '/.well-known/genid/1',
      '@type': 'VisitorList',
      event: 'Boat',
      session: null,
      occursAt: null,
      day: '2027-06-01',
      timezone: 'Europe/Paris',
      visitors,
      more: false,
    },
  })));
});
afterAll(async () => {
  await closeAll();
  await database.close();
  await server.stop();
});

async function count(work: () => Promise<unknown>) {
  await server.read(url);
  await work();
  return sumOf(await server.read(url), /pg_stat_statements/);
}

it('who comes is one statement for 2,000 tickets', async () => {
  const visit = { catalogId: 'c', eventId: 'e', session: null, date: '2027-06-01' };
  const counted = await count(() => readVisitors({ client, database }, visit, 'en'));
  expect(counted.count, counted.list).toBe(1);
});

it('a page of all orders is two statements, and three where fewer than a thousand were found', async () => {
  const about = { after: null, language: 'en' } as const;
  const many = await count(() => listOrders(database, anyOrder, about));
  expect(many.count, many.list).toBe(2);
  const few = await count(() => listOrders(database, { ...anyOrder, boughtFrom: '2026-01-02' }, about));
  expect(few.count, few.list).toBe(3);
});

it('the pages of all orders go on where the page before has ended, and have each booking once', async () => {
  const seen: string[] = [];
  let after: Awaited<ReturnType<typeof listOrders>>['next'] = null;
  let times = 0;
  do {
    const page: Awaited<ReturnType<typeof listOrders>> = await listOrders(database, anyOrder, {
      after,
      language: 'en',
    });
    if (times === 0) expect([page.count, page.isMore]).toEqual([1_000, true]);
    seen.push(...page.orders.map(({ id }) => id));
    after = page.next;
    times += 1;
  } while (after !== null && times < 100);
  const placed = await listOrders(database, anyOrder, { after: null, language: 'en' });
  expect(seen.slice(0, 50)).toEqual(placed.orders.map(({ id }) => id));
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBeGreaterThan(1_400);
});
