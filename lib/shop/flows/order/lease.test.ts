import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { ConnectionLost, type Database } from '../../../database/database';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { openShopDatabase } from '@/testing/shop/tables';
import { leaseSeconds } from '../../data/job-store';

import { ageLeases, claimCheckouts, jobsOf } from '@/testing/shop/jobs';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { keepLeases } from '../../worker/leases';
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

/** Does what is due as a worker does it. */
const processWithLease = (id: string) =>
  keepLeases(shop.context.database, (error) => {
    throw error;
  }).during({ subject: 'checkout', key: id }, () => processCheckout(shop.context, id));

/** So many seconds pass for every lease. */
const leasesAge = (seconds: number) => ageLeases(other, seconds);

it('a checkout whose steps together outlast a lease is not taken by another process between them', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const id = await paidAndDue();
  const slow: string[] = [];
  const taken: string[] = [];
  // Two thirds of a lease pass while the service or the provider works.
  const passTime = async ({ method, path }: { method: string; path: string }) => {
    if (method !== 'POST') return;
    slow.push(path.slice(path.lastIndexOf('/') + 1));
    await passThirds(id, 2);
    taken.push(...(await claimCheckouts(other, 10)));
  };
  Object.assign(shop.ticketing, { meanwhile: passTime });
  Object.assign(shop.provider, { meanwhile: passTime });
  await processWithLease(id);
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
    await passThirds(id, 4);
    taken.push(...(await claimCheckouts(other, 10)));
  };
  await processWithLease(id);
  expect(await shop.state(id)).toBe('ordered');
  expect(taken).toEqual([]);
  // No process renews it afterwards.
  expect(vi.getTimerCount()).toBe(0);
});

/** So many thirds of a lease pass, by the database's clock and by that of the worker. */
async function passThirds(id: string, thirds: number): Promise<void> {
  for (let third = 0; third < thirds; third += 1) {
    await leasesAge(leaseSeconds / 3);
    await vi.advanceTimersByTimeAsync((leaseSeconds * 1000) / 3);
    await vi.waitUntil(() => isLeasedForLong(id));
  }
}

/** Whether the lease ends no sooner than a new one would, minus three seconds. */
async function isLeasedForLong(id: string): Promise<boolean> {
  const [job] = await jobsOf(other, 'checkout', id);
  return (job?.secondsLeased ?? 0) > leaseSeconds - 3;
}

it('a checkout is taken by another process when its worker does not renew the lease', async () => {
  const id = await paidAndDue();
  const taken: string[] = [];
  shop.provider.meanwhile = async ({ path }) => {
    if (!path.endsWith('/capture')) return;
    await leasesAge(leaseSeconds);
    taken.push(...(await claimCheckouts(other, 10)));
  };
  await processCheckout(shop.context, id);
  expect(taken).toEqual([id]);
});

it('a purchase is at rest although the answer to the commit of its last step was lost', async () => {
  const id = await paidAndDue();
  const { database } = shop.context;
  const losing: Pick<Database, 'transaction'> = {
    transaction: async (work) => {
      const result = await database.transaction(work);
      if ((await shop.state(id)) === 'ordered') throw new ConnectionLost('after the commit');
      return result;
    },
  };
  await processCheckout({ ...shop.context, database: { ...database, ...losing } }, id);
  expect(await shop.state(id)).toBe('ordered');
  expect(shop.reports).toContain('warn: a step of a checkout failed');
  expect(await jobsOf(database, 'checkout', id)).toEqual([]);
});
