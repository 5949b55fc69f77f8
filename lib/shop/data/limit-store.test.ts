import { sql } from 'drizzle-orm';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { openShopDatabase } from '@/testing/shop/tables';
import type { Database } from '../../database/database';
import { sharedLimiting } from './limit-store';
import { deletions } from './retention-store';

const linkSecret = 'a secret that all processes of the shop have';
const home = '192.0.2.0/24';
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

/** What may be done 20 times in a minute, as each process counts it: whether it may be done once more. */
function limitsOf(name: string) {
  return processes.map((database) => {
    const limiter = sharedLimiting({ database, linkSecret }, name)({ points: 20, duration: 60 });
    const count = (key: string, points = 1) =>
      limiter.consume(key, points).then(
        () => true,
        (refused: unknown) => {
          if (refused instanceof RateLimiterRes) return false;
          throw refused;
        },
      );
    return { limiter, count };
  });
}

it('counts what all processes do at the same time', async () => {
  const limits = limitsOf('voucher codes');
  const counted = await Promise.all(
    Array.from({ length: 30 }, () => limits.map(({ count }) => count(home))).flat(),
  );
  expect(counted.filter(Boolean)).toHaveLength(20);
  const [one, other] = limits;
  expect((await one?.limiter.get(home))?.msBeforeNext).toBeGreaterThan(50_000);
  await other?.limiter.reward(home, 41);
  expect(await one?.count(home)).toBe(true);
});

it('counts each limit by itself', async () => {
  const [codes, emails] = [limitsOf('voucher codes')[0], limitsOf('email search')[0]];
  expect(await codes?.count(home, 20)).toBe(true);
  expect([await codes?.count(home), await emails?.count(home)]).toEqual([false, true]);
});

it('begins again when the time has passed, and old rows are deleted at night', async () => {
  const [limit] = limitsOf('voucher codes');
  const pass = () => processes[0].single.run(sql`update storefront.limit_count set expire = expire - 61000`);
  expect([await limit?.count(home, 20), await limit?.count(home)]).toEqual([true, false]);
  await pass();
  expect(await limit?.count(home)).toBe(true);
  const forget = () => processes[0].single.run(deletions.limits({ days: 0, limit: 500 }));
  expect(await forget()).toBe(0);
  await pass();
  expect(await forget()).toBe(1);
  expect(await keys()).toEqual([]);
});

it('stores neither networks nor addresses', async () => {
  const [limit] = limitsOf('email address');
  for (const key of [home, '2001:db8:1::/48', 'annlee@example.org']) await limit?.count(key);
  const text = JSON.stringify(await keys());
  expect(text).toContain('email address');
  expect(text).not.toMatch(/192\.0|2001:db8|annlee/);
});

const keys = () =>
  processes[0].rows(z.object({ key: z.string() }), sql`select key from storefront.limit_count`);
