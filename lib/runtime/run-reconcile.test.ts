import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shopTables } from '@/testing/shop/tables';
import { listen, listenTls, type WireServer } from '@/testing/faults/wire';
import { collection } from '@/testing/service/collection';
import { putDatabaseInto } from '@/testing/database/embedded';
import { requiredSettings } from '@/testing/required-settings';
import { openShopDatabase } from './open-parts';
import { runReconcile, type Ended } from './run-reconcile';

/** The content of the provider's lists; null: the provider is unreachable. */
let sessions: object[] | null = [];
const provider = createServer((request, response) => {
  if (sessions === null) {
    request.socket.destroy();
    return;
  }
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  response.writeHead(200, { 'content-type': 'application/json' });
  if (pathname.startsWith('/v1/checkout/sessions/')) {
    response.end(JSON.stringify(sessions[0]));
    return;
  }
  const data = pathname === '/v1/checkout/sessions' ? sessions : [];
  response.end(JSON.stringify({ object: 'list', data, has_more: false }));
});

let issuer: WireServer;
let service: WireServer & { ca: string };
let folder: string;
let environment: Record<string, string>;

const openShop = () => openShopDatabase({ processes: 1, database: { folder: join(folder, 'storefront') } });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rec-'));
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
  issuer = await listen(({ path }) => ({
    body: path.startsWith('/.well-known')
      ? { issuer: issuer.url, token_endpoint: `${issuer.url}/token` }
      : { access_token: 'token', token_type: 'Bearer', expires_in: 600 },
  }));
  service = await listenTls((seen) => collection(seen, []));
  await writeFile(join(folder, 'ca.pem'), service.ca);
  environment = {
    ...requiredSettings,
    SERVICE_URL: service.url,
    SERVICE_CA_FILE: join(folder, 'ca.pem'),
    TOKEN_ISSUER: issuer.url,
    PAYMENT_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    DATA_DIR: folder,
  };
  await putDatabaseInto(join(folder, 'storefront'), shopTables);
});

afterAll(async () => {
  provider.closeAllConnections();
  provider.close();
  await Promise.all([issuer.close(), service.close()]);
  await rm(folder, { recursive: true });
});

const run = (args: readonly string[], settings = environment): Promise<Ended> => runReconcile(args, settings);

/** The reconciliation as a program, as `npm run reconcile` starts it. */
const start = (args: readonly string[]): Promise<Omit<Ended, 'code'> & { code: unknown }> =>
  new Promise((done) => {
    const command = ['node_modules/tsx/dist/cli.mjs', 'lib/runtime/reconcile-command.ts', ...args];
    const env = { ...process.env, ...environment };
    execFile(process.execPath, command, { env }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : error.code, stdout, stderr }),
    );
  });

const since = ['--since', '2026-11-01'];

describe('npm run reconcile', () => {
  it('ends with 0 when all data matches', async () => {
    sessions = [];
    const ran = await run(since);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toBe(
      'Since 2026-11-01: 0 paid, 0 ordered (0 of them free of charge), 0 refunded, 0 voided, 0 in hand.\n\nAll matches.\n',
    );
  });

  it('ends with 1, and says what to do, when something does not match', async () => {
    const intent = { id: 'pi_1', object: 'payment_intent', status: 'succeeded', currency: 'eur' };
    const session = { id: 'cs_1', object: 'checkout.session', mode: 'payment', status: 'complete' };
    const money = { payment_intent: { ...intent, amount_received: 3600 }, amount_total: 3600 };
    const created = Math.floor(Date.now() / 1000);
    sessions = [{ ...session, ...money, created, client_reference_id: 'c-1', currency: 'eur' }];
    const ran = await start(since);
    expect(ran).toMatchObject({ code: 1, stderr: '' });
    expect(ran.stdout).toMatch(/Does not match: 1\ncs_1 {2}paid_unknown {2}Paid at the provider/);
  });

  it.each([[[]], [['--dry-run']]])('has nothing to do after a restore without payments: %o', async (more) => {
    sessions = [];
    const ran = await run(['--after-restore', '--since', '2026-11-01T14:30:00+01:00', ...more]);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(more.length === 0 ? /All matches\.\n$/ : /^Nothing was changed/);
  });

  it('ends with 1 after a restore when a payment says nothing of what was bought', async () => {
    const intent = { id: 'pi_1', object: 'payment_intent', status: 'succeeded', currency: 'eur' };
    const about = {
      client_reference_id: crypto.randomUUID(),
      success_url: 'http://localhost:3000/en/orders/1',
    };
    const page = { id: 'cs_1', object: 'checkout.session', mode: 'payment', status: 'complete', ...about };
    const created = Math.floor(Date.now() / 1000);
    const metadata = { checkout: about.client_reference_id, reference: 'ABCD-EFGH' };
    const money = {
      payment_intent: { ...intent, amount_received: 3600 },
      customer_email: 'a@b.example',
      metadata,
    };
    sessions = [{ ...page, ...money, created }];
    const ran = await run(['--after-restore', ...since]);
    expect(ran).toMatchObject({ code: 1, stderr: '' });
    expect(ran.stdout).toContain('ABCD-EFGH  Says nothing of what was bought');
    sessions = [{ ...page, ...money, created, success_url: 'https://other.example/en/orders/1' }];
    expect((await run(['--after-restore', ...since])).stdout).toContain(
      'ABCD-EFGH  Of another STOREFRONT_URL',
    );
  });

  it.each([
    ['a moment without a restore', ['--since', '2026-11-01T14:30:00Z']],
    ['a moment without a time zone', ['--after-restore', '--since', '2026-11-01T14:30:00']],
    ['a dry run without a restore', ['--dry-run', '--since', '2026-11-01']],
    ['no day', []],
    ['a day that does not exist', ['--since', '2026-02-30']],
    ['a future day', ['--since', '2999-01-01']],
    ['an unknown argument', ['--from', '2026-11-01']],
  ])('ends with 2 and prints its usage with %s', async (_what, args) => {
    const ran = await run(args);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain('Usage: bin/ticketing reconcile --since');
  });

  it('needs no setting that it does not use, at a public address neither', async () => {
    sessions = [];
    const unused = ['SMTP_URL', 'MAIL_FROM', 'STAFF_ISSUER', 'STAFF_CLIENT_SECRET', 'LINK_SECRET'];
    const none = Object.fromEntries(
      [...unused, 'NEXTAUTH_SECRET', 'PAYMENT_WEBHOOK_SECRET'].map((name) => [name, '']),
    );
    const settings = { ...environment, ...none, STOREFRONT_URL: 'https://tickets.example' };
    expect(await run(since, settings)).toMatchObject({ code: 0, stderr: '' });
  });

  it('ends with 2 and names the missing setting', async () => {
    const ran = await run(since, { ...environment, PAYMENT_SECRET_KEY: '' });
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain('PAYMENT_SECRET_KEY is missing.');
  });

  it('ends with 2 when there is no database, and creates none', async () => {
    const ran = await run(since, { ...environment, DATA_DIR: join(folder, 'elsewhere') });
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toMatch(/There is no database in .*elsewhere.*DATA_DIR/);
  });

  it('ends with 2 while the shop uses its embedded database', async () => {
    const shop = await openShop();
    const ran = await run(since);
    await shop.close();
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain('stop the shop first');
  });

  it('ends with 2 when PostgreSQL, the provider or the service is unreachable', async () => {
    const nowhere = 'postgres://someone:secret@127.0.0.1:1/none';
    const ran = await run(since, { ...environment, DATABASE_URL: nowhere });
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).not.toContain('secret');
    sessions = null;
    const alone = await run(since);
    expect(alone).toMatchObject({ code: 2, stdout: '' });
    expect(alone.stderr).toContain("The payment provider can't be asked");
    sessions = [];
    const unserved = await run(since, { ...environment, SERVICE_URL: 'https://127.0.0.1:1' });
    expect(unserved).toMatchObject({ code: 2, stdout: '' });
    expect(unserved.stderr).toContain("The ticketing service can't be asked");
  });
});
