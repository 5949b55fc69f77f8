import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '@/lib/database/database';
import { testDatabase } from '@/testing/database/embedded';
import { shopTables } from '@/testing/shop/tables';
import { openRoom, placeIn, processOn, roomLater } from '@/testing/shop/waiting-rooms';
import { changeRoom } from './manage-rooms';
import type { WaitingRooms } from './waiting-rooms';

let database: Database;
let rooms: WaitingRooms;
beforeEach(async () => {
  database = await testDatabase(shopTables);
  rooms = processOn(database);
});
afterEach(() => database.close());

const later = (seconds = 1) => roomLater(database, rooms, { seconds });

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
  expect(await rooms.enter(paused, { tokenHash: null, place })).toEqual({ kind: 'admitted', place: 1 });
  expect(Math.abs((await secondsLeft()) - before)).toBeLessThan(10);
  await changeRoom(database, id, { kind: 'resume' });
  await changeRoom(database, id, { kind: 'resume' });
  const resumed = await later();
  expect(await rooms.enter(resumed, { tokenHash: null, place })).toEqual({ kind: 'admitted', place: 1 });
  expect(Math.abs((await secondsLeft()) - before)).toBeLessThan(10);
  expect((await rooms.enter(await later(11 * 60), { tokenHash: null, place })).kind).toBe('lapsed');
});
