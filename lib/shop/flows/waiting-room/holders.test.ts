import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { hold } from '@/lib/shop/flows/basket/basket';
import { findCheckout } from '@/lib/shop/data/checkout-store';
import { heldId, holdRequest, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { openRoom, processOn, roomLater } from '@/testing/shop/waiting-rooms';
import { isKnownToken } from '../../data/access-store';
import { readHeldProducts, readHolds } from '../../data/hold-store';
import { changeRoom } from './manage-rooms';
import { type Room } from '../../rules/room';
import { deleteOldData } from '../privacy/retention';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

it('visitors who hold tickets of a room’s scope need not wait, until their hold ends', async () => {
  const { database } = shop.context;
  const rooms = processOn(database);
  const { tokenHash, ...request } = holdRequest(shop.ticketing, 2);
  const checkoutId = heldId(await hold(shop.context, { ...request, tokenHash }));
  const [product] = (await readHeldProducts(database, [tokenHash]))[0] ?? [];
  if (product === undefined) throw new Error('nothing is held');
  expect(product.catalogId).toBe(shop.ticketing.catalogId);
  expect(await readHolds(database, checkoutId)).toHaveLength(1);
  await openRoom(database, { scope: { kind: 'shop' } });
  const room = await roomLater(database, rooms);
  const enter = (scope: Room['scope'], hash = tokenHash) =>
    rooms.enter({ ...room, scope }, { tokenHash: hash, place: undefined }).then(({ kind }) => kind);
  const catalog = { kind: 'catalog', catalogId: product.catalogId } as const;
  expect(await enter({ kind: 'shop' })).toBe('holder');
  expect(await enter(catalog)).toBe('holder');
  expect(await enter({ ...catalog, kind: 'product', productId: product.productId })).toBe('holder');
  // Tickets of something else do not lead past the line.
  expect(await enter({ ...catalog, kind: 'product', productId: checkoutId })).toBe('none');
  expect(await enter({ kind: 'catalog', catalogId: checkoutId })).toBe('none');
  expect(await enter({ kind: 'shop' }, 'another browser')).toBe('none');
  await shop.later(checkoutId, { holdOver: true });
  expect((await findCheckout(database, checkoutId))?.holdAlive).toBe(false);
  expect(await enter({ kind: 'shop' })).toBe('none');
});

/** What the shop does each night. */
const deleteOld = () => deleteOldData(shop.context, new AbortController().signal);

it('a browser that has used its place is known, also before it holds anything', async () => {
  const { database } = shop.context;
  const rooms = processOn(database);
  const room = await roomLater(database, rooms);
  expect(await isKnownToken(database, 'hash')).toBe(false);
  await rooms.use(room, 1, 'hash');
  expect(await isKnownToken(database, 'hash')).toBe(true);
  await deleteOld();
  expect(await isKnownToken(database, 'hash')).toBe(true);
  await roomLater(database, rooms, { seconds: 24 * 60 * 60 });
  await deleteOld();
  expect(await isKnownToken(database, 'hash')).toBe(false);
});

it('steps of rooms are deleted a day after the room was closed, in batches', async () => {
  const { database } = shop.context;
  const scopes = ['catalog', 'product'].map((kind) => `${crypto.randomUUID()}/${kind}`);
  const [closed, open] = await Promise.all(
    scopes.map((productId) =>
      openRoom(database, { scope: { kind: 'product', catalogId: crypto.randomUUID(), productId } }),
    ),
  );
  const steps = async () => {
    const row = z.object({ roomId: z.int() });
    const found = await database.rows(row, sql`select room_id as "roomId" from storefront.waiting_advance`);
    return [closed, open].map((id) => found.filter(({ roomId }) => roomId === id).length);
  };
  await database.transaction(async (transaction) => {
    for (const id of [closed, open])
      await transaction.run(
        sql`insert into storefront.waiting_advance (room_id, at, up_to)
            select ${id}::int, clock_timestamp(), place from generate_series(1, 1200) as place`,
      );
  });
  await changeRoom(database, closed ?? 0, { kind: 'close' });
  await deleteOld();
  expect(await steps()).toEqual([1200, 1200]);
  await database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.waiting_room set closed_at = closed_at - interval '1 day' where id = ${closed}::int`,
    ),
  );
  await deleteOld();
  expect(await steps()).toEqual([0, 1200]);
});
