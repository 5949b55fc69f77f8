import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DatabaseUnavailable } from './database';
import { openDatabase } from './open-database';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { testDatabase } from '@/testing/database/embedded';

const breakpoint = '\n--> statement-breakpoint\n';
const first = 'CREATE TABLE "thing" ("id" int PRIMARY KEY, "name" text)';
const column = 'ALTER TABLE "public"."thing" ADD COLUMN "price" int';
const index = (name: string, what = 'INDEX') =>
  `-- outside the transaction\nCREATE ${what} CONCURRENTLY IF NOT EXISTS "${name}" ON "public"."thing" ("name")`;

let root: string;
let server: TestServer;
const clients: Client[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'migrate-'));
  server = await startPostgres();
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
});

afterAll(async () => {
  await server.stop();
  await rm(root, { recursive: true });
});

/** A folder of migrations, as drizzle-kit writes it. */
async function release(...migrations: readonly (readonly string[])[]): Promise<string> {
  return releaseSince(1, migrations);
}

/** Its first migration was made at this moment, in milliseconds. */
async function releaseSince(moment: number, migrations: readonly (readonly string[])[]): Promise<string> {
  const folder = await mkdtemp(join(root, 'release-'));
  await mkdir(join(folder, 'meta'));
  const entries = migrations.map((_, idx) => ({
    idx,
    version: '7',
    when: moment + idx,
    tag: `000${idx}_step`,
    breakpoints: true,
  }));
  await writeFile(
    join(folder, 'meta/_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
  );
  for (const [idx, statements] of migrations.entries()) {
    await writeFile(join(folder, `000${idx}_step.sql`), statements.join(breakpoint));
  }
  return folder;
}

/** Opens the database as a process of that release does, and closes it again. */
async function start(url: string, migrations: string): Promise<void> {
  const database = await openDatabase({ url, folder: '', migrations, schema: 'record' });
  await database.close();
}

async function connect(url: string): Promise<Client> {
  const client = new Client(url);
  await client.connect();
  clients.push(client);
  return client;
}

async function until(client: Client, condition: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is: boolean }>(`select exists (${condition}) as is`);
    if (rows[0]?.is === true) return;
  }
}

const isValid = async (client: Client, name: string) =>
  (
    await client.query<{ indisvalid: boolean }>(
      `select indisvalid from pg_index where indexrelid = to_regclass('${name}')`,
    )
  ).rows[0]?.indisvalid;

describe('a migration during the operation of another release', () => {
  it('waits for a table only briefly at a time, so that no reader waits long behind it', async () => {
    const url = await server.createDatabase();
    await start(url, await release([first]));
    const [long, other] = [await connect(url), await connect(url)];
    await long.query('begin');
    await long.query('select * from thing');
    const migrated = start(url, await release([first], [column]));
    await until(
      other,
      `select 1 from pg_locks where relation = 'thing'::regclass and mode = 'AccessExclusiveLock' and not granted`,
    );
    // A new reader waits behind the migration, and without the limit would wait as long as the first reader reads.
    await other.query(`set statement_timeout = '8s'`);
    await other.query('select * from thing');
    await other.query(`insert into thing values (1, 'one')`);
    await long.query('commit');
    await migrated;
    expect((await other.query('select id, price from thing')).rows).toEqual([{ id: 1, price: null }]);
  });

  it('makes an index while other transactions write', async () => {
    const url = await server.createDatabase();
    await start(url, await release([first]));
    const [long, other] = [await connect(url), await connect(url)];
    await long.query('begin');
    await long.query(`insert into thing values (1, 'one')`);
    const indexed = start(url, await release([first], [index('thing_by_name')]));
    await until(
      other,
      `select 1 from pg_stat_activity where state = 'active' and wait_event_type = 'Lock'
       and query like '%INDEX%"thing_by_name"%' and datname = current_database()`,
    );
    await other.query(`set statement_timeout = '8s'`);
    await other.query(`insert into thing values (2, 'two')`);
    await long.query('commit');
    await indexed;
    expect(await isValid(other, 'thing_by_name')).toBe(true);
  });

  it('takes as long as it needs, whatever limits its role has', async () => {
    const url = await server.createDatabase();
    await start(url, await release([first]));
    const client = await connect(url);
    const database = new URL(url).pathname.slice(1);
    for (const setting of ['statement_timeout', 'lock_timeout'])
      await client.query(`alter database ${database} set ${setting} = '100ms'`);
    await client.query('begin');
    await client.query(`insert into thing values (1, 'one')`);
    const slow = 'select pg_sleep(0.3)';
    const next = await release(
      [first],
      [slow, `-- outside the transaction\n${slow}`, index('thing_by_name')],
    );
    const migrated = start(url, next);
    // Until the index has waited for the writer for longer than the limit.
    await until(
      client,
      `select 1 from pg_stat_activity where state = 'active' and query like '%INDEX%"thing_by_name"%'
       and datname = current_database() and clock_timestamp() - query_start > interval '0.3 s'`,
    );
    await client.query('commit');
    await migrated;
    expect(await isValid(client, 'thing_by_name')).toBe(true);
  });

  it('continues where it was interrupted: the transaction is not repeated, an incomplete index is', async () => {
    const url = await server.createDatabase();
    await start(url, await release([first]));
    const client = await connect(url);
    await client.query(`insert into thing values (1, 'same'), (2, 'same')`);
    const next = await release([first], [column, index('thing_once', 'UNIQUE INDEX')]);
    await expect(start(url, next)).rejects.toThrow(DatabaseUnavailable);
    expect(await isValid(client, 'thing_once')).toBe(false);
    await client.query(`update thing set name = 'other' where id = 2`);
    await start(url, next);
    expect(await isValid(client, 'thing_once')).toBe(true);
    const { rows } = await client.query('select hash from record.__drizzle_migrations');
    expect(rows).toHaveLength(2);
  });

  it('lets ten replicas start at once', async () => {
    const url = await server.createDatabase();
    const folder = await release([first], [column, index('thing_by_name')]);
    await Promise.all(Array.from({ length: 10 }, () => start(url, folder)));
    expect(await isValid(await connect(url), 'thing_by_name')).toBe(true);
  });

  it("continues from drizzle's own record, and drizzle's migrator continues from this one", async () => {
    const url = await server.createDatabase();
    const [before, after] = [
      await release([first]),
      await release([first], [column, index('thing_by_name')]),
    ];
    const client = await connect(url);
    const asBefore = () => migrate(drizzle(client), { migrationsFolder: before, migrationsSchema: 'record' });
    await asBefore();
    await start(url, after);
    await asBefore();
    const { rows } = await client.query('select hash from record.__drizzle_migrations');
    expect(rows).toHaveLength(2);
    expect(await isValid(client, 'thing_by_name')).toBe(true);
  });

  it('runs in the embedded database too', async () => {
    const migrations = await release([first], [column, index('thing_by_name')]);
    const database = await testDatabase({ migrations, schema: 'record' });
    const found = await database.rows(
      z.object({ name: z.string() }),
      sql`select to_regclass('thing_by_name')::text as name`,
    );
    expect(found).toEqual([{ name: 'thing_by_name' }]);
    await database.close();
    // Making the first embedded database of a run takes long on a busy machine.
  });

  it('may be of a later release; tables of another line of versions are refused, and stay as they are', async () => {
    const url = await server.createDatabase();
    const earlier = await releaseSince(10, [[first]]);
    await start(url, await releaseSince(10, [[first], [column]]));
    await start(url, earlier);
    const other = await releaseSince(20, [['CREATE TABLE "other" ("id" int)']]);
    await expect(start(url, other)).rejects.toThrow(DatabaseUnavailable);
    const client = await connect(url);
    expect((await client.query("select to_regclass('other') as other")).rows).toEqual([{ other: null }]);
  });
});
