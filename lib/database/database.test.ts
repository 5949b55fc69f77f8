import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  ConnectionLost,
  type Database,
  DatabaseUnavailable,
  isDatabaseUnavailable,
  json,
  type Transaction,
} from './database';
import { embeddedOn } from './embedded';
import { exchangeWith } from './engine-stream';
import { openDatabase } from './open-database';
import { lockFolder } from './folder-lock';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { putDatabaseInto } from '@/testing/database/embedded';

let root: string;
let migrations: string;
let server: TestServer;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'db-'));
  migrations = join(root, 'migrations');
  await mkdir(join(migrations, 'meta'), { recursive: true });
  await writeFile(
    join(migrations, 'meta/_journal.json'),
    JSON.stringify({
      version: '7',
      dialect: 'postgresql',
      entries: [{ idx: 0, version: '7', when: 1, tag: '0000_first', breakpoints: true }],
    }),
  );
  await writeFile(
    join(migrations, '0000_first.sql'),
    'create table thing (id int primary key, at timestamptz, day date, amount numeric(12,2), big bigint, data jsonb)',
  );
  server = await startPostgres();
});

afterAll(async () => {
  await server.stop();
  await rm(root, { recursive: true });
});

const thing = z.object({
  id: z.int(),
  at: z.date(),
  day: z.iso.date(),
  amount: z.string(),
  big: z.int(),
  data: z.object({ text: z.string() }),
});

async function exercise(database: Database): Promise<void> {
  const row = {
    id: 1,
    at: new Date('2027-03-28T01:30:00.250Z'),
    day: '2027-03-28',
    amount: '12.30',
    big: 9_007_199_254_740_991,
    data: { text: `it's "quoted" \\ é` },
  };
  await database.transaction(async (transaction) => {
    const changed = await transaction.run(
      sql`insert into thing values (1, ${row.at.toISOString()}::timestamptz, ${row.day}::date, ${row.amount}::numeric, ${row.big}::bigint, ${json(row.data)})`,
    );
    expect(changed).toBe(1);
  });
  expect(await database.rows(thing, sql`select * from thing`)).toEqual([row]);
  await expect(
    database.transaction(async (transaction) => {
      await transaction.run(sql`delete from thing`);
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect(await database.rows(thing, sql`select * from thing`)).toHaveLength(1);
}

describe('the embedded database', () => {
  it('keeps what was written after it is opened again, and returns the same types of values', async () => {
    const options = { folder: join(root, 'embedded'), migrations, schema: 'test' };
    const first = await openDatabase(options);
    await exercise(first);
    await first.close();
    const second = await openDatabase(options);
    expect(await second.rows(thing, sql`select * from thing`)).toHaveLength(1);
    await second.close();
  });

  it('refuses a folder that is open already', async () => {
    const options = { folder: join(root, 'shared'), migrations, schema: 'test' };
    await putDatabaseInto(options.folder, options);
    const first = await openDatabase(options);
    await expect(openDatabase(options)).rejects.toThrow(/in use by another process.*DATA_DIR/);
    await first.close();
  });

  it('is created again if an earlier creation was interrupted', async () => {
    const folder = join(root, 'interrupted');
    await mkdir(join(folder, 'pgdata.new'), { recursive: true });
    await writeFile(join(folder, 'pgdata.new', 'PG_VERSION'), '17');
    const database = await openDatabase({ folder, migrations, schema: 'test' });
    expect(await database.rows(thing, sql`select * from thing`)).toEqual([]);
    await database.close();
  });

  it('lets the program go on while it runs a statement', async () => {
    const options = { folder: join(root, 'busy'), migrations, schema: 'test' };
    await putDatabaseInto(options.folder, options);
    const database = await openDatabase(options);
    let isDone = false;
    let turns = 0;
    const turn = () => {
      turns++;
      if (!isDone) setImmediate(turn);
    };
    turn();
    await database.rows(z.unknown(), sql`select count(*) from generate_series(1, 300000)`);
    isDone = true;
    // Without a thread, the program has a few turns before and after the statement.
    expect(turns).toBeGreaterThan(100);
    await database.close();
  });

  it('says that its files cannot be read', async () => {
    const folder = join(root, 'damaged');
    await mkdir(join(folder, 'pgdata'), { recursive: true });
    await writeFile(join(folder, 'pgdata', 'PG_VERSION'), '17');
    // The second attempt finds the folder unlocked.
    for (let attempt = 1; attempt <= 2; attempt++) {
      const opening = openDatabase({ folder, migrations, schema: 'test' });
      await expect(opening).rejects.toThrow(/damaged can't be used(?!.*in use).*DATA_DIR/s);
    }
  });

  it('is unavailable without its engine, and begins a new session when that is back', async () => {
    const engine = await PGlite.create();
    const exchange = exchangeWith(engine);
    let lost: ConnectionLost | null = null;
    const database = await embeddedOn(
      (messages) => (lost === null ? exchange(messages) : Promise.reject(lost)),
      { migrations, schema: 'test' },
    );
    const ask = () => database.rows(thing, sql`select * from thing`);
    expect(await ask()).toEqual([]);
    const unfinished = database.transaction(async (transaction) => {
      await transaction.run(sql`insert into thing (id) values (1)`);
      lost = new ConnectionLost('the engine has ended');
      await transaction.run(sql`insert into thing (id) values (2)`);
    });
    await expect(unfinished).rejects.toSatisfy(isDatabaseUnavailable);
    await expect(ask()).rejects.toSatisfy(isDatabaseUnavailable);
    lost = null;
    expect(await ask()).toEqual([]);
    await database.close();
    await engine.close();
  });

  it('names a folder that cannot be created', async () => {
    const file = join(root, 'a-file');
    await writeFile(file, '');
    await chmod(file, 0o400);
    const opening = openDatabase({ folder: join(file, 'inside'), migrations, schema: 'test' });
    await expect(opening).rejects.toThrow(DatabaseUnavailable);
    await expect(opening).rejects.toThrow(/a-file.*DATA_DIR/s);
  });
});

describe('the folder lock', () => {
  it('ends with its process: the folder of a killed process can be locked at once', async () => {
    const folder = join(root, 'killed');
    await mkdir(folder);
    const script = `require('net').createServer().listen(process.argv[1], () => console.log('listening'))`;
    const owner = spawn(process.execPath, ['-e', script, join(folder, 'lock')]);
    await once(owner.stdout, 'data');
    await expect(lockFolder(folder)).rejects.toThrow('in use');
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    const unlock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow('in use');
    await unlock();
    await (
      await lockFolder(folder)
    )();
  });

  it('is given to only one of many that compete for the lock of a crashed process', async () => {
    const folder = join(root, 'raced');
    await mkdir(folder);
    const script = `require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
    await once(spawn(process.execPath, ['-e', script, join(folder, 'lock')]), 'exit');
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)));
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  });
});

describe('PostgreSQL', () => {
  it('returns the same types of values, and lets ten replicas migrate at once', async () => {
    const url = await server.createDatabase();
    const options = { url, folder: root, migrations, schema: 'test' };
    const replicas = await Promise.all(Array.from({ length: 10 }, () => openDatabase(options)));
    const [first] = replicas;
    if (first === undefined) throw new Error('no replica');
    await exercise(first);
    await Promise.all(replicas.map((replica) => replica.close()));
  });

  it.each([
    ['plans again when a table has grown', 0, 0],
    ['would read all of it with a plan of the time when it was empty: the test detects it', 3_600, 1],
  ])('%s', async (_name, planSeconds, scans) => {
    const url = await server.createDatabase();
    const database = await openDatabase({
      url,
      folder: '',
      migrations,
      schema: 'own',
      connections: 1,
      planSeconds,
    });
    const client = new Client(url);
    await client.connect();
    const countScans = async (transaction: Transaction) => {
      const scanned = sql`select seq_scan::int as count from pg_stat_xact_user_tables where relname = 'thing'`;
      return (await transaction.rows(z.object({ count: z.int() }), scanned))[0]?.count ?? 0;
    };
    const find = (transaction: Transaction) =>
      transaction.rows(z.object({ id: z.int() }), sql`select id from thing where id = ${7}`);
    try {
      // Nobody but this test looks at the size of the table.
      await client.query('alter table thing set (autovacuum_enabled = off)');
      await client.query('vacuum analyze thing');
      // From the sixth time on, PostgreSQL keeps the plan.
      for (let i = 0; i < 7; i += 1) await database.transaction(find);
      await client.query('insert into thing (id) select generate_series(1, 10000)');
      const counted = await database.transaction(async (transaction) => {
        const before = await countScans(transaction);
        expect(await find(transaction)).toEqual([{ id: 7 }]);
        return (await countScans(transaction)) - before;
      });
      expect(counted).toBe(scans);
    } finally {
      await client.end();
      await database.close();
    }
  });

  it('says what to do if it is not reachable, without the password', async () => {
    const url = 'postgres://someone:secret@127.0.0.1:1/none';
    const opening = openDatabase({ url, folder: root, migrations, schema: 'test' });
    await expect(opening).rejects.toThrow(/127\.0\.0\.1:1.*DATABASE_URL/s);
    await expect(opening).rejects.not.toThrow('secret');
  });
});
