import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type CrashingServer, startCrashingPostgres } from '@/testing/database/postgres';
import { type Database, isDatabaseUnavailable } from './database';
import { openPostgres } from './postgres';
import { programTables } from './program-tables';

const nameRow = z.object({ name: z.string() });
const askedRow = z.object({ asked: z.int(), pid: z.int() });

interface Host {
  server: CrashingServer;
  url: string;
}

// A server that stands still (SIGSTOP) keeps its connections and accepts new ones, and says nothing. The second server stands
// for what a cluster promotes meanwhile.
let hosts: [Host, Host];
let databases: Database[] = [];
const answerSeconds = 2;
const connections = 4;

async function startHost(name: string): Promise<Host> {
  const server = await startCrashingPostgres(['fsync=off']);
  const url = new URL(await server.createDatabase());
  url.pathname = '/postgres';
  await (await openPostgres({ url: url.href, ...programTables.service })).close();
  const client = new Client(url.href);
  await client.connect();
  await client.query(`create table host (name text, value int); insert into host values ('${name}', 0)`);
  await client.end();
  return { server, url: url.href };
}

beforeAll(async () => {
  hosts = await Promise.all([startHost('one'), startHost('two')]);
});
afterEach(async () => {
  await hosts[0].server.unfreeze();
  await Promise.all(databases.map((database) => database.close()));
  databases = [];
});
afterAll(() => Promise.all(hosts.map(({ server }) => server.stop())));

async function open(url: string): Promise<Database> {
  const database = await openPostgres({ url, ...programTables.service, connections, answerSeconds });
  databases.push(database);
  return database;
}

const both = () => {
  const places = hosts.map(({ url }) => new URL(url).host).join(',');
  return `postgres://postgres@${places}/postgres?target_session_attrs=read-write`;
};

const ask = (database: Database, asked: number) =>
  database.rows(askedRow, sql`select ${asked}::int as asked, pg_backend_pid() as pid`);

const name = async (database: Database) =>
  (await database.single.write(nameRow, sql`update host set name = name returning name`))[0]?.name;

const inTransaction = (database: Database, meanwhile: () => Promise<void>) =>
  database.transaction(async (transaction) => {
    await transaction.run(sql`update host set value = -1`);
    await meanwhile();
    return Promise.all([
      transaction.run(sql`update host set value = -2`),
      transaction.rows(nameRow, sql`select name from host`),
    ]);
  });

it('a host that stands still is left, with everything that it was asked', async () => {
  const [one] = hosts;
  const database = await open(both());
  expect(await name(database)).toBe('one');
  const begun = inTransaction(database, () => one.server.freeze());
  await expect(begun).rejects.toSatisfy(isDatabaseUnavailable);
  await expect(name(database)).resolves.toBe('two');
  const many = Array.from({ length: 3 * connections }, () => name(database));
  expect(new Set(await Promise.all(many))).toEqual(new Set(['two']));
});

it('nobody gets the late answer of another statement', async () => {
  const [one] = hosts;
  const database = await open(one.url);
  // So that each connection has prepared the statement, and an answer looks the same for all who ask.
  const before = await Promise.all([1, 2, 3, 4].map((asked) => ask(database, asked)));
  const others: Promise<unknown>[] = [];
  const begun = inTransaction(database, async () => {
    await one.server.freeze();
    others.push(database.single.run(sql`update host set value = value + 1`));
    others.push(ask(database, 5), ask(database, 6));
    for (const other of others) other.catch(() => undefined);
  });
  await expect(begun).rejects.toMatchObject({ code: 'CONNECTION_LOST' });
  for (const other of others) await expect(other).rejects.toMatchObject({ code: 'CONNECTION_LOST' });
  await one.server.unfreeze();
  const numbers = Array.from({ length: 40 }, (_, index) => 100 + index);
  const after = (await Promise.all(numbers.map((asked) => ask(database, asked)))).flat();
  expect(after.map(({ asked }) => asked)).toEqual(numbers);
  const former = before.flat().map(({ pid }) => pid);
  expect(after.filter(({ pid }) => former.includes(pid))).toEqual([]);
  // The server goes on with what it was sent: the transaction ends with its connection, the statement was one by itself.
  const value = () => database.rows(z.object({ value: z.int() }), sql`select value from host`);
  await expect.poll(value).toEqual([{ value: 1 }]);
});
