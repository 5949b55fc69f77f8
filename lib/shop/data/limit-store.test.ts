import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { openShopDatabase } from '@/testing/shop/tables';
import type { Database } from '../../database/database';
import { networkLimit } from '../../network/network-limit';
import { forgetLimits, sharedLimiting } from './limit-store';

const linkSecret = 'a secret that all processes of the shop have';
const most = { network: 20, site: 100 };
const home = { network: '192.0.2.0/24', site: null };
let server: TestServer;
let processes: [Database, Database];

beforeAll(async () => {
  server = await startPostgres();
  const url = await server.createDatabase();
  processes = [await openShopDatabase(url), await openShopDatabase(url)];
});
afterAll(async () => {
  await Promise.all(processes.map((database) => database.close()));
  await server.stop();
});
beforeEach(() => processes[0].single.run(sql`truncate storefront.limit_count`));

const limitsOf = (name: string, seconds = 60) =>
  processes.map((database) => networkLimit(most, seconds, sharedLimiting({ database, linkSecret }, name)));

it('counts what all processes do at the same time', async () => {
  const limits = limitsOf('voucher codes');
  const counted = await Promise.all(
    Array.from({ length: 30 }, () => limits.map(({ count }) => count(home))).flat(),
  );
  expect(counted.filter(Boolean)).toHaveLength(20);
  const [one, other] = limits;
  expect(await one?.secondsLeft(home)).toBeGreaterThan(50);
  await other?.giveBack(home, '', 41);
  expect(await one?.count(home)).toBe(true);
});

it('counts each limit by itself', async () => {
  const [codes, emails] = [limitsOf('voucher codes')[0], limitsOf('email search')[0]];
  expect(await codes?.count(home, '', 20)).toBe(true);
  expect([await codes?.count(home), await emails?.count(home)]).toEqual([false, true]);
});

it('begins again when the time has passed, and old rows are deleted', async () => {
  const [limit] = limitsOf('voucher codes');
  expect([await limit?.count(home, '', 20), await limit?.count(home)]).toEqual([true, false]);
  await processes[0].single.run(sql`update storefront.limit_count set expire = expire - 61000`);
  expect(await limit?.count(home)).toBe(true);
  await processes[0].transaction(forgetLimits);
  expect(await rows()).toHaveLength(1);
  await processes[0].single.run(sql`update storefront.limit_count set expire = expire - 61000`);
  await processes[0].transaction(forgetLimits);
  expect(await rows()).toEqual([]);
});

it('stores neither networks nor addresses', async () => {
  await limitsOf('email address')[0]?.count({ network: '192.0.2.0/24', site: '2001:db8:1::/48' });
  const text = JSON.stringify(await rows());
  expect(text).toContain('email address');
  expect(text).not.toMatch(/192\.0|2001:db8/);
});

const rows = () =>
  processes[0].rows(z.object({ key: z.string() }), sql`select key from storefront.limit_count`);
