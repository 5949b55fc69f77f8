import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WaitingRooms } from '@/lib/shop/flows/waiting-room/waiting-rooms';
import { renderLimit } from '@/lib/page-cache/render-limit';
import { shopTables } from '@/testing/shop/tables';
import { ids, openRoom, processOn, roomLater } from '@/testing/shop/waiting-rooms';
import { testDatabase } from '@/testing/database/embedded';
import { pageOf, pagesForEach, type Shop } from '@/testing/server/pages';
import { form } from '@/testing/server/test-server';

const test = pagesForEach();
const offer = `/en/catalogs/${ids.catalog}/offers/${ids.offer}`;
const page = `${offer}/waiting-room`;
const html = { accept: 'text/html' };

let database: Awaited<ReturnType<typeof testDatabase>>;
let rooms: WaitingRooms;
let shop: Shop;
beforeEach(async () => {
  database = await testDatabase(shopTables);
  rooms = processOn(database);
  const settings = { WAITING_ROOM_PLACES_PER_NETWORK: '2' };
  shop = await test.open(pageOf('Next'), settings, renderLimit(), rooms);
  await openRoom(database);
});
afterEach(() => database.close());

const send = (path: string, headers: Record<string, string> = {}) =>
  shop.call(path, { method: 'POST', headers: { ...form, ...html, ...headers }, body: 'quantity=2' });
const cookieOf = (answer: Awaited<ReturnType<typeof send>>) =>
  (answer.headers['set-cookie'] ?? []).map((one) => one.split(';', 1)[0]).join('; ');

it('a visitor of a network that has taken many places gets none, and reads why', async () => {
  const first = cookieOf(await send(offer));
  expect(cookieOf(await send(page))).toMatch(/=2\./);
  // The header is the visitor's own, because the connection does not come from a trusted proxy.
  for (const path of [offer, page])
    expect(await send(path, { 'x-forwarded-for': '203.0.113.9' })).toMatchObject({ status: 303 });
  const refused = await send(offer);
  expect(refused.headers['set-cookie']).toBeUndefined();
  const seen = await shop.call(refused.headers.location ?? '', { headers: html });
  expect(seen.body).toContain('<title>Many places were taken from your network</title>');
  expect(seen.body).toContain('try again in 10 minutes');
  expect(seen.body).toContain('<form method="post">');
  const program = await shop.call(page, { headers: { accept: 'application/json' } });
  expect(JSON.parse(program.body)).toMatchObject({ state: 'limited', lookAgainSeconds: null });
  expect(shop.events[0]).toEqual({ event: 'limit_reached', limit: 'places', network: '127.0.0.0/24' });
  expect(shop.asked).toEqual([]);
  // Those who have a place keep it, and are let in.
  const room = await roomLater(database, rooms);
  expect(room.lastNumber).toBe(2);
  expect((await shop.call(page, { headers: { ...html, cookie: first } })).body).toContain('It is your turn');
});
