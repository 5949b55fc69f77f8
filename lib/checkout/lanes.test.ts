import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startPostgres, type TestServer } from '../database/postgres-testing';
import { openShopDatabase } from './database-testing';
import { millisecondsToOrder } from './order-time-testing';
import { readPayments } from './payment-store';
import { startStage, type Stage } from './testing';
import { receiveWebhook } from './webhooks';
import { startWorker } from './worker';
import { startPool } from './worker-pool';

let server: TestServer;
let stage: Stage;

beforeAll(async () => {
  server = await startPostgres();
  stage = await startStage({ database: await openShopDatabase(await server.createDatabase()) });
});

afterAll(async () => {
  await stage.close();
  await server.stop();
});

/** So many more people on the payment page, whose hold ends now: each is a question to the provider. */
async function crowd(count: number): Promise<void> {
  const { id } = await stage.paying();
  await stage.rooms.database.transaction(async (transaction) => {
    await transaction.run(
      sql`insert into storefront.checkout (id, reference, state, entered_at, created_at, language, entries, total,
            expires_at, due_at)
          select gen_random_uuid(), 'CROWD-' || number, 'paying', entered_at, created_at, language, entries, total,
            clock_timestamp(), clock_timestamp() - interval '1 hour'
          from storefront.checkout, generate_series(1, ${count}) as number where id = ${id}`,
    );
    await transaction.run(
      sql`insert into storefront.payment (id, checkout_id, amount, state, session_id, page_expires_at, created_at)
          select gen_random_uuid(), checkout.id, payment.amount, 'open', 'cs_' || checkout.reference,
            payment.page_expires_at, payment.created_at
          from storefront.checkout, storefront.payment
          where checkout.reference like 'CROWD-%' and payment.checkout_id = ${id}`,
    );
  });
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('it did not happen within 20 s');
    await new Promise((later) => setTimeout(later, 20));
  }
}

it('a customer who has paid does not wait for 300 others, although the provider takes three seconds', async () => {
  const buyers = await Promise.all(Array.from({ length: 10 }, () => stage.paying()));
  for (const { sessionId } of buyers) stage.provider.pay(sessionId);
  await crowd(300);
  stage.provider.slowMilliseconds = 3_000;
  const worker = startWorker(stage.rooms);
  // The slow questions are under way first.
  await until(() => Promise.resolve(stage.provider.requests.some(({ path }) => path.includes('CROWD'))));
  for (const { sessionId } of buyers) {
    const { body, signature } = stage.provider.webhook(sessionId);
    await receiveWebhook(stage.rooms, body, signature);
    worker.wake();
  }
  const times = () => Promise.all(buyers.map(({ id }) => millisecondsToOrder(stage.rooms.database, id)));
  await until(async () => (await times()).every((time) => time !== null));
  const slowest = Math.max(...(await times()).map((time) => time ?? 0));
  stage.provider.slowMilliseconds = 0;
  await worker.stop();
  // One answer of the provider takes longer than that.
  expect(slowest).toBeLessThan(3_000);
  // The others were asked about no faster than their own places allow.
  const asked = stage.provider.requests.filter(({ path }) => path.includes('CROWD')).length;
  expect(asked).toBeLessThan(100);
});

it.each([
  // The signed event proves it.
  { capture: 'automatic', longest: 3_000 } as const,
  // Whether money was set aside is asked.
  { capture: 'manual', longest: 10_000 } as const,
])(
  'a payment ($capture) does not wait for 200 refunds at a provider that takes three seconds',
  async (each) => {
    stage.reset();
    stage.rooms.capture = 'automatic';
    const refunded = await stage.paidByWebhook();
    await stage.settle();
    stage.rooms.capture = each.capture;
    const { id, sessionId } = await stage.paying();
    const [payment] = await readPayments(stage.rooms.database, refunded);
    await stage.rooms.database.transaction(async (transaction) => {
      await transaction.run(sql`delete from storefront.webhook where id like 'evt_refund_%'`);
      await transaction.run(
        sql`insert into storefront.webhook (id, type, object_id, intent, received_at, due_at)
          select 'evt_refund_' || number, 'refund.created', 're_' || number, ${payment?.intent ?? null},
            clock_timestamp(), clock_timestamp() - interval '1 minute'
          from generate_series(1, 200) as number`,
      );
    });
    stage.provider.slowMilliseconds = 3_000;
    const asked = () => stage.provider.requests.filter(({ path }) => path.startsWith('/v1/refunds')).length;
    const before = asked();
    const worker = startWorker(stage.rooms);
    await until(() => Promise.resolve(asked() > before));
    stage.provider.pay(sessionId);
    const { body, signature } = stage.provider.webhook(sessionId);
    await receiveWebhook(stage.rooms, body, signature);
    worker.wake();
    const time = () => millisecondsToOrder(stage.rooms.database, id);
    await until(async () => (await time()) !== null);
    stage.provider.slowMilliseconds = 0;
    const waiting = await stage.rooms.database.rows(
      z.object({ id: z.string() }),
      sql`select id from storefront.webhook where due_at is not null and id like 'evt_refund_%'`,
    );
    await worker.stop();
    expect(await time()).toBeLessThan(each.longest);
    expect(waiting.length).toBeGreaterThan(100);
  },
);

describe('a pool', () => {
  const gate = () => {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    return { opened, open };
  };

  it('takes the next job when one is done, while a slow one keeps its place', async () => {
    const slow = gate();
    const jobs = ['slow', 'a', 'b', 'c', 'd'];
    const done: string[] = [];
    const pool = startPool({
      concurrency: 2,
      take: (limit) => Promise.resolve(jobs.splice(0, limit)),
      work: async (id) => {
        if (id === 'slow') await slow.opened;
        done.push(id);
      },
      failed: (error) => {
        throw error;
      },
    });
    await until(() => Promise.resolve(done.length === 4));
    expect(done).toEqual(['a', 'b', 'c', 'd']);
    const stopping = pool.stop();
    slow.open();
    await stopping;
    expect(done).toContain('slow');
  });

  it('is told of what fails, and goes on when woken', async () => {
    const failures: unknown[] = [];
    let broken = true;
    let taken = 0;
    const pool = startPool({
      concurrency: 1,
      take: () => {
        if (broken) return Promise.reject(new Error('away'));
        taken += 1;
        return Promise.resolve([]);
      },
      work: () => Promise.resolve(),
      failed: (error) => failures.push(error),
    });
    await until(() => Promise.resolve(failures.length > 0));
    broken = false;
    pool.wake();
    await until(() => Promise.resolve(taken > 0));
    await pool.stop();
    expect(failures.length).toBeLessThan(5);
  });
});
