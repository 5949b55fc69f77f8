import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { type Relay, startRelay } from '@/testing/database/relay';
import { freePort } from '@/testing/free-port';
import { type Database, isDatabaseUnavailable } from './database';
import { openPostgres } from './postgres';
import { programTables } from './program-tables';

const nameRow = z.object({ name: z.string() });

interface Host {
  server: TestServer;
  /** Directly, and as the program reaches it. */
  url: string;
  relay: Relay;
}

// Two servers with the same tables: the second one stands for what a cluster promotes when the first one is lost.
let hosts: [Host, Host];
let databases: Database[] = [];

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new Client(url);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function startHost(name: string): Promise<Host> {
  // Only a server of its own has settings of its own.
  const server = await startPostgres(['fsync=off']);
  const url = new URL(await server.createDatabase());
  url.pathname = '/postgres';
  await (await openPostgres({ url: url.href, ...programTables.service })).close();
  await run(url.href, 'create table host (name text)', `insert into host values ('${name}')`);
  return { server, url: url.href, relay: await startRelay(url.href) };
}

/** As a replica, also for sessions that it has. */
const setReadOnly = ({ url }: Host, isSo: boolean) =>
  run(
    url,
    `alter system set default_transaction_read_only = ${isSo ? 'on' : 'off'}`,
    'select pg_reload_conf()',
  );

beforeAll(async () => {
  hosts = [await startHost('one'), await startHost('two')];
});
beforeEach(async () => {
  for (const host of hosts) await setReadOnly(host, false);
});
afterEach(async () => {
  await Promise.all(databases.map((database) => database.close()));
  databases = [];
  for (const { relay } of hosts) {
    await relay.close();
    await relay.restore();
  }
});
afterAll(async () => {
  for (const { relay, server } of hosts) {
    await relay.close();
    await server.stop();
  }
});

const portOf = ({ relay }: Host) => new URL(relay.url).port;
const hostsUrl = (...ports: (string | number)[]) => {
  const places = ports.map((port) => `127.0.0.1:${port}`).join(',');
  return `postgres://postgres@${places}/postgres?target_session_attrs=read-write`;
};

async function open(url: string): Promise<Database> {
  const database = await openPostgres({ url, ...programTables.service, connections: 4 });
  databases.push(database);
  return database;
}

/** Writes, and resolves to the name of the server that did it. */
async function write(database: Database): Promise<string | undefined> {
  const [row] = await database.single.write(nameRow, sql`update host set name = name returning name`);
  return row?.name;
}

const writeInTransaction = (database: Database) =>
  database.transaction((transaction) =>
    transaction.write(nameRow, sql`update host set name = name returning name`),
  );

it('passes over a host that is away, and remembers the one that is not', async () => {
  const database = await open(hostsUrl(await freePort(), portOf(hosts[0]), portOf(hosts[1])));
  expect(await write(database)).toBe('one');
  expect(await writeInTransaction(database)).toEqual([{ name: 'one' }]);
});

it('uses the next host when the one that it used is lost', async () => {
  const [one, two] = hosts;
  const database = await open(hostsUrl(portOf(one), portOf(two)));
  expect(await Promise.all([1, 2, 3, 4].map(() => write(database)))).toEqual(['one', 'one', 'one', 'one']);
  const begun = database.transaction(async (transaction) => {
    await transaction.rows(nameRow, sql`select name from host`);
    await one.relay.cut();
    return transaction.rows(nameRow, sql`select name from host`);
  });
  await expect(begun).rejects.toSatisfy(isDatabaseUnavailable);
  expect(await Promise.all([1, 2, 3, 4].map(() => write(database)))).toEqual(['two', 'two', 'two', 'two']);
  // It stays there: two servers that take writes would be two truths.
  await one.relay.restore();
  expect(await write(database)).toBe('two');
});

it('passes over a host that takes no writes', async () => {
  const [one, two] = hosts;
  await setReadOnly(one, true);
  expect(await write(await open(hostsUrl(portOf(one), portOf(two))))).toBe('two');
});

it.each([
  ['a statement', write],
  ['a transaction', writeInTransaction],
])('leaves a host that takes no writes any more after %s', async (_what, change) => {
  const [one, two] = hosts;
  const database = await open(hostsUrl(portOf(one), portOf(two)));
  await Promise.all([1, 2, 3, 4].map(() => write(database)));
  await setReadOnly(one, true);
  // A session knows of it some time after the server was asked to read its settings again.
  await expect.poll(() => change(database).catch((error: unknown) => error)).toSatisfy(isDatabaseUnavailable);
  expect(await Promise.all([1, 2, 3, 4].map(() => write(database)))).toEqual(['two', 'two', 'two', 'two']);
  await setReadOnly(one, false);
  await setReadOnly(two, true);
  await expect.poll(() => change(database).catch((error: unknown) => error)).toSatisfy(isDatabaseUnavailable);
  expect(await write(database)).toBe('one');
});

it('counts as away when no host can be used', async () => {
  const [one, two] = hosts;
  const database = await open(hostsUrl(portOf(one), portOf(two)));
  await write(database);
  await setReadOnly(two, true);
  await one.relay.cut();
  await expect.poll(() => write(database).catch((error: unknown) => error)).toSatisfy(isDatabaseUnavailable);
  await expect(write(database)).rejects.toSatisfy(isDatabaseUnavailable);
  await two.relay.cut();
  await expect(write(database)).rejects.toSatisfy(isDatabaseUnavailable);
  await one.relay.restore();
  expect(await write(database)).toBe('one');
});

it('says at the start that no host takes writes', async () => {
  await setReadOnly(hosts[0], true);
  await expect(open(hostsUrl(portOf(hosts[0])))).rejects.toThrow(/the server takes no writes.*DATABASE_URL/);
});

it('refuses what it could not use, without the password', async () => {
  const url = 'postgres://me:secret@one:5432,two:5432/shop?target_session_attrs=prefer-standby';
  await expect(open(url)).rejects.toThrow(/one:5432,two:5432.*neither read-write nor primary/);
  await expect(open(url)).rejects.not.toThrow('secret');
});
