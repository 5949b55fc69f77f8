import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { multiplyAmount } from '../money/money';
import { holdRequest, orderOf } from '@/testing/shop/test-shop';
import { audit, type Purchase } from '@/testing/shop/books';
import { startMailServer, type MailServer } from '@/testing/fakes/mail/mail-server';
import { startStripe, type StripeServer } from '@/testing/fakes/stripe/stripe-server';
import type { TicketingServer } from '@/testing/service/service';
import { startTicketingServer } from '@/testing/service/start-service';

/** Until there is a release: an earlier commit with the same first migration. */
const previousCommit = '5773e6d4';
/** A clone without history has no previous release to run. */
const isThere = spawnSync('git', ['cat-file', '-e', `${previousCommit}^{commit}`]).status === 0;
const program = 'testing/shop/release-program.ts';

interface Process {
  /** Requests an action from the pages of this process; resolves to the answer. */
  ask(action: string, ...values: unknown[]): Promise<unknown>;
  kill(): Promise<void>;
}

let previous: string;
let server: TestServer;
let databaseUrl: string;
let database: Client;
let ticketing: TicketingServer;
let provider: StripeServer;
let mailbox: MailServer;
const processes: Process[] = [];
const purchases: Purchase[] = [];

beforeAll(async () => {
  if (!isThere) return;
  previous = await mkdtemp(join(tmpdir(), 'previous-'));
  const archive = execFileSync('git', ['archive', previousCommit], { maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', previous], { input: archive });
  await symlink(resolve('node_modules'), join(previous, 'node_modules'));
  server = await startPostgres();
  databaseUrl = await server.createDatabase();
  database = new Client(databaseUrl);
  await database.connect();
  [ticketing, provider, mailbox] = await Promise.all([
    startTicketingServer(),
    startStripe(),
    startMailServer(),
  ]);
});

afterAll(async () => {
  if (!isThere) return;
  await Promise.all(processes.map((one) => one.kill()));
  await Promise.all([ticketing.close(), provider.close(), mailbox.close(), database.end()]);
  await server.stop();
  await rm(previous, { recursive: true });
});

/**
 * Starts a process of the release in this folder; resolves when it has migrated the tables and is working.
 */
async function start(folder: string, worker: boolean): Promise<Process> {
  const places = { serviceUrl: ticketing.url, providerUrl: provider.url, mailUrl: mailbox.url };
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    cwd: folder,
    env: { ...process.env, SETTING: JSON.stringify({ worker, places, databaseUrl }) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async (): Promise<string> => {
    const next = await lines.next();
    if (next.done === true) throw new Error('the process stopped by itself');
    return next.value;
  };
  expect(await line()).toBe('ready');
  const started: Process = {
    ask: async (...request) => {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      return JSON.parse(await line()) as unknown;
    },
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
  processes.push(started);
  return started;
}

const heldSchema = z.object({ kind: z.literal('held'), checkoutId: z.string() });

/** The customer reaches the payment page at one process, and pays. */
async function pay(at: Process): Promise<{ sessionId: string }> {
  const email = `customer-${purchases.length}@example.org`;
  const { checkoutId } = heldSchema.parse(await at.ask('hold', holdRequest(ticketing, 2)));
  await at.ask('order', orderOf(checkoutId, multiplyAmount(ticketing.price, 2), { email }));
  const session = [...provider.sessions.values()].find(
    ({ clientReferenceId }) => clientReferenceId === checkoutId,
  );
  if (session === undefined) throw new Error('no payment page');
  const { rows } = await database.query<{ reference: string }>(
    'select reference from storefront.checkout where id = $1',
    [checkoutId],
  );
  purchases.push({ checkoutId, reference: rows[0]?.reference ?? '', email });
  provider.pay(session.id);
  return { sessionId: session.id };
}

/** The webhook of the payment goes to another process, if there is one. */
async function tell(at: Process, { sessionId }: { sessionId: string }): Promise<void> {
  const { body, signature } = provider.webhook(sessionId);
  expect(await at.ask('webhook', body, signature)).not.toMatchObject({ kind: 'refused' });
}

/** According to the books of the partners, each customer has an order or a refund, and one e-mail. */
async function settled(ends: { ordered: number; refunded: number }): Promise<void> {
  const judge = () => audit({ ticketing, provider, mailbox }, purchases);
  let books = judge();
  for (let tries = 0; tries < 600 && books.wrong.length > 0; tries += 1) {
    await setTimeout(100);
    books = judge();
  }
  expect(books.wrong).toEqual([]);
  expect(books.ended).toMatchObject(ends);
}

describe(`this release and the one before it (skipped where git has no ${previousCommit})`, () => {
  it.skipIf(!isThere)('share purchases, in both directions', { timeout: 300_000 }, async () => {
    ticketing.stock = 1_000;
    const [oldPages, oldWorker] = [await start(previous, false), await start(previous, true)];
    // Bought on the tables of the previous release, and paid before a webhook arrived.
    const early = [await pay(oldPages), await pay(oldPages)];
    const [first] = early;
    if (first === undefined) throw new Error('nothing was bought');
    await tell(oldPages, first);
    // This release starts, and changes the tables while the previous one runs.
    const [newPages, newWorker] = [await start('.', false), await start('.', true)];
    await tell(newPages, early[1] ?? first);
    for (let round = 0; round < 3; round += 1) {
      for (const [pages, told] of [
        [oldPages, newPages],
        [newPages, oldPages],
      ] as const) {
        await tell(told, await pay(pages));
      }
    }
    ticketing.orderFaults.push('refuse', 'refuse');
    await tell(newPages, await pay(oldPages));
    await tell(oldPages, await pay(newPages));
    await settled({ ordered: 8, refunded: 2 });
    // Forwards: only the worker of this release finishes what pages of the previous one began.
    await oldWorker.kill();
    await tell(oldPages, await pay(oldPages));
    await settled({ ordered: 9, refunded: 2 });
    // Backwards: only the worker of the previous release finishes what pages of this one began.
    await newWorker.kill();
    await start(previous, true);
    ticketing.orderFaults.push('refuse');
    await tell(newPages, await pay(newPages));
    await tell(newPages, await pay(newPages));
    await settled({ ordered: 10, refunded: 3 });
  });
});
