import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { openShopDatabase } from '@/testing/shop/tables';
import { openWaitingShop, type WaitingShop } from '@/testing/shop/waiting-list';
import { readListedPlaces, readWaitingLists } from '../../data/waiting-list-report';
import { removePlace } from './places';

let server: TestServer;
let shop: WaitingShop;

beforeAll(async () => {
  server = await startPostgres();
  const url = await server.createDatabase();
  shop = await openWaitingShop([await openShopDatabase(url), await openShopDatabase(url)]);
});
beforeEach(() => shop.reset());
afterAll(async () => {
  await shop.close();
  await server.stop();
});

/** The places of the one list. */
async function places() {
  const { database } = shop.context;
  const filter = { event: null, state: 'in_line', catalogs: 'all' } as const;
  const { rows } = await readWaitingLists(database, filter, { page: 1, language: 'en' });
  const listId = rows[0]?.listId ?? '';
  return (await readListedPlaces(database, { listId, choice: null, state: null, catalogs: 'all' }, 1)).rows;
}

const audited = () =>
  shop.context.database.rows(
    z.object({ staff: z.string(), detail: z.record(z.string(), z.unknown()) }),
    sql`select staff, detail from storefront.audit where action = 'waiting_place_removed' order by id`,
  );

it('staff take somebody off a list, once, with the reason in the audit log and no address', async () => {
  await shop.join('ada@example.org', 2);
  await shop.join('ben@example.org', 2);
  const [ada] = await places();
  const removed = { id: ada?.id ?? '', staff: 'eve', reason: 'asked by phone' };
  const answers = await Promise.all(shop.processes.map((process) => removePlace(process, removed)));
  expect(answers.toSorted()).toEqual([false, true]);
  expect(await shop.states()).toEqual({ ada: 'left', ben: 'waiting' });
  expect(await audited()).toEqual([
    { staff: 'eve', detail: { reason: 'asked by phone', address: 'a…@example.org', tickets: 2 } },
  ]);
  shop.stock.left = 4;
  await shop.round();
  expect(shop.mails().filter(([, subject]) => subject.startsWith('Held for you'))).toMatchObject([
    ['ben@example.org', expect.anything()],
  ]);
});

it('what is held for the person is released, and offered to the next in line', async () => {
  await shop.join('ada@example.org', 2);
  await shop.join('ben@example.org', 2);
  shop.stock.left = 2;
  await shop.round();
  expect(await shop.states()).toEqual({ ada: 'notified', ben: 'waiting' });
  const [ada] = await places();
  expect(ada?.toldAt).toBeInstanceOf(Date);
  expect(await removePlace(shop.context, { id: ada?.id ?? '', staff: 'eve', reason: 'double' })).toBe(true);
  await shop.round();
  await shop.round();
  expect(await shop.states()).toEqual({ ada: 'left', ben: 'notified' });
});

it('nobody is removed who is not in line any more', async () => {
  await shop.join('ada@example.org', 2);
  const [ada] = await places();
  const removed = { id: ada?.id ?? '', staff: 'eve', reason: 'asked' };
  expect(await removePlace(shop.context, removed)).toBe(true);
  expect(await removePlace(shop.context, removed)).toBe(false);
  expect(await removePlace(shop.context, { ...removed, id: crypto.randomUUID() })).toBe(false);
});
