import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Database } from '../database/database';
import { startPostgres, type TestServer } from '../database/postgres-testing';
import { openShopDatabase } from './database-testing';
import { leaseSeconds, takeDue } from './queue-store';
import { startStage, type Stage } from './testing';
import { advance } from './worker';

let server: TestServer;
let stage: Stage;
/** The connections of a second process. */
let other: Database;

beforeAll(async () => {
  server = await startPostgres();
  const url = await server.createDatabase();
  stage = await startStage({ database: await openShopDatabase(url), capture: 'manual' });
  other = await openShopDatabase(url);
});

afterAll(async () => {
  await other.close();
  await stage.close();
  await server.stop();
});

afterEach(() => {
  vi.useRealTimers();
  stage.reset();
});

/** Paid, and due for the worker. */
async function paidAndDue(): Promise<string> {
  const { id, sessionId } = await stage.paying();
  stage.provider.pay(sessionId);
  await stage.later(id);
  return id;
}

/** As if so many seconds of every lease had passed. */
async function leasesAge(seconds: number): Promise<void> {
  await other.transaction((transaction) =>
    transaction.run(
      sql`update storefront.checkout set leased_until = leased_until - make_interval(secs => ${seconds})`,
    ),
  );
}

it('a checkout whose steps together outlast a lease is not taken by another process between them', async () => {
  const id = await paidAndDue();
  const slow: string[] = [];
  const taken: string[] = [];
  // Two thirds of a lease pass while the service or the provider works.
  const passTime = async ({ method, path }: { method: string; path: string }) => {
    if (method !== 'POST') return;
    slow.push(path.slice(path.lastIndexOf('/') + 1));
    await leasesAge((leaseSeconds * 2) / 3);
    taken.push(...(await takeDue(other, 'checkout', 10)));
  };
  Object.assign(stage.ticketing, { meanwhile: passTime });
  Object.assign(stage.provider, { meanwhile: passTime });
  await advance(stage.rooms, id);
  expect(await stage.state(id)).toBe('ordered');
  expect(slow).toEqual(['_bulk', 'capture']);
  expect(taken).toEqual([]);
});

it('the lease is renewed while one step takes longer than it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const id = await paidAndDue();
  const taken: string[] = [];
  stage.provider.meanwhile = async ({ path }) => {
    if (!path.endsWith('/capture')) return;
    for (let third = 0; third < 4; third += 1) {
      await leasesAge(leaseSeconds / 3);
      await vi.advanceTimersByTimeAsync((leaseSeconds * 1000) / 3);
      await vi.waitUntil(() => isLeasedForLong(id));
    }
    taken.push(...(await takeDue(other, 'checkout', 10)));
  };
  await advance(stage.rooms, id);
  expect(await stage.state(id)).toBe('ordered');
  expect(taken).toEqual([]);
  // Nothing renews it afterwards.
  expect(vi.getTimerCount()).toBe(0);
});

/** Whether the lease ends no sooner than a new one would, less three seconds. */
async function isLeasedForLong(id: string): Promise<boolean> {
  const [row] = await other.rows(
    z.object({ long: z.boolean() }),
    sql`select leased_until > clock_timestamp() + make_interval(secs => ${leaseSeconds - 3}) as long
        from storefront.checkout where id = ${id}`,
  );
  return row?.long ?? false;
}

it('a checkout is taken by another process when its worker does not renew the lease', async () => {
  const id = await paidAndDue();
  const taken: string[] = [];
  stage.provider.meanwhile = async ({ path }) => {
    if (!path.endsWith('/capture')) return;
    await leasesAge(leaseSeconds);
    taken.push(...(await takeDue(other, 'checkout', 10)));
  };
  await advance(stage.rooms, id);
  expect(taken).toEqual([id]);
});
