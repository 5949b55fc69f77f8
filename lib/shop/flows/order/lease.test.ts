import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Database } from '../../../database/database';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { openShopDatabase } from '@/testing/shop/tables';
import { leaseSeconds, claimDue } from '../../data/queue-store';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { processCheckout } from './process-checkout';

let server: TestServer;
let shop: TestShop;
/** The connections of a second process. */
let other: Database;

beforeAll(async () => {
  server = await startPostgres();
  const url = await server.createDatabase();
  shop = await startTestShop({ database: await openShopDatabase(url), capture: 'manual' });
  other = await openShopDatabase(url);
});

afterAll(async () => {
  await other.close();
  await shop.close();
  await server.stop();
});

afterEach(() => {
  vi.useRealTimers();
  shop.reset();
});

/** A paid checkout that is due for the worker. */
async function paidAndDue(): Promise<string> {
  const { id, sessionId } = await shop.paying();
  shop.provider.pay(sessionId);
  await shop.later(id);
  return id;
}

/** Shortens every lease by so many seconds, as if that time had passed. */
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
    taken.push(...(await claimDue(other, 'checkout', 10)));
  };
  Object.assign(shop.ticketing, { meanwhile: passTime });
  Object.assign(shop.provider, { meanwhile: passTime });
  await processCheckout(shop.context, id);
  expect(await shop.state(id)).toBe('ordered');
  expect(slow).toEqual(['_bulk', 'capture']);
  expect(taken).toEqual([]);
});

it('the lease is renewed during a step that takes longer than the lease', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const id = await paidAndDue();
  const taken: string[] = [];
  shop.provider.meanwhile = async ({ path }) => {
    if (!path.endsWith('/capture')) return;
    for (let third = 0; third < 4; third += 1) {
      await leasesAge(leaseSeconds / 3);
      await vi.advanceTimersByTimeAsync((leaseSeconds * 1000) / 3);
      await vi.waitUntil(() => isLeasedForLong(id));
    }
    taken.push(...(await claimDue(other, 'checkout', 10)));
  };
  await processCheckout(shop.context, id);
  expect(await shop.state(id)).toBe('ordered');
  expect(taken).toEqual([]);
  // No process renews it afterwards.
  expect(vi.getTimerCount()).toBe(0);
});

/** Whether the lease ends no sooner than a new one would, minus three seconds. */
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
  shop.provider.meanwhile = async ({ path }) => {
    if (!path.endsWith('/capture')) return;
    await leasesAge(leaseSeconds);
    taken.push(...(await claimDue(other, 'checkout', 10)));
  };
  await processCheckout(shop.context, id);
  expect(taken).toEqual([id]);
});
