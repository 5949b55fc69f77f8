import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database';
import { transactionOn } from '../../database/statements';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { findCheckout, postponeCheckout } from './checkout-store';
import { transition } from './transition';
import { insertCheckout } from '@/testing/shop/insert-checkout';
import { openShopDatabase } from '@/testing/shop/tables';
import { claimJob, claimJobs, leaseSeconds, leaveJob, releaseJob } from './job-store';
import { explain } from '@/testing/database/explain';
import { ageLeases, claimCheckouts, jobsOf } from '@/testing/shop/jobs';
import { readTimeline } from './timeline-store';
import { newReference } from '../tokens';
import { insertWebhook } from './webhook-store';

// An embedded database has one connection and therefore no races: these tests run on PostgreSQL.
let server: TestServer;
let database: Database;

beforeAll(async () => {
  server = await startPostgres();
  database = await openShopDatabase(await server.createDatabase());
});

afterAll(async () => {
  await database.close();
  await server.stop();
});

async function newCheckout(secondsLeft = 600): Promise<string> {
  const id = crypto.randomUUID();
  const expiresAt = new Date(Date.now() + secondsLeft * 1000);
  await database.transaction((transaction) =>
    insertCheckout(transaction, { id, reference: newReference(), language: 'en', expiresAt }),
  );
  return id;
}

async function seen(id: string) {
  const checkout = await findCheckout(database, id);
  if (checkout === null) throw new Error('no such checkout');
  return checkout;
}

const many = <Result>(count: number, once: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, once));

describe('a transition', () => {
  it('that 50 callers try at once is made by one of them', async () => {
    const checkout = await seen(await newCheckout());
    const moves = await many(50, () =>
      database.transaction((transaction) =>
        transition(transaction, checkout, { kind: 'payment_received', asAgreed: true }),
      ),
    );
    expect(moves.filter((moved) => moved !== null)).toHaveLength(1);
    expect(await readTimeline(database, checkout.id)).toHaveLength(1);
  });

  it('without its condition would be made by all of them: the test detects it', async () => {
    const checkout = await seen(await newCheckout());
    const naive = await many(50, () =>
      database.transaction((transaction) =>
        transaction.run(sql`update storefront.checkout set state = 'paid' where id = ${checkout.id}`),
      ),
    );
    expect(naive.filter((changed) => changed === 1)).toHaveLength(50);
  });

  it('is not made by a caller that read an older version of the same state', async () => {
    const old = await seen(await newCheckout());
    const go = (checkout: typeof old, kind: 'hold_expired' | 'rereserved_before_payment') =>
      database.transaction((transaction) => transition(transaction, checkout, { kind }));
    await go(old, 'hold_expired');
    await go(await seen(old.id), 'rereserved_before_payment');
    expect((await seen(old.id)).state).toBe('held');
    expect(await go(old, 'hold_expired')).toBeNull();
  });
});

describe('the queue', () => {
  it('gives each row to one of many workers', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => newCheckout(-1)));
    const taken = (await many(20, () => claimCheckouts(database, 5))).flat();
    const ours = taken.filter((id) => ids.includes(id));
    expect(new Set(ours).size).toBe(ours.length);
    expect(ours.length).toBe(30);
  });

  it('gives a row to another worker when the first one crashed', async () => {
    const id = await newCheckout(-1);
    expect(await claimJob(database, 'checkout', id)).toBe(true);
    expect(await claimJob(database, 'checkout', id)).toBe(false);
    await ageLeases(database, leaseSeconds, sql`key = ${id}`);
    expect(await claimJob(database, 'checkout', id)).toBe(true);
  });

  it('keeps the due time of a transition that was made while another process had the lease', async () => {
    const old = await seen(await newCheckout());
    await claimJob(database, 'checkout', old.id);
    await database.transaction((transaction) =>
      transition(transaction, old, { kind: 'payment_received', asAgreed: true }),
    );
    await postponeCheckout(database, old, { seconds: 3600 });
    expect((await jobsOf(database, 'checkout', old.id))[0]?.seconds).toBeLessThanOrEqual(1);
  });
});

describe('a worker that has a checkout', () => {
  const go = async (id: string, kind: 'hold_expired' | 'rereserved_before_payment') =>
    database.transaction(async (transaction) =>
      transition(transaction, (await findCheckout(transaction, id)) ?? (await seen(id)), { kind }),
    );

  it('keeps it through a state in which there is nothing to do, until it lets it go', async () => {
    const id = await newCheckout(-1);
    expect(await claimJob(database, 'checkout', id)).toBe(true);
    await go(id, 'hold_expired');
    await go(id, 'rereserved_before_payment');
    expect(await claimJob(database, 'checkout', id)).toBe(false);
    await releaseJob(database, 'checkout', id);
    expect(await claimJob(database, 'checkout', id)).toBe(true);
  });

  it('leaves nothing when it lets a checkout go that is at rest', async () => {
    const id = await newCheckout(-1);
    await claimJob(database, 'checkout', id);
    await go(id, 'hold_expired');
    await releaseJob(database, 'checkout', id);
    expect(await jobsOf(database, 'checkout', id)).toEqual([]);
  });

  it('that it can not work on leaves it for some seconds, unless it became due for another reason', async () => {
    const [left, changed] = [await newCheckout(-1), await newCheckout(-1)];
    for (const id of [left, changed]) await claimJob(database, 'checkout', id);
    await database.transaction(async (transaction) =>
      transition(transaction, await seen(changed), { kind: 'payment_received', asAgreed: true }),
    );
    for (const id of [left, changed]) await leaveJob(database, 'hold', id);
    expect((await jobsOf(database, 'checkout', left))[0]?.seconds).toBeGreaterThan(5);
    expect((await jobsOf(database, 'checkout', changed))[0]).toMatchObject({
      kind: 'order',
      secondsLeased: null,
    });
    expect((await jobsOf(database, 'checkout', changed))[0]?.seconds).toBeLessThanOrEqual(0);
  });
});

it('a claim among 50,000 jobs reads only those that it takes', async () => {
  await database.single.run(
    sql`insert into storefront.job (kind, subject, key, due_at)
        select 'hold', 'checkout', 'later ' || n, clock_timestamp() + interval '1 hour'
        from generate_series(1, 50000) n`,
  );
  await database.single.run(
    sql`insert into storefront.job (kind, subject, key, due_at)
        select 'mail', 'mail', 'due ' || n, clock_timestamp() from generate_series(1, 30) n`,
  );
  await database.single.run(sql`analyze storefront.job`);
  const { plans } = await explain(database, (reader) =>
    claimJobs({ single: transactionOn(reader.send) }, [
      { kind: 'order', most: 8 },
      { kind: 'mail', most: 3 },
    ]),
  );
  expect(plans.flatMap(({ scanned }) => scanned)).toEqual([]);
  expect(plans[0]?.pages).toBeLessThan(200);
  await database.single.run(sql`delete from storefront.job where key like 'later %' or key like 'due %'`);
});

it('a webhook that arrives 100 times at once is stored once', async () => {
  const event = {
    id: `evt_${crypto.randomUUID()}`,
    type: 'checkout.session.completed',
    sessionId: 's',
    checkoutId: null,
    paid: null,
  };
  const stored = await many(100, () =>
    database.transaction((transaction) => insertWebhook(transaction, event)),
  );
  expect(stored.filter(Boolean)).toHaveLength(1);
});
