import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '@/lib/database/database';
import { testDatabase } from '@/testing/database/embedded';
import { shopTables } from '@/testing/checkout/tables';
import { later, openRoom, placeIn, processOn, roomLater } from '@/testing/checkout/waiting-rooms';
import { advance, readRooms } from './room-store';

let database: Database;
beforeEach(async () => {
  database = await testDatabase(shopTables);
});
afterEach(() => database.close());

it('a process that has seen that a step is due takes none if another process has taken it meanwhile', async () => {
  await openRoom(database);
  const rooms = processOn(database);
  const room = await roomLater(database, rooms, { seconds: 60 });
  for (let visitor = 0; visitor < 10; visitor += 1) await placeIn(rooms, room);
  await later(database, 1);
  expect(await advance(database, room.id, 10)).toBe(true);
  // However slow the test is, the next step is not due.
  await later(database, -10);
  expect(await advance(database, room.id, 10)).toBe(false);
  // 120 a minute.
  expect(await readRooms(database)).toMatchObject([{ admitted: 2 }]);
});
