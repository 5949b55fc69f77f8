import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '@/lib/database/database';
import { testDatabase } from '@/testing/database/embedded';
import { shopTables } from '@/testing/shop/tables';
import { openRoom, placeIn, processOn, roomLater } from '@/testing/shop/waiting-rooms';
import { changeRoom } from './manage-rooms';
import { readCounts } from '../../data/progress-store';
import type { WaitingRooms } from './waiting-rooms';

// Admitted visitors who do not come.

let database: Database;
let rooms: WaitingRooms;
beforeEach(async () => {
  database = await testDatabase(shopTables);
  rooms = processOn(database);
});
afterEach(() => database.close());

const later = (seconds = 1) => roomLater(database, rooms, { seconds });
const active = async () => (await readCounts(database)).map((room) => room.active);

/** A room that admits one visitor a second, and so many visitors in it. */
async function arrive(visitors: number, mostActive: number): Promise<string[]> {
  const id = await openRoom(database);
  const limits = { leastPerMinute: 60, mostPerMinute: 600, mostActive };
  await changeRoom(database, id ?? 0, { kind: 'limits', limits });
  const room = await later();
  return Promise.all(Array.from({ length: visitors }, () => placeIn(rooms, room)));
}

it('make room for others after two minutes, and may still use their place', async () => {
  const [first = ''] = await arrive(10, 2);
  expect((await later(10)).admitted).toBe(2);
  expect(await active()).toEqual([2]);
  expect((await later(100)).admitted).toBe(2);
  expect((await later(20)).admitted).toBe(4);
  expect(await active()).toEqual([2]);
  const room = await later();
  expect(await rooms.enter(room, { tokenHash: null, place: first })).toEqual({ kind: 'admitted', place: 1 });
  expect(await rooms.use(room, 1, 'late')).toBe(true);
  expect(await active()).toEqual([3]);
});

it('do not make room if they have asked for tickets, until their time is over', async () => {
  await arrive(10, 2);
  const room = await later(10);
  for (const place of [1, 2]) await rooms.use(room, place, `browser ${place}`);
  expect((await later(9 * 60)).admitted).toBe(2);
  expect(await active()).toEqual([2]);
  expect((await later(60)).admitted).toBe(4);
  expect(await active()).toEqual([2]);
});

it('are counted once if they come late, and no more when they get tickets', async () => {
  await arrive(10, 3);
  const room = await later(10);
  expect(room.admitted).toBe(3);
  expect((await later(4 * 60)).admitted).toBe(6);
  for (const place of [1, 2]) await rooms.use(room, place, `browser ${place}`);
  expect(await active()).toEqual([5]);
  await rooms.complete(room, 1);
  expect(await active()).toEqual([4]);
});

it('count as completed, so that a line of which most have left moves faster', async () => {
  await arrive(200, 1_000);
  for (let step = 0; step < 5; step += 1) expect((await later(10)).perMinute).toBe(60);
  expect((await later(120)).perMinute).toBeGreaterThan(90);
});

it('lower the achieved rate while they count as active; a pause does not change it', async () => {
  await arrive(100, 10);
  expect((await later(10)).achievedPerMinute).toBeCloseTo(60, 0);
  const room = await later(30);
  expect(room.admitted).toBe(10);
  expect(room.achievedPerMinute).toBeGreaterThan(20);
  expect(room.achievedPerMinute).toBeLessThan(50);
  await changeRoom(database, room.id, { kind: 'pause' });
  expect((await later(60)).achievedPerMinute).toBe(room.achievedPerMinute);
});
