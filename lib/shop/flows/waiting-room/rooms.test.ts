import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '@/lib/database/database';
import { testDatabase } from '@/testing/database/embedded';
import { shopTables } from '@/testing/shop/tables';
import {
  ids,
  numberOf,
  openRoom,
  placeIn,
  processOn,
  roomLater,
  type Stock,
} from '@/testing/shop/waiting-rooms';
import { changeRoom } from './manage-rooms';
import { readCounts } from '../../data/progress-store';
import { scopeText } from '../../rules/scope';
import type { WaitingRooms } from './waiting-rooms';

const nobody = { tokenHash: null };
let database: Database;
let rooms: WaitingRooms;
let stock: Stock;

beforeEach(async () => {
  database = await testDatabase(shopTables);
  stock = { offer: 5, otherOffer: 5 };
  rooms = processOn(database, {}, stock);
});
afterEach(() => database.close());

const later = (seconds = 1) => roomLater(database, rooms, { seconds });
const slow = { leastPerMinute: 60, mostPerMinute: 60, mostActive: 100 };
const limit = (id: number | null, limits: Partial<typeof slow> = {}) =>
  changeRoom(database, id ?? 0, { kind: 'limits', limits: { ...slow, ...limits } });

/** So many visitors, who arrive one after another. */
async function arrive(count: number): Promise<string[]> {
  const room = await later();
  const places: string[] = [];
  for (let index = 0; index < count; index += 1) places.push(await placeIn(rooms, room));
  return places;
}

/** How the room treats these places after so many seconds. */
async function entries(places: readonly string[], seconds = 1): Promise<string[]> {
  const room = await later(seconds);
  const found = await Promise.all(places.map((place) => rooms.enter(room, { ...nobody, place })));
  return found.map((entry) => (entry.kind === 'waiting' ? `${entry.ahead} ahead` : entry.kind));
}

describe('a waiting room', () => {
  it('admits visitors in the order of their arrival', async () => {
    await limit(await openRoom(database));
    const places = await arrive(4);
    expect(places.map(numberOf)).toEqual([1, 2, 3, 4]);
    expect(await entries(places)).toEqual(['admitted', '0 ahead', '1 ahead', '2 ahead']);
    expect(await entries(places)).toEqual(['admitted', 'admitted', '0 ahead', '1 ahead']);
  });

  it('moves its counters once a second, not at each look', async () => {
    await limit(await openRoom(database));
    await arrive(3);
    expect(await later()).toMatchObject({ admitted: 1, isDue: false });
    rooms.forget();
    expect((await rooms.find(ids.catalog, ids.offer))?.admitted).toBe(1);
  });

  it('admits no more than may choose at once, until one has tickets', async () => {
    await limit(await openRoom(database), { mostActive: 2 });
    const places = await arrive(4);
    for (let second = 0; second < 5; second += 1) await later();
    expect(await entries(places)).toEqual(['admitted', 'admitted', '0 ahead', '1 ahead']);
    const room = await later();
    expect(await rooms.use(room, 1, 'a')).toBe(true);
    await rooms.complete(room, 1);
    expect(await entries(places)).toEqual(['admitted', 'admitted', 'admitted', '0 ahead']);
    expect(await readCounts(database)).toMatchObject([{ active: 2, held: 1, heldLastMinute: 1 }]);
  });

  it('admits more when many complete', async () => {
    await limit(await openRoom(database), { mostPerMinute: 1_000 });
    await arrive(70);
    let done = 0;
    for (let step = 0; step < 5; step += 1) {
      const room = await later(10);
      for (; done < room.admitted; done += 1) {
        await rooms.use(room, done + 1, `browser ${done}`);
        await rooms.complete(room, done + 1);
      }
    }
    expect((await later()).perMinute).toBeGreaterThan(80);
  });

  it('a place lapses when its time is over, and makes room for others', async () => {
    await limit(await openRoom(database), { mostActive: 1 });
    const places = await arrive(2);
    expect(await entries(places)).toEqual(['admitted', '0 ahead']);
    const room = await later();
    const admission = await rooms.admission(room, 1);
    expect(admission?.usedBy).toBeNull();
    expect(Math.round(((admission?.until.getTime() ?? 0) - Date.now()) / 60_000)).toBe(10);
    expect(await rooms.use(room, 1, 'a')).toBe(true);
    expect(await entries(places, 9 * 60)).toEqual(['admitted', '0 ahead']);
    expect(await entries(places, 60)).toEqual(['lapsed', 'admitted']);
    // It stays so when the times of the counter are deleted.
    expect(await entries(places, 3 * 60 * 60)).toEqual(['lapsed', 'lapsed']);
    expect(await entries(places, 3 * 60 * 60)).toEqual(['lapsed', 'lapsed']);
  });

  it('admits nobody while it is paused, and goes on afterwards', async () => {
    const id = await openRoom(database);
    await limit(id);
    const places = await arrive(1);
    expect(await changeRoom(database, id ?? 0, { kind: 'pause' })).toBe(true);
    expect(await entries(places)).toEqual(['0 ahead']);
    expect(await changeRoom(database, id ?? 0, { kind: 'resume' })).toBe(true);
    expect(await entries(places)).toEqual(['admitted']);
  });

  it('lets everyone pass when it is closed, gives no more places, and a later one knows none of its places', async () => {
    const id = await openRoom(database);
    const [place = ''] = await arrive(1);
    const room = await later();
    expect(await openRoom(database)).toBeNull();
    expect(await changeRoom(database, id ?? 0, { kind: 'close' })).toBe(true);
    expect(await changeRoom(database, id ?? 0, { kind: 'pause' })).toBe(false);
    expect(await rooms.take(room)).toBeNull();
    rooms.forget();
    expect(await rooms.find(ids.catalog, ids.offer)).toBeNull();
    await openRoom(database);
    expect(await entries([place])).toEqual(['none']);
  });

  it('tells those who wait that everything is sold out, and admits when something comes back', async () => {
    await limit(await openRoom(database));
    const places = await arrive(1);
    stock.offer = 0;
    await entries(places);
    expect((await later()).isSoldOut).toBe(false);
    stock.otherOffer = 0;
    await expect.poll(async () => (await later()).isSoldOut).toBe(true);
    const more = await placeIn(rooms, await later());
    expect(await entries([more], 10)).toEqual(['0 ahead']);
    stock.offer = 1;
    await expect.poll(async () => (await entries([more]))[0]).toBe('admitted');
  });

  it('still shows the last state when the database is unavailable', async () => {
    let isUnavailable = false;
    const reports: string[] = [];
    const failing: Database = {
      ...database,
      rows: (...given) =>
        isUnavailable ? Promise.reject(new Error('unavailable')) : database.rows(...given),
    };
    rooms = processOn(failing, { report: (_, message) => reports.push(message) });
    await openRoom(database);
    await later();
    isUnavailable = true;
    rooms.forget();
    expect(await rooms.find(ids.catalog, ids.offer)).not.toBeNull();
    expect(reports).toEqual(['the waiting rooms could not be read']);
  });
});

describe('the first browser that uses a place', () => {
  it('keeps it; another one is refused', async () => {
    await openRoom(database);
    await arrive(1);
    const room = await later();
    const used = await Promise.all(['a', 'b', 'c'].map((browser) => rooms.use(room, 1, browser)));
    expect(used).toEqual([true, false, false]);
    expect(await rooms.use(room, 1, 'a')).toBe(true);
    expect((await rooms.admission(room, 1))?.usedBy).toBe('a');
  });
});

describe('a room with an opening', () => {
  const opensAt = () => new Date(Date.now() + 60 * 60_000);
  const rowSchema = z.object({ seed: z.string().nullable(), drawn: z.int().nullable() });
  const row = () => database.rows(rowSchema, sql`select seed, drawn from storefront.waiting_room`);

  it('has no order before, not even in the database', async () => {
    await openRoom(database, { opensAt: opensAt() });
    const places = await arrive(3);
    expect(await entries(places, 60)).toEqual(['before_opening', 'before_opening', 'before_opening']);
    expect(await row()).toEqual([{ seed: null, drawn: null }]);
  });

  it('draws the order of all who are there; who comes later is behind them', async () => {
    await limit(await openRoom(database, { opensAt: opensAt() }));
    const early = await arrive(30);
    await later(60 * 60);
    const [drawn] = await row();
    expect(drawn?.drawn).toBe(30);
    expect(drawn?.seed).toMatch(/^[0-9a-f-]{36}$/);
    const late = await arrive(2);
    const found = await entries([...early, ...late], 0);
    expect(found.slice(30)).toEqual(['29 ahead', '30 ahead']);
    const ahead = found.slice(0, 30).map((text) => (text === 'admitted' ? -1 : Number.parseInt(text, 10)));
    expect([...ahead].sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index - 1));
    expect(ahead).not.toEqual([...ahead].sort((a, b) => a - b));
    // Another process, or this one after a restart, sees the same.
    rooms = processOn(database);
    expect(await entries(early, 0)).toEqual(found.slice(0, 30));
  });

  it('can open at another time until it is open', async () => {
    const id = await openRoom(database, { opensAt: opensAt() });
    const change = { kind: 'opening', opensAt: new Date(0), timezone: 'UTC' } as const;
    expect(await changeRoom(database, id ?? 0, change)).toBe(true);
    expect((await later()).drawn).toBe(0);
    expect(await changeRoom(database, id ?? 0, change)).toBe(false);
  });
});

describe('the narrowest room', () => {
  const product = { kind: 'product', catalogId: ids.catalog, productId: ids.product } as const;
  const found = async (catalogId: string, offerId: string) => {
    rooms.forget();
    const room = await rooms.find(catalogId, offerId);
    return room === null ? null : scopeText(room.scope);
  };

  it('is that of the product, then of the catalogue, then of the shop', async () => {
    expect(await found(ids.catalog, ids.offer)).toBeNull();
    await openRoom(database, { scope: product });
    expect(await found(ids.catalog, ids.offer)).toBe(`${ids.catalog}/${ids.product}`);
    expect(await found(ids.catalog, ids.otherOffer)).toBeNull();
    await openRoom(database);
    expect(await found(ids.catalog, ids.otherOffer)).toBe(ids.catalog);
    expect(await found(ids.otherCatalog, ids.offer)).toBeNull();
    await openRoom(database, { scope: { kind: 'shop' } });
    expect(await found(ids.otherCatalog, ids.offer)).toBe('shop');
    expect(await found(ids.catalog, ids.offer)).toBe(`${ids.catalog}/${ids.product}`);
  });
});

describe('a room that opens by itself', () => {
  const demand = (isOverloaded = false) => rooms.demand(ids.catalog, ids.offer, isOverloaded);

  it('does so for more requests a second than the shop can take, or when it is overloaded', async () => {
    rooms = processOn(database, { mode: 'automatic', holdsPerSecond: 1_000 });
    expect(await demand()).toBeNull();
    expect(await demand(true)).toMatchObject({ openedBy: 'demand', drawn: 0 });
    rooms = processOn(database, { mode: 'automatic', holdsPerSecond: 1 });
    await expect.poll(() => demand()).not.toBeNull();
  });

  it('does not if only staff open rooms, and not for a catalogue that does not exist', async () => {
    expect(await demand(true)).toBeNull();
    rooms = processOn(database, { mode: 'automatic' });
    expect(await rooms.demand(ids.otherCatalog, ids.offer, true)).toBeNull();
  });

  it('does so once for all who ask at the same moment, and not if a room for more is there', async () => {
    const opened: unknown[] = [];
    const report = (_: string, message: string) => opened.push(message);
    let statements = 0;
    const write: Database['single']['write'] = (...given) => {
      statements += 1;
      return database.single.write(...given);
    };
    rooms = processOn({ ...database, single: { ...database.single, write } }, { mode: 'automatic', report });
    const asked = await Promise.all(Array.from({ length: 50 }, () => demand(true)));
    expect(statements).toBe(1);
    expect(new Set(asked.map((room) => room?.id)).size).toBe(1);
    expect(opened).toEqual(['a waiting room opened by itself']);
    await changeRoom(database, asked[0]?.id ?? 0, { kind: 'close' });
    const shop = await openRoom(database, { scope: { kind: 'shop' } });
    // Neither those who asked before nor those who find a room use up a number.
    expect(shop).toBe((asked[0]?.id ?? 0) + 1);
    expect(await openRoom(database, { scope: { kind: 'shop' } })).toBeNull();
    rooms.forget();
    expect((await demand(true))?.id).toBe(shop);
    expect(await openRoom(database)).toBe((shop ?? 0) + 1);
  });

  it('closes when nobody has waited for five minutes', async () => {
    rooms = processOn(database, { mode: 'automatic' });
    await demand(true);
    const places = await arrive(1);
    expect(await entries(places)).toEqual(['admitted']);
    expect(await entries(places, 4 * 60)).toEqual(['admitted']);
    await expect(later(60 + 1)).rejects.toThrow('there is no room');
  });
});

it('a pause keeps the turn of the visitors who were let in, and the time that they have left', async () => {
  await openRoom(database);
  const opened = await later();
  const place = await placeIn(rooms, opened);
  const { id } = await later(4 * 60);
  const secondsLeft = async () => {
    const admission = await rooms.admission(await later(0), 1);
    return Math.round(((admission?.until.getTime() ?? 0) - Date.now()) / 1000);
  };
  const before = await secondsLeft();
  await changeRoom(database, id, { kind: 'pause' });
  await changeRoom(database, id, { kind: 'pause' });
  const paused = await later(60 * 60);
  expect(await rooms.enter(paused, { ...nobody, place })).toEqual({ kind: 'admitted', place: 1 });
  expect(Math.abs((await secondsLeft()) - before)).toBeLessThan(10);
  await changeRoom(database, id, { kind: 'resume' });
  await changeRoom(database, id, { kind: 'resume' });
  const resumed = await later();
  expect(await rooms.enter(resumed, { ...nobody, place })).toEqual({ kind: 'admitted', place: 1 });
  expect(Math.abs((await secondsLeft()) - before)).toBeLessThan(10);
  expect((await rooms.enter(await later(11 * 60), { ...nobody, place })).kind).toBe('lapsed');
});
