import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgres } from '@/lib/database/postgres';
import { programTables } from '@/lib/database/program-tables';
import { citusUrl } from '@/testing/database/citus';
import { hasPooler, startPooler } from '@/testing/database/pooler';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { freePort } from '@/testing/free-port';
import { type DatabaseLook, lookAtDatabase } from './database';

async function run(url: string, statements: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query(statements);
  await client.end();
}

function withRole(url: string, role: string): string {
  const own = new URL(url);
  own.username = role;
  return own.href;
}

async function look(url: string, differently: Partial<DatabaseLook> = {}) {
  const usual = { program: 'storefront', url, pooler: undefined, connections: 10 } as const;
  return await lookAtDatabase({ ...usual, ...differently });
}

const wrong = (sentence: RegExp) => ({ state: 'wrong', sentence: expect.stringMatching(sentence) as string });
const warning = (sentence: RegExp) => ({ ...wrong(sentence), state: 'warning' });
const ok = (sentence: RegExp) => ({ ...wrong(sentence), state: 'ok' });

// The roles of a cluster are those of all its servers, and its settings are its own.
describe.skipIf(citusUrl !== undefined)('a database', () => {
  let server: TestServer;
  /** One with the tables of the storefront, of which the rest are copies. */
  let whole: string;
  const role = `doctor_${process.pid}`;
  const roles = [`${role}_reader`, role];

  beforeAll(async () => {
    server = await startPostgres(['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']);
    whole = await server.createDatabase();
    await (await openPostgres({ url: whole, ...programTables.storefront })).close();
    await run(
      whole,
      `${roles.map((name) => `create role ${name} login;`).join('')}
       grant usage on schema storefront, storefront_migrations to ${role};
       grant select on all tables in schema storefront_migrations to ${role};
       grant select, insert, update, delete on all tables in schema storefront to ${role};
       grant usage on all sequences in schema storefront to ${role};
       grant usage on schema storefront, storefront_migrations to ${role}_reader;
       grant select on all tables in schema storefront, storefront_migrations to ${role}_reader`,
    );
  });
  afterAll(() => server.stop());

  it('with tables of this version and a role of its own is as it should be, but for its settings', async () => {
    const found = await look(withRole(whole, role));
    expect(found).toEqual([
      ok(/^postgres:\/\/127\.0\.0\.1:\d+\/test_\w+ is PostgreSQL \d+.*, and answers in \d+\.\d ms\.$/),
      ok(/clock of the database/),
      ok(/may open 10 connections, and the database allows \d+/),
      wrong(/^fsync is off: .* Set fsync = on\.$/),
      wrong(/^full_page_writes is off/),
      wrong(/^synchronous_commit is off/),
      warning(/not archived \(wal_level = replica, archive_mode = off\)/),
      ok(/tables are those of this version/),
      ok(/has the rights that it needs, and no others/),
    ]);
  });

  it('archives its log, does so in vain, or has no command for it', async () => {
    const archiving = await startPostgres(['archive_mode=on']);
    try {
      const url = await archiving.createDatabase();
      const archive = async (command: string) => {
        await run(url, `alter system set archive_command = '${command}'`);
        await run(url, `select pg_reload_conf(), pg_stat_reset_shared('archiver')`);
      };
      const write = `create table if not exists written (); drop table written; select pg_switch_wal()`;
      const found = () => run(url, write).then(() => look(url));
      expect(await look(url)).toContainEqual(
        wrong(/^Its log is not archived, because archive_command is empty/),
      );
      await archive('true');
      expect(await look(url)).toContainEqual(ok(/^Its log is to be archived; none has been yet/));
      await expect.poll(found, { timeout: 20_000 }).toContainEqual(ok(/^Its log is archived\.$/));
      await archive('false');
      await expect
        .poll(found, { timeout: 20_000 })
        .toContainEqual(wrong(/could not be archived at 2\S+Z, and not since.*: correct archive_command/));
    } finally {
      await archiving.stop();
    }
  });

  it('has too few connections', async () => {
    expect(await look(whole, { connections: 1_000 })).toContainEqual(
      wrong(/may open 1000 connections, and the database allows \d+ .* or raise max_connections/),
    );
  });

  it('has a role that may change its tables', async () => {
    expect(await look(whole)).toContainEqual(warning(/^The role postgres may change and drop tables/));
  });

  it('has a role that lacks rights', async () => {
    const found = await look(withRole(whole, `${role}_reader`));
    const lacks =
      /lacks rights for storefront\.\w+ \((insert, update, delete|usage)\) and for \d+ more: .*docs\/installation\.md/;
    expect(found.at(-1)).toEqual(wrong(lacks));
  });

  it('has no tables yet', async () => {
    const empty = await server.createDatabase();
    expect(await look(empty)).toContainEqual(
      warning(/has no tables yet: .*bin\/ticketing migrate storefront does/),
    );
    expect(await look(withRole(empty, role))).toContainEqual(
      wrong(/has no tables yet, and this role may not change them: run bin\/ticketing migrate storefront/),
    );
  });

  it('has tables of an earlier, a later, and an unknown version', async () => {
    const changed = new URL(whole);
    changed.pathname += '_changed';
    await run(
      withRole(whole, 'postgres').replace(/[^/]*$/, 'postgres'),
      `create database "${changed.pathname.slice(1)}" template "${new URL(whole).pathname.slice(1)}"`,
    );
    const url = changed.href;
    const record = 'storefront_migrations.__drizzle_migrations';
    const last = `(select max(created_at) from ${record})`;
    await run(url, `update ${record} set created_at = created_at + 1000 where created_at = ${last}`);
    expect(await look(url)).toContainEqual(warning(/of a later release/));
    await run(url, `delete from ${record} where created_at = ${last}`);
    expect(await look(withRole(url, role))).toContainEqual(
      wrong(/tables of an earlier version, and this role may not change them/),
    );
    expect(await look(url)).toContainEqual(warning(/tables of an earlier version: the program changes that/));
    await run(url, `insert into ${record} (hash, created_at) values ('x', 1)`);
    await run(url, `delete from ${record} where created_at > 1`);
    expect(await look(url)).toContainEqual(wrong(/version that was not released/));
    await run(url, 'create schema ticketing');
    expect(await look(url)).toContainEqual(warning(/tables of the service are in the same database/));
  });

  it('has another encoding', async () => {
    await run(whole, `create database ascii_${role} encoding 'SQL_ASCII' template template0`);
    expect(await look(whole.replace(/[^/]*$/, `ascii_${role}`))).toContainEqual(
      wrong(/encoding of the database is SQL_ASCII: make a new one/),
    );
  });

  it('can’t be reached', async () => {
    const url = `postgres://shop:hidden-password@127.0.0.1:${await freePort()}/shop`;
    const found = await look(url);
    expect(found).toEqual([wrong(/ECONNREFUSED.*Check DATABASE_URL and that PostgreSQL is running\.$/)]);
    expect(JSON.stringify(found)).not.toContain('hidden');
  });

  it('is far away, which is told by the fastest of several answers, and not of one on this machine', async () => {
    let isSometimesFast = false;
    const relay = createServer((inward) => {
      const { hostname, port } = new URL(whole);
      const outward = connect(Number(port), hostname);
      let sent = Promise.resolve();
      let answers = 0;
      inward.pipe(outward);
      outward.on('data', (chunk) => {
        answers += 1;
        const delay = isSometimesFast && answers % 3 === 0 ? 0 : 15;
        sent = sent
          .then(() => new Promise<void>((later) => setTimeout(later, delay)))
          .then(() => void inward.write(chunk));
      });
      outward.on('end', () => void sent.then(() => inward.end()));
    });
    relay.listen(0, '127.0.0.1');
    await once(relay, 'listening');
    const at = (host: string) => {
      const url = new URL(whole);
      url.host = `${host}:${(relay.address() as AddressInfo).port}`;
      return look(url.href);
    };
    // It leads to this machine, and is not among the names of it.
    const far = '0.0.0.0';
    const slow = warning(/answers in \d+\.\d ms\. Put program and database/);
    expect(await at(far)).toContainEqual(slow);
    const near = ok(/answers in \d+\.\d ms\.$/);
    for (const host of ['127.0.0.1', 'localhost']) expect(await at(host)).toContainEqual(near);
    isSometimesFast = true;
    expect(await at(far)).toContainEqual(near);
    relay.close();
    await once(relay, 'close');
  });

  it('is the embedded one, which is not opened', async () => {
    expect(await look('', { url: undefined })).toEqual([warning(/one process at a time/)]);
  });

  it('has no pooler, although DATABASE_POOLER says so', async () => {
    expect((await look(whole, { pooler: 'transaction' }))[0]).toEqual(
      warning(/^DATABASE_POOLER is set, and PostgreSQL itself answers/),
    );
  });

  describe.skipIf(!hasPooler)('behind PgBouncer', () => {
    it.each([
      ['that refuses what the programs send', [], /startup parameter.*Set DATABASE_POOLER=transaction/],
      [
        'that takes everything',
        ['ignore_startup_parameters = options'],
        /set DATABASE_POOLER=transaction, else/,
      ],
    ])('%s needs DATABASE_POOLER', async (_name, more, sentence) => {
      const pooler = await startPooler(whole, 2, more);
      const found = await look(pooler.through(whole));
      await pooler.stop();
      expect(found[0]).toEqual(wrong(sentence));
    });

    it('needs settings of the role', async () => {
      const pooler = await startPooler(whole, 2);
      const before = await look(pooler.through(whole), { pooler: 'transaction' });
      for (const setting of ['jit = off', "lock_timeout = '10s'", "statement_timeout = '15s'"])
        await run(whole, `alter role postgres set ${setting}`);
      await pooler.stop();
      const renewed = await startPooler(whole, 2);
      const after = await look(renewed.through(whole), { pooler: 'transaction' });
      await renewed.stop();
      expect(before[0]).toEqual(wrong(/alter role postgres set jit = off/));
      expect(after).toContainEqual(ok(/^A pooler answers/));
      expect(after).toContainEqual(ok(/tables are those of this version/));
    });
  });
});
