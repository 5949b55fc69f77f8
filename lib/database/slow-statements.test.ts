import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { type Database, isDatabaseUnavailable } from './database';
import { openPostgres } from './postgres';
import { programTables } from './program-tables';

const connections = 4;
const pidRow = z.object({ pid: z.int() });

let server: TestServer;
let url: string;
let database: Database;
let observer: Client;

beforeAll(async () => {
  server = await startPostgres();
  url = await server.createDatabase();
  observer = new Client(url);
  await observer.connect();
  await observer.query('create table counted (count int); insert into counted values (0)');
});
beforeEach(async () => {
  database = await openPostgres({ url, ...programTables.service, connections, answerSeconds: 1 });
});
afterEach(() => database.close());
afterAll(async () => {
  await observer.end();
  await server.stop();
});

const slow = sql`update counted set count = 100 from pg_sleep(25)`;

it('a statement that takes too long ends in the server, so that the pool stays within its limit', async () => {
  for (let round = 0; round < 3; round += 1) {
    const asked = Array.from({ length: connections }, () => database.single.run(slow));
    const errors = await Promise.all(asked.map((one) => one.catch((error: unknown) => error)));
    for (const error of errors) {
      expect(error).toMatchObject({ code: '57014' });
      expect(isDatabaseUnavailable(error)).toBe(true);
    }
  }
  // A server reports a statement's end a moment before its own statistics do.
  const running = async () => {
    const { rowCount } = await observer.query(
      `select from pg_stat_activity where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`,
    );
    return rowCount;
  };
  await expect.poll(running, { timeout: 10_000 }).toBe(0);
});

it('its transaction is rolled back, and the connection is used again', async () => {
  const pids: z.output<typeof pidRow>[][] = [];
  const begun = database.transaction(async (transaction) => {
    pids.push(await transaction.rows(pidRow, sql`select pg_backend_pid() as pid`));
    await transaction.run(sql`update counted set count = count + 1`);
    await transaction.run(slow);
  });
  await expect(begun).rejects.toMatchObject({ code: '57014' });
  pids.push(await database.rows(pidRow, sql`select pg_backend_pid() as pid`));
  expect(new Set(pids.flat().map(({ pid }) => pid)).size).toBe(1);
  expect((await observer.query('select count from counted')).rows).toEqual([{ count: 0 }]);
});
