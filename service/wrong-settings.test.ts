import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { putDatabaseInto } from '@/testing/database/embedded';
import { freePort } from '@/testing/free-port';

// The program as an operator starts it: one sentence for each mistake, and no stack trace.

let root: string;
const taken = createServer();

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'wrong-settings-'));
  await writeFile(join(root, 'file'), '');
  for (const folder of ['host', 'port']) {
    await putDatabaseInto(join(root, folder, 'service'), {
      migrations: 'service/migrations',
      schema: 'ticketing_migrations',
    });
  }
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
});
afterAll(async () => {
  taken.close();
  await rm(root, { recursive: true });
});

const cases: [string, () => Record<string, string>, RegExp][] = [
  [
    'a port beyond 65535',
    () => ({ SERVICE_PORT: '70000' }),
    /^SERVICE_PORT has to be a port number from 1 to 65535\.$/m,
  ],
  [
    'a port that is in use',
    () => ({ SERVICE_PORT: String((taken.address() as AddressInfo).port), DATA_DIR: join(root, 'port') }),
    /^Port \d+ is in use\. .*SERVICE_PORT/,
  ],
  [
    'an invalid host',
    () => ({ SERVICE_HOST: 'nowhere.invalid', DATA_DIR: join(root, 'host') }),
    /^SERVICE_HOST \(nowhere\.invalid\) is no address of this machine/,
  ],
  ['a data folder that is a file', () => ({ DATA_DIR: join(root, 'file') }), /DATA_DIR has to name a folder/],
  [
    'a database that need not take writes',
    () => ({
      DATABASE_URL: 'postgres://me:secret@one.example,two.example:5432/tickets?target_session_attrs=any',
      DATA_DIR: root,
    }),
    /^DATABASE_URL has a target_session_attrs that is neither/,
  ],
  ['a pooler of sessions', () => ({ DATABASE_POOLER: 'session' }), /^DATABASE_POOLER has to be transaction/],
  [
    'a database at an unknown host',
    () => ({ DATABASE_URL: 'postgres://me:secret@nowhere.invalid/tickets', DATA_DIR: root }),
    /^The database .*nowhere\.invalid.* can't be used/,
  ],
];

it.each(cases)('%s is reported in one sentence', async (_name, settings, sentence) => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'service/main.ts'], {
    env: { ...process.env, SERVICE_HOST: '127.0.0.1', SERVICE_PORT: String(await freePort()), ...settings() },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const told = text(child.stderr);
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(1);
  expect(await told).toMatch(sentence);
  expect((await told).trim().split('\n')).toHaveLength(1);
  expect(await told).not.toContain('secret');
});

const nowhere = 'postgres://me:secret@nowhere.invalid/tickets';
const unreachable = /^The database .*nowhere\.invalid.* can't be used/;
const notPostgres =
  'DATABASE_URL has to be an address such as postgres://user:password@host:5432/database.\n';
const migrate = 'lib/runtime/migrate-command.ts';
const distribute = 'service/distribute-command.ts';

it.each([
  ['migrate', [migrate, 'service'], { DATABASE_URL: nowhere }, unreachable],
  ['migrate', [migrate, 'service'], { DATABASE_URL: 'mysql://me@db/tickets' }, notPostgres],
  ['migrate', [migrate, 'service'], { DATABASE_URL_FILE: 'nowhere' }, /^DATABASE_URL_FILE names a file/],
  ['migrate', [migrate, 'storefront'], {}, /^Usage: DATABASE_URL=/],
  ['service:distribute', [distribute], { DATABASE_URL: nowhere }, unreachable],
  ['service:distribute', [distribute], { DATABASE_URL: 'mysql://me@db/tickets' }, notPostgres],
  [
    'service:distribute',
    [distribute],
    {},
    'DATABASE_URL is missing: the address of the coordinator of a Citus cluster.\n',
  ],
])('%s asks only for its database: %j with %j', async (_name, args, settings, told) => {
  // No settings of the server, although it is one that others can reach.
  const server = { SERVICE_URL: 'https://api.tickets.example', DATABASE_URL: '', HOLD_MINUTES: 'ten' };
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
    env: { ...process.env, ...server, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const outputs = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(1);
  const output = (await outputs).join('');
  expect(output).toMatch(told);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(output).not.toContain('secret');
});
