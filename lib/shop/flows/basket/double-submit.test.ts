import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../database/database';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { heldId, holdRequest, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { openShopDatabase } from '@/testing/shop/tables';
import { readHolds } from '../../data/hold-store';
import { hashToken, newToken } from '../../tokens';
import { hold } from './basket';
import { removeItem } from './remove-item';

// An embedded database has one connection and therefore no races: these tests run on PostgreSQL.
let server: TestServer;
let database: Database;
let shop: TestShop;
beforeAll(async () => {
  server = await startPostgres();
  database = await openShopDatabase(await server.createDatabase());
  shop = await startTestShop({ database, timeoutMilliseconds: 2_000 });
});
afterAll(async () => {
  await shop.close();
  await server.stop();
});
beforeEach(() => shop.reset());

/** A browser that sends a form. */
function sender() {
  const tokenHash = hashToken(newToken());
  const network = crypto.randomUUID();
  return (formId: string | undefined, quantity = 2, openCheckoutId: string | null = null) =>
    hold(shop.context, {
      ...holdRequest(shop.ticketing, quantity),
      tokenHash,
      network,
      openCheckoutId,
      ...(formId === undefined ? {} : { formId }),
    });
}

it('a form that is sent several times at once holds once', async () => {
  const send = sender();
  const formId = crypto.randomUUID();
  const sent = await Promise.all([1, 2, 3, 4].map(() => send(formId)));
  const ids = new Set(sent.map(heldId));
  expect(ids.size).toBe(1);
  expect(await readHolds(database, [...ids][0] ?? '')).toHaveLength(1);
  expect(shop.ticketing.reserveKeys).toHaveLength(1);
  // And so does a click that comes a moment later.
  expect(heldId(await send(formId))).toBe([...ids][0]);
});

it('the test detects the error: without the identifier of the form each holds', async () => {
  const send = sender();
  const sent = await Promise.all([1, 2, 3].map(() => send(undefined)));
  expect(new Set(sent.map(heldId)).size).toBe(3);
});

it('the same items are held again from another page, by another browser, and in another number', async () => {
  const [mine, others] = [sender(), sender()];
  const formId = crypto.randomUUID();
  const first = heldId(await mine(formId));
  expect(heldId(await others(formId))).not.toBe(first);
  expect(heldId(await mine(formId, 1, first))).toBe(first);
  expect(heldId(await mine(crypto.randomUUID(), 2, first))).toBe(first);
  expect(await readHolds(database, first)).toHaveLength(3);
});

it('the same page holds again after half a minute, and at once after what it held was removed', async () => {
  shop.ticketing.hasExtensions = true;
  const send = sender();
  const formId = crypto.randomUUID();
  const first = heldId(await send(formId));
  await database.transaction((transaction) =>
    transaction.run(sql`update storefront.claim set at = at - interval '31 seconds'`),
  );
  await send(formId, 2, first);
  const holds = await readHolds(database, first);
  expect(holds).toHaveLength(2);
  for (const { id } of holds) await removeItem(shop.context, first, id);
  expect(heldId(await send(formId))).not.toBe(first);
});

it('each time is refused if nothing is left, and held when something is', async () => {
  const send = sender();
  const formId = crypto.randomUUID();
  shop.ticketing.stock = 0;
  for (const refused of await Promise.all([send(formId), send(formId)]))
    expect(refused).toMatchObject({ kind: 'refused', failed: [{ reason: 'SOLD_OUT' }] });
  shop.ticketing.stock = 5;
  expect(await send(formId)).toMatchObject({ kind: 'held' });
});
