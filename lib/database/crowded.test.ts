import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { citusUrl } from '@/testing/database/citus';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { type Database, isDatabaseUnavailable } from './database';
import { openPostgres } from './postgres';
import { programTables } from './program-tables';

const role = `crowded_${process.pid}`;
const one = z.object({ one: z.int() });
let server: TestServer;
let url: string;
let databases: Database[] = [];

const connect = async (to: string) => {
  const client = new Client(to);
  await client.connect();
  return client;
};

// The roles of a cluster are those of all its servers, which is not what is tried here.
describe.skipIf(citusUrl !== undefined)('a server that has only two connections for us', () => {
  beforeAll(async () => {
    server = await startPostgres();
    const admin = await server.createDatabase();
    const own = new URL(admin);
    own.username = role;
    own.password = 'secret';
    url = own.href;
    const client = await connect(admin);
    await client.query(`create role ${role} login password 'secret' connection limit 2`);
    await client.query(`alter database "${own.pathname.slice(1)}" owner to ${role}`);
    await client.end();
  });
  afterEach(async () => {
    await Promise.all(databases.map((database) => database.close()));
    databases = [];
  });
  afterAll(() => server.stop());

  const open = async () => {
    const database = await openPostgres({ url, ...programTables.service, connections: 5 });
    databases.push(database);
    return database;
  };
  const ask = (database: Database) => database.rows(one, sql`select 1 as one from pg_sleep(0.01)`);

  it('answers all calls of a process that would open five', async () => {
    const database = await open();
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask(database)));
    expect(answers).toHaveLength(60);
    const made = Array.from({ length: 6 }, () =>
      database.transaction((transaction) => transaction.rows(one, sql`select 1 as one`)),
    );
    expect(await Promise.all(made)).toEqual(made.map(() => [{ one: 1 }]));
  });

  it('answers when another program gives a connection back; one without counts as away', async () => {
    const database = await open();
    await database.close();
    databases = [];
    const others = [await connect(url), await connect(url)];
    const error: unknown = await connect(url).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: '53300' });
    expect(isDatabaseUnavailable(error)).toBe(true);
    const opening = open();
    await others.pop()?.end();
    await opening;
    const answer = ask(await opening);
    await others.pop()?.end();
    expect(await answer).toEqual([{ one: 1 }]);
  });
});
