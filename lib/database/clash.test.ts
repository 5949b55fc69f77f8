import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from './database';
import { openDatabase } from './open-database';
import { startPostgres, type TestServer } from '@/testing/database/postgres';

let root: string;
let server: TestServer;
let database: Database;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'clash-'));
  await mkdir(join(root, 'meta'));
  await writeFile(
    join(root, 'meta/_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries: [] }),
  );
  server = await startPostgres(['deadlock_timeout=100ms']);
  database = await openDatabase({
    url: await server.createDatabase(),
    folder: root,
    migrations: root,
    schema: 'test',
  });
  await database.transaction(async (transaction) => {
    await transaction.run(sql`create table thing (id int primary key, amount int not null)`);
    await transaction.run(sql`insert into thing values (1, 0), (2, 0)`);
  });
});
afterAll(async () => {
  await database.close();
  await server.stop();
  await rm(root, { recursive: true });
});

const thing = pgTable('thing', { id: integer().primaryKey(), amount: integer().notNull() });
const row = z.object({ amount: z.int() });
const amounts = async () =>
  (await database.rows(row, sql`select amount from thing order by id`)).map(({ amount }) => amount);

/**
 * Adds one to both rows in this order, by a raw statement and by the builder; both transactions have locked their first row before either locks the
 * second.
 */
function crossing() {
  let arrived = 0;
  let tries = 0;
  let meet: () => void;
  const met = new Promise<void>((resolve) => (meet = resolve));
  const add = (first: number, second: number) =>
    database.transaction(async (transaction) => {
      tries += 1;
      await transaction.run(sql`update thing set amount = amount + 1 where id = ${first}`);
      arrived += 1;
      if (arrived === 2) meet();
      await met;
      await transaction.db
        .update(thing)
        .set({ amount: sql`amount + 1` })
        .where(eq(thing.id, second));
      return first;
    });
  return { add, tries: () => tries };
}

describe('conflicting transactions', () => {
  it('both succeed after a deadlock', async () => {
    const { add, tries } = crossing();
    expect(await Promise.all([add(1, 2), add(2, 1)])).toEqual([1, 2]);
    // One of them ran twice: there was a deadlock.
    expect(tries()).toBeGreaterThan(2);
    expect(await amounts()).toEqual([2, 2]);
  });

  it('all succeed although three read before they write, where the database lets only one commit', async () => {
    const before = await amounts();
    let tries = 0;
    let readers = 0;
    let allHaveRead: () => void = () => undefined;
    const read = new Promise<void>((resolve) => (allHaveRead = resolve));
    const add = () =>
      database.transaction(async (transaction) => {
        tries += 1;
        await transaction.run(sql`set transaction isolation level repeatable read`);
        const [found] = await transaction.rows(row, sql`select amount from thing where id = 1`);
        readers += 1;
        if (readers === 3) allHaveRead();
        await read;
        await transaction.run(sql`update thing set amount = ${(found?.amount ?? 0) + 1} where id = 1`);
      });
    await Promise.all([add(), add(), add()]);
    expect(tries).toBeGreaterThan(3);
    expect((await amounts())[0]).toBe((before[0] ?? 0) + 3);
  });

  it('get their own errors once, without a repetition', async () => {
    let tries = 0;
    const wrong = database.transaction(async (transaction) => {
      tries += 1;
      await transaction.run(sql`insert into thing values (1, 0)`);
    });
    await expect(wrong).rejects.toThrow('duplicate key');
    expect(tries).toBe(1);
  });
});
