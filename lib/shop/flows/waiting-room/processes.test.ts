import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '@/lib/database/database';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { openShopDatabase } from '@/testing/shop/tables';
import { ids, later, numberOf, openRoom, placeIn, processOn, roomLater } from '@/testing/shop/waiting-rooms';
import { readCounts } from '../../data/progress-store';

// Two processes on one PostgreSQL server.

let server: TestServer;
let url: string;
const open: Database[] = [];

async function connect(): Promise<Database> {
  const database = await openShopDatabase(url);
  open.push(database);
  return database;
}

/** A process, and how many statements it has sent in transactions. */
async function startProcess() {
  const database = await connect();
  let transactions = 0;
  const counting: Database = {
    ...database,
    transaction: (work) => {
      transactions += 1;
      return database.transaction(work);
    },
  };
  return { database, rooms: processOn(counting), transactions: () => transactions };
}

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await Promise.all(open.map((database) => database.close()));
  await server.stop();
});

describe('two processes', () => {
  it('give 10,000 visitors who come at once numbers without a gap, in few transactions', async () => {
    url = await server.createDatabase();
    const [one, other] = [await startProcess(), await startProcess()];
    await openRoom(one.database);
    const room = await roomLater(one.database, one.rooms);
    const before = one.transactions() + other.transactions();
    const cookies = await Promise.all(
      Array.from({ length: 10_000 }, (_, index) => placeIn((index % 2 === 0 ? one : other).rooms, room)),
    );
    const numbers = cookies.map(numberOf);
    expect([...numbers].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 10_000 }, (_, index) => index + 1),
    );
    // Those of one process are in the order of their arrival.
    const own = numbers.filter((_, index) => index % 2 === 0);
    expect(own).toEqual([...own].sort((a, b) => a - b));
    expect(one.transactions() + other.transactions() - before).toBeLessThan(30);
  });

  it('take one step a second together, and see the same places', async () => {
    url = await server.createDatabase();
    const [one, other] = [await startProcess(), await startProcess()];
    await openRoom(one.database);
    const places: string[] = [];
    const room = await roomLater(one.database, one.rooms);
    for (let index = 0; index < 10; index += 1)
      places.push(await placeIn((index % 2 === 0 ? one : other).rooms, room));
    await later(one.database, 1);
    one.rooms.forget();
    other.rooms.forget();
    await Promise.all([one, other].map(({ rooms }) => rooms.find(ids.catalog, ids.offer)));
    const admitted = await one.database.rows(
      z.object({ admitted: z.int() }),
      sql`select admitted from storefront.waiting_room`,
    );
    // 120 a minute.
    expect(admitted).toEqual([{ admitted: 2 }]);
    const seen = await Promise.all(
      [one, other].map(async ({ rooms }) => {
        rooms.forget();
        const now = await rooms.find(ids.catalog, ids.offer);
        if (now === null) throw new Error('there is no room');
        return Promise.all(places.map((place) => rooms.enter(now, { tokenHash: null, place })));
      }),
    );
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.map(({ kind }) => kind)).toEqual(
      places.map((_, index) => (index < 2 ? 'admitted' : 'waiting')),
    );
  });

  it('give a place to one browser, however many use it at once', async () => {
    url = await server.createDatabase();
    const processes = [await startProcess(), await startProcess()];
    const [{ database, rooms } = await startProcess()] = processes;
    await openRoom(database);
    await placeIn(rooms, await roomLater(database, rooms));
    const room = await roomLater(database, rooms);
    const browsers = Array.from({ length: 40 }, (_, index) => `browser ${index}`);
    const used = await Promise.all(
      browsers.map((browser, index) => (processes[index % 2] ?? { rooms }).rooms.use(room, 1, browser)),
    );
    expect(used.filter(Boolean)).toHaveLength(1);
    const [winner = ''] = browsers.filter((_, index) => used[index]);
    expect((await rooms.admission(room, 1))?.usedBy).toBe(winner);
    expect(await readCounts(database)).toMatchObject([{ active: 1, held: 0 }]);
  });
});
