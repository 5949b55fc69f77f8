import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { openShopDatabase } from '@/testing/shop/tables';
import { millisecondsToOrder } from '@/testing/shop/order-time';
import { readPayments } from '../data/payment-store';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { receiveWebhook } from '../flows/payment/webhooks';
import { startWorker } from './worker';
import { startJobLoop } from './job-loop';
import { jobsOf } from '@/testing/shop/jobs';

let server: TestServer;
let shop: TestShop;

beforeAll(async () => {
  server = await startPostgres();
  shop = await startTestShop({ database: await openShopDatabase(await server.createDatabase()) });
});

afterAll(async () => {
  await shop.close();
  await server.stop();
});

/** So many more checkouts on the payment page, whose hold ends now: each causes a request to the provider. */
async function crowd(count: number): Promise<void> {
  const { id } = await shop.paying();
  await shop.context.database.transaction(async (transaction) => {
    await transaction.run(
      sql`insert into storefront.checkout (id, reference, state, entered_at, created_at, language, entries, total,
            expires_at)
          select gen_random_uuid(), 'CROWD-' || number, 'paying', entered_at, created_at, language, entries, total,
            clock_timestamp()
          from storefront.checkout, generate_series(1, ${count}) as number where id = ${id}`,
    );
    await transaction.run(
      sql`insert into storefront.job (kind, subject, key, due_at)
          select 'hold', 'checkout', id::text, clock_timestamp() - interval '1 hour'
          from storefront.checkout where reference like 'CROWD-%'`,
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
    if (performance.now() > end) throw new Error('this did not happen within 20 s');
    await new Promise((later) => setTimeout(later, 20));
  }
}

it('a customer who has paid does not wait for 300 others, although the provider takes three seconds', async () => {
  const buyers = await Promise.all(Array.from({ length: 10 }, () => shop.paying()));
  for (const { sessionId } of buyers) shop.provider.pay(sessionId);
  await crowd(300);
  shop.provider.slowMilliseconds = 3_000;
  const worker = startWorker(shop.context);
  // The slow requests are sent first.
  await until(() => Promise.resolve(shop.provider.requests.some(({ path }) => path.includes('CROWD'))));
  for (const { sessionId } of buyers) {
    const { body, signature } = shop.provider.webhook(sessionId);
    await receiveWebhook(shop.context, body, signature);
    worker.wake();
  }
  const times = () => Promise.all(buyers.map(({ id }) => millisecondsToOrder(shop.context.database, id)));
  await until(async () => (await times()).every((time) => time !== null));
  const slowest = Math.max(...(await times()).map((time) => time ?? 0));
  shop.provider.slowMilliseconds = 0;
  await worker.stop();
  // One response of the provider takes longer than that.
  expect(slowest).toBeLessThan(3_000);
  // The requests for the others were no faster than their own concurrency allows.
  const asked = shop.provider.requests.filter(({ path }) => path.includes('CROWD')).length;
  expect(asked).toBeLessThan(100);
});

it.each([
  // The signed event proves the payment.
  { capture: 'automatic', longest: 3_000 } as const,
  // For an authorized payment the provider has to be asked.
  { capture: 'manual', longest: 10_000 } as const,
])(
  'a payment ($capture) does not wait for 200 refunds at a provider that takes three seconds',
  async (each) => {
    shop.reset();
    shop.context.capture = 'automatic';
    const refunded = await shop.paidByWebhook();
    await shop.settle();
    shop.context.capture = each.capture;
    const { id, sessionId } = await shop.paying();
    const [payment] = await readPayments(shop.context.database, refunded);
    await shop.context.database.transaction(async (transaction) => {
      await transaction.run(sql`delete from storefront.webhook where id like 'evt_refund_%'`);
      await transaction.run(sql`delete from storefront.job where key like 'evt_refund_%'`);
      await transaction.run(
        sql`insert into storefront.webhook (id, type, object_id, intent, received_at)
          select 'evt_refund_' || number, 'refund.created', 're_' || number, ${payment?.intent ?? null}, clock_timestamp()
          from generate_series(1, 200) as number`,
      );
      await transaction.run(
        sql`insert into storefront.job (kind, subject, key, due_at)
          select 'incident_webhook', 'webhook', id, clock_timestamp() - interval '1 minute'
          from storefront.webhook where id like 'evt_refund_%' on conflict do nothing`,
      );
    });
    shop.provider.slowMilliseconds = 3_000;
    const asked = () => shop.provider.requests.filter(({ path }) => path.startsWith('/v1/refunds')).length;
    const before = asked();
    const worker = startWorker(shop.context);
    await until(() => Promise.resolve(asked() > before));
    shop.provider.pay(sessionId);
    const { body, signature } = shop.provider.webhook(sessionId);
    await receiveWebhook(shop.context, body, signature);
    worker.wake();
    const time = () => millisecondsToOrder(shop.context.database, id);
    await until(async () => (await time()) !== null);
    shop.provider.slowMilliseconds = 0;
    const waiting = await jobsOf(shop.context.database, 'webhook');
    await worker.stop();
    expect(await time()).toBeLessThan(each.longest);
    expect(waiting.length).toBeGreaterThan(100);
  },
);

describe('a job loop', () => {
  const gate = () => {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    return { opened, open };
  };
  const job = (key: string, kind = 'fast') => ({ kind, key, tries: 0 });

  it('takes what is due for who waits for a job, and tells when it is done', async () => {
    const work = gate();
    const due: string[] = [];
    const done: string[] = [];
    let claims = 0;
    const loop = startJobLoop<'order'>({
      limits: { order: 2 },
      quiet: new Set(),
      last: new Set(),
      claim: () => {
        claims += 1;
        return Promise.resolve(due.splice(0).map((key) => ({ ...job(key), kind: 'order' as const })));
      },
      work: async ({ key }) => {
        await work.opened;
        done.push(key);
      },
      failed: (error) => {
        throw error;
      },
    });
    // Another process does it, or it is done.
    await loop.finish('order', 'other');
    expect(claims).toBeGreaterThan(0);
    due.push('own');
    const finished = loop.finish('order', 'own').then(() => [...done]);
    const again = loop.finish('order', 'own').then(() => [...done]);
    work.open();
    expect(await Promise.all([finished, again])).toEqual([['own'], ['own']]);
    await loop.stop();
  });

  it('takes the next job when one is done, while slow ones keep the places of their kind', async () => {
    const slow = gate();
    const waiting = { slow: ['s1', 's2', 's3'], fast: ['a', 'b', 'c', 'd'] };
    const done: string[] = [];
    const loop = startJobLoop<'slow' | 'fast'>({
      limits: { slow: 2, fast: 1 },
      quiet: new Set(),
      last: new Set(),
      claim: (wanted) =>
        Promise.resolve(
          wanted.flatMap(({ kind, most }) =>
            waiting[kind].splice(0, most).map((key) => ({ ...job(key), kind })),
          ),
        ),
      work: async ({ kind, key }) => {
        if (kind === 'slow') await slow.opened;
        done.push(key);
      },
      failed: (error) => {
        throw error;
      },
    });
    await until(() => Promise.resolve(done.length === 4));
    expect(done).toEqual(['a', 'b', 'c', 'd']);
    expect(waiting.slow).toEqual(['s3']);
    slow.open();
    await until(() => Promise.resolve(done.length === 7));
    await loop.stop();
  });

  it('reports errors, and looks for jobs at once when woken', async () => {
    const failures: unknown[] = [];
    let broken = true;
    let taken = 0;
    const loop = startJobLoop<'fast'>({
      limits: { fast: 1 },
      quiet: new Set(),
      last: new Set(),
      claim: () => {
        if (broken) return Promise.reject(new Error('unreachable'));
        taken += 1;
        return Promise.resolve([]);
      },
      work: () => Promise.resolve(),
      failed: (error) => failures.push(error),
    });
    await until(() => Promise.resolve(failures.length > 0));
    broken = false;
    loop.wake();
    await until(() => Promise.resolve(taken > 0));
    await loop.stop();
    expect(failures.length).toBeLessThan(5);
  });

  it('does not look again at once after a quiet job, whose reason may still hold', async () => {
    let looks = 0;
    const loop = startJobLoop<'quiet'>({
      limits: { quiet: 1 },
      quiet: new Set(['quiet']),
      last: new Set(),
      claim: () => {
        looks += 1;
        return Promise.resolve([{ ...job('', 'quiet'), kind: 'quiet' as const }]);
      },
      work: () => Promise.resolve(),
      failed: () => undefined,
    });
    await until(() => Promise.resolve(looks > 0));
    await new Promise((later) => setImmediate(later));
    await loop.stop();
    expect(looks).toBe(1);
  });

  it.each([
    ['not if fewer were due than could be taken', ['a'], [1]],
    ['if as many were due as could be taken', ['a', 'b', 'c'], [2, 1]],
  ])('looks again after a job that causes no others: %s', async (_name, due, found) => {
    const waiting = [...due];
    const claims: number[] = [];
    const loop = startJobLoop<'last'>({
      limits: { last: 2 },
      quiet: new Set(),
      last: new Set(['last']),
      claim: ([wanted]) => {
        const taken = waiting.splice(0, wanted?.most ?? 0);
        if (taken.length > 0) claims.push(taken.length);
        else if (due.length === 1) throw new Error('it was looked again');
        return Promise.resolve(taken.map((key) => ({ ...job(key), kind: 'last' as const })));
      },
      work: () => Promise.resolve(),
      failed: (error) => {
        throw error;
      },
    });
    await until(() => Promise.resolve(waiting.length === 0));
    await new Promise((later) => setImmediate(later));
    await loop.stop();
    expect(claims).toEqual(found);
  });
});
