import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/database';
import { startPostgres, type TestServer } from '../database/postgres-testing';
import { findCheckout, insertCheckout, move } from './checkout-store';
import { openShopDatabase } from './database-testing';
import { giveBackCheckout, takeCheckout, takeDue } from './queue-store';
import { readTimeline } from './timeline-store';
import { newReference } from './tokens';
import { insertWebhook } from './webhook-store';

// One connection has no races: these run on PostgreSQL.
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

describe('an arrow', () => {
  it('that 50 see at once is gone by one', async () => {
    const checkout = await seen(await newCheckout());
    const moves = await many(50, () =>
      database.transaction((transaction) =>
        move(transaction, checkout, { kind: 'payment_received', asAgreed: true }),
      ),
    );
    expect(moves.filter((moved) => moved !== null)).toHaveLength(1);
    expect(await readTimeline(database, checkout.id)).toHaveLength(1);
  });

  it('without its condition is gone by all of them: the test can tell', async () => {
    const checkout = await seen(await newCheckout());
    const naive = await many(50, () =>
      database.transaction((transaction) =>
        transaction.run(sql`update storefront.checkout set state = 'paid' where id = ${checkout.id}`),
      ),
    );
    expect(naive.filter((changed) => changed === 1)).toHaveLength(50);
  });

  it('is not gone on an old sight of the same state', async () => {
    const old = await seen(await newCheckout());
    const go = (checkout: typeof old, kind: 'hold_died' | 'held_anew') =>
      database.transaction((transaction) => move(transaction, checkout, { kind }));
    await go(old, 'hold_died');
    await go(await seen(old.id), 'held_anew');
    expect((await seen(old.id)).state).toBe('held');
    expect(await go(old, 'hold_died')).toBeNull();
  });
});

describe('the queue', () => {
  it('gives each row to one of many workers', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => newCheckout(-1)));
    const taken = (await many(20, () => takeDue(database, 'checkout', 5))).flat();
    const ours = taken.filter((id) => ids.includes(id));
    expect(new Set(ours).size).toBe(ours.length);
    expect(ours.length).toBe(30);
  });

  it('gives a row on when its worker is never heard of again', async () => {
    const id = await newCheckout(-1);
    expect(await takeCheckout(database, id)).toBe(true);
    expect(await takeCheckout(database, id)).toBe(false);
    await database.transaction((transaction) =>
      transaction.run(sql`update storefront.checkout set leased_until = clock_timestamp() where id = ${id}`),
    );
    expect(await takeCheckout(database, id)).toBe(true);
  });

  it('does not forget an arrow that was gone while the row was in hand', async () => {
    const old = await seen(await newCheckout());
    await takeCheckout(database, old.id);
    await database.transaction((transaction) =>
      move(transaction, old, { kind: 'payment_received', asAgreed: true }),
    );
    await giveBackCheckout(database, old, { seconds: 3600 });
    expect((await seen(old.id)).dueAt?.getTime()).toBeLessThanOrEqual(Date.now() + 1000);
  });
});

it('a webhook that comes 100 times at once is stored once', async () => {
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
