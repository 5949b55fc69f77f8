import { afterAll, beforeAll, expect, it } from 'vitest';
import { hold } from '@/lib/checkout/basket/basket';
import { findCheckout } from '@/lib/checkout/state/checkout-store';
import { heldId, holdRequest, startTestShop, type TestShop } from '@/testing/checkout/test-shop';
import { openRoom, processOn, roomLater } from '@/testing/checkout/waiting-rooms';
import { isKnownToken } from '../lookup/access-store';
import { readHolds } from '../state/hold-store';
import { type Room } from './room';
import { forgetVisitors, readHeldProducts } from './admission-store';

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

it('a browser that has used its place is known, also before it holds anything', async () => {
  const { database } = shop.context;
  const rooms = processOn(database);
  const room = await roomLater(database, rooms);
  expect(await isKnownToken(database, 'hash')).toBe(false);
  await rooms.use(room, 1, 'hash');
  expect(await isKnownToken(database, 'hash')).toBe(true);
  await database.transaction(forgetVisitors);
  expect(await isKnownToken(database, 'hash')).toBe(true);
  await roomLater(database, rooms, { seconds: 24 * 60 * 60 });
  await database.transaction(forgetVisitors);
  expect(await isKnownToken(database, 'hash')).toBe(false);
});
