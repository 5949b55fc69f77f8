import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '@/lib/database/database';
import { testDatabase } from '@/testing/database/embedded';
import { shopTables } from '@/testing/checkout/tables';
import { openRoom, placeIn, processOn, roomLater } from '@/testing/checkout/waiting-rooms';
import { changeRoom } from './manage-rooms';
import { readCounts } from './progress-store';
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
  for (let second = 0; second < 4; second += 1) await later();
  expect(await active()).toEqual([2]);
  expect((await later(110)).admitted).toBe(2);
  // Place 1 and then place 2 are two minutes old.
  for (let second = 0; second < 9; second += 1) await later();
  expect((await later()).admitted).toBe(4);
  expect(await active()).toEqual([2]);
  const room = await later();
  expect(await rooms.enter(room, { tokenHash: null, place: first })).toEqual({ kind: 'admitted', place: 1 });
  expect(await rooms.use(room, 1, 'late')).toBe(true);
  expect(await active()).toEqual([3]);
});

it('those who have asked for tickets count until their time is over', async () => {
  await arrive(10, 2);
  for (let second = 0; second < 2; second += 1) await later();
  const room = await later();
  for (const place of [1, 2]) await rooms.use(room, place, `browser ${place}`);
  expect((await later(9 * 60)).admitted).toBe(2);
  expect(await active()).toEqual([2]);
  await later(60);
  expect((await later()).admitted).toBe(4);
  expect(await active()).toEqual([2]);
});

it('those who get tickets late, or try without success, are counted once', async () => {
  await arrive(10, 3);
  for (let second = 0; second < 3; second += 1) await later();
  const room = await later();
  expect(room.admitted).toBe(3);
  await later(4 * 60);
  for (const place of [1, 2]) await rooms.use(room, place, `browser ${place}`);
  // They, and the three who were admitted when the first ones were away.
  expect(await active()).toEqual([5]);
  await rooms.complete(room, 1);
  expect(await active()).toEqual([4]);
});

it('count as completed, so that a line of which most have left moves faster', async () => {
  await arrive(1_000, 1_000);
  for (let second = 0; second < 60; second += 1) await later();
  expect((await later()).perMinute).toBe(60);
  await later(100);
  for (let second = 0; second < 20; second += 1) await later();
  expect((await later()).perMinute).toBeGreaterThan(100);
});

it('the achieved rate falls when nobody may be admitted, and a pause does not change it', async () => {
  await arrive(100, 10);
  for (let second = 0; second < 40; second += 1) await later();
  const room = await later();
  expect(room.admitted).toBe(10);
  expect(room.achievedPerMinute).toBeGreaterThan(20);
  expect(room.achievedPerMinute).toBeLessThan(50);
  await changeRoom(database, room.id, { kind: 'pause' });
  expect((await later(60)).achievedPerMinute).toBe(room.achievedPerMinute);
});
