import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hasPooler, startPooler, type TestPooler } from '@/testing/database/pooler';
import { type CrashingServer, startCrashingPostgres } from '@/testing/database/postgres';
import { type Database, isDatabaseUnavailable, type Transaction } from './database';
import { openPostgres } from './postgres';
import { programTables } from './program-tables';

const countRow = z.object({ count: z.int() });
const backendRow = z.object({ pid: z.int() });

// Fewer than ours: a connection of ours gets another one of these for each transaction.
const ofPooler = 3;
const ours = 12;

async function run(url: string, statements: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query(statements);
  await client.end();
}

describe.skipIf(!hasPooler)('PgBouncer in transaction mode', () => {
  let server: CrashingServer;
  let pooler: TestPooler;
  let direct: string;
  let database: Database;

  const open = (url: string) =>
    openPostgres({ url, ...programTables.storefront, connections: ours, pooler: 'transaction' });
  const asRole = (setting: string) => `alter database "${new URL(direct).pathname.slice(1)}" set ${setting}`;

  beforeAll(async () => {
    server = await startCrashingPostgres();
    direct = await server.createDatabase();
    pooler = await startPooler(direct, ofPooler);
    await (await openPostgres({ url: direct, ...programTables.storefront })).close();
    await run(
      direct,
      ['jit = off', "lock_timeout = '10s'", "statement_timeout = '2s'"].map(asRole).join(';'),
    );
    await run(direct, 'create table counted (id int primary key, count int not null)');
    await run(direct, 'insert into counted select id, 0 from generate_series(1, 5) id');
    database = await open(pooler.through(direct));
  });
  afterAll(async () => {
    await database.close();
    await pooler.stop();
    await server.stop();
  });

  const add = async (transaction: Transaction, id: number) => {
    const [before] = await transaction.rows(
      countRow,
      sql`select count from counted where id = ${id} for update`,
    );
    await transaction.run(sql`update counted set count = ${(before?.count ?? 0) + 1} where id = ${id}`);
  };
  const total = async () =>
    (await database.rows(countRow, sql`select sum(count)::int as count from counted`))[0]?.count;

  it('is refused without the setting', async () => {
    const opening = openPostgres({ url: pooler.through(direct), ...programTables.storefront });
    await expect(opening).rejects.toThrow(/startup parameter.*DATABASE_POOLER=transaction/);
  });

  it('keeps many transactions at once apart', async () => {
    const before = (await total()) ?? 0;
    const works = Array.from({ length: 100 }, (_, index) =>
      database.transaction((transaction) => add(transaction, (index % 5) + 1)),
    );
    await Promise.all(works);
    expect(await total()).toBe(before + 100);
  });

  it('repeats statements on whichever connection it gets', async () => {
    const pids = new Set<number>();
    const texts = Array.from({ length: 20 }, (_, index) => sql.raw(`${index} as count`));
    for (let round = 0; round < 5; round += 1) {
      const asked = Array.from({ length: ours }, async (_, index) => {
        const text = texts[index] ?? sql.raw('');
        expect(await database.rows(countRow, sql`select ${text} where ${1}::int = 1`)).toEqual([
          { count: index },
        ]);
        const slow = sql`select pg_backend_pid() as pid from pg_sleep(${0.01}::float8)`;
        const [backend] = await database.rows(backendRow, slow);
        if (backend !== undefined) pids.add(backend.pid);
      });
      await Promise.all(asked);
    }
    expect(pids.size).toBe(ofPooler);
  });

  it('takes the statements of a transaction that are sent together', async () => {
    const pids = await Promise.all(
      Array.from({ length: ours }, () =>
        database.transaction((transaction) =>
          Promise.all([1, 2, 3].map(() => transaction.rows(backendRow, sql`select pg_backend_pid() as pid`))),
        ),
      ),
    );
    for (const same of pids) expect(new Set(same.flat().map(({ pid }) => pid)).size).toBe(1);
  });

  it('rolls back a transaction in which a statement fails', async () => {
    const before = await total();
    const failing = Array.from({ length: ours }, () =>
      database.transaction(async (transaction) => {
        await add(transaction, 1);
        await transaction.run(sql`insert into counted values (${1}, ${0})`);
      }),
    );
    const errors = await Promise.allSettled(failing);
    for (const error of errors)
      expect(error).toMatchObject({ status: 'rejected', reason: { code: '23505' } });
    expect(await total()).toBe(before);
  });

  it('leaves no statement that took too long', async () => {
    const slow = Array.from({ length: ofPooler }, () => database.single.run(sql`select pg_sleep(25)`));
    for (const one of await Promise.allSettled(slow))
      expect(one).toMatchObject({ status: 'rejected', reason: { code: '57014' } });
    expect(await total()).toBeGreaterThan(0);
  });

  it('is used again after PostgreSQL was away', async () => {
    await server.crash('immediate');
    await expect(total()).rejects.toSatisfy(isDatabaseUnavailable);
    await server.restart();
    await expect.poll(() => total().catch(() => null), { timeout: 30_000 }).toBeGreaterThan(0);
  });

  it('changes no tables', async () => {
    const empty = await server.createDatabase();
    const name = new URL(empty).pathname.slice(1);
    for (const setting of ['jit = off', "lock_timeout = '10s'", "statement_timeout = '15s'"])
      await run(empty, `alter database ${name} set ${setting}`);
    await expect(open(pooler.through(empty))).rejects.toThrow(
      /bin\/ticketing migrate without DATABASE_POOLER/,
    );
  });

  it('is refused while the role lacks the settings that it can not get from the program', async () => {
    const other = await server.createDatabase();
    const opening = open(pooler.through(other));
    await expect(opening).rejects.toThrow(
      /set jit = off; alter role postgres set lock_timeout = '10s'; alter role postgres set statement_timeout = '15s';/,
    );
    const late = await server.createDatabase();
    const name = new URL(late).pathname.slice(1);
    for (const setting of ['jit = off', "lock_timeout = '10s'", "statement_timeout = '20s'"])
      await run(late, `alter database ${name} set ${setting}`);
    const tooLong = open(pooler.through(late));
    await expect(tooLong).rejects.toThrow(/Run alter role postgres set statement_timeout = '15s'; and let/);
  });
});
