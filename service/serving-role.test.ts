import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createOrdersOutputSchema } from '@/lib/contract/order';
import { openPostgres } from '@/lib/database/postgres';
import { programTables } from '@/lib/database/program-tables';
import { citusUrl } from '@/testing/database/citus';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { customer, freeItem, hold, openPlaces, ordersBulk } from '@/testing/ticketing-service/booking';
import { startIssuer, type Issuer } from '@/testing/ticketing-service/issuer';
import { startProgram } from '@/testing/ticketing-service/program';

let server: TestServer;
let issuer: Issuer;
let url: URL;
const roles = { owner: `owner_${process.pid}`, serving: `serving_${process.pid}` };

/** The URL of the database for one of the roles. */
function urlOf(role: string): string {
  const own = new URL(url);
  own.username = role;
  own.password = 'secret';
  return own.href;
}

async function run(databaseUrl: string | URL, statements: string): Promise<void> {
  const client = new Client(String(databaseUrl));
  await client.connect();
  await client.query(statements);
  await client.end();
}

function migrate(program: string, databaseUrl: string): Promise<{ code: number; output: string }> {
  const args = ['--import', 'tsx', 'lib/runtime/migrate-command.ts', program];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: { ...process.env, DATABASE_URL: databaseUrl } }, (error, out) =>
      resolve({ code: Number(error?.code ?? 0), output: out }),
    );
  });
}

/** The grants that docs/installation.md names, for the schemas of the program and our role. */
async function documented(schema: 'ticketing' | 'storefront'): Promise<string> {
  const page = await readFile('docs/installation.md', 'utf8');
  const [, statements] = /```sql\n(grant usage on schema [^`]*)```/.exec(page) ?? [];
  if (statements === undefined) throw new Error('docs/installation.md names no grants');
  return statements.replaceAll('ticketing', schema).replaceAll('to serving', `to ${roles.serving}`);
}

// The roles of a cluster are those of all its servers, which is not what is tried here.
describe.skipIf(citusUrl !== undefined)('a role that may not change tables', () => {
  beforeAll(async () => {
    [server, issuer] = await Promise.all([startPostgres(), startIssuer()]);
    url = new URL(await server.createDatabase());
    const database = url.pathname.slice(1);
    await run(
      url,
      `create role ${roles.owner} login password 'secret'; create role ${roles.serving} login password 'secret';
       grant create on database "${database}" to ${roles.owner}`,
    );
  });
  afterAll(async () => {
    await run(
      url,
      `drop owned by ${roles.serving}, ${roles.owner}; drop role ${roles.serving}; drop role ${roles.owner}`,
    );
    await issuer.close();
    await server.stop();
  });

  it('is told to have the tables made', async () => {
    const { code, output } = await migrate('service', urlOf(roles.serving));
    expect(code).toBe(1);
    expect(output).toMatch(
      /may not change them .*\. Run bin\/ticketing migrate with the role that owns them\.$/m,
    );
  });

  it('serves when another one has made them', async () => {
    expect(await migrate('service', urlOf(roles.owner))).toEqual({
      code: 0,
      output: 'The tables are up to date.\n',
    });
    await run(urlOf(roles.owner), await documented('ticketing'));
    const program = await startProgram({ databaseUrl: urlOf(roles.serving), issuer });
    try {
      const { reservations } = await hold(program, [freeItem(await openPlaces(program))]);
      const body = { reservations: reservations.map((each) => each['@id']), customer };
      const answer = await program.call('POST', ordersBulk, { body });
      const [path = ''] = createOrdersOutputSchema.parse(answer.body).orders[0]?.documents ?? [];
      expect((await program.call('PATCH', path, { body: {} })).status).toBe(200);
    } finally {
      await program.close();
    }
  });

  it('opens the tables of the storefront', async () => {
    expect(await migrate('storefront', urlOf(roles.owner))).toMatchObject({ code: 0 });
    await run(urlOf(roles.owner), await documented('storefront'));
    const database = await openPostgres({ url: urlOf(roles.serving), ...programTables.storefront });
    const rows = await database.rows(
      z.object({ count: z.int() }),
      sql`select count(*)::int from storefront.checkout`,
    );
    await database.close();
    expect(rows).toEqual([{ count: 0 }]);
  });
});
