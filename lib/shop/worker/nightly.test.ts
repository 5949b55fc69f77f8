import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { jobsOf } from '@/testing/shop/jobs';
import { openShopDatabase } from '@/testing/shop/tables';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { startWorker, type Worker } from './worker';

const daySeconds = 86_400;
const names = ['payouts', 'reconciliation', 'retention', 'ticket_erasure'];

let server: TestServer;
let shop: TestShop;
let workers: Worker[] = [];

beforeAll(async () => {
  server = await startPostgres();
  shop = await startTestShop({ database: await openShopDatabase(await server.createDatabase()) });
});
beforeEach(async () => {
  shop.reset();
  shop.reports.length = 0;
  await run(sql`truncate storefront.job`);
});
afterEach(() => stopWorkers());
afterAll(async () => {
  await shop.close();
  await server.stop();
});

const run = (statement: ReturnType<typeof sql>) => shop.context.database.single.run(statement);
/** Processes of the shop. */
const start = (count = 1) => {
  workers = Array.from({ length: count }, () => startWorker(shop.context));
};
async function stopWorkers(): Promise<void> {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
}

const nightly = async () => {
  const jobs = await jobsOf(shop.context.database, 'nightly');
  return jobs.toSorted((one, other) => one.key.localeCompare(other.key));
};
/** Each was due an hour ago. */
async function makeDue(...which: string[]): Promise<void> {
  for (const name of which)
    await run(sql`insert into storefront.job (kind, subject, key, due_at)
      values ('nightly', 'nightly', ${name}, clock_timestamp() - interval '1 hour')
      on conflict (subject, key) do update set due_at = excluded.due_at, leased_until = null`);
}

const reported = (text: string) => shop.reports.filter((report) => report.endsWith(text)).length;
const done = 'a nightly job is done';
const failed = 'a nightly job was not done, and is done again';

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await new Promise((later) => setTimeout(later, 5));
}

/** How many statements wait for a lock. */
async function countWaiting(): Promise<number> {
  const rows = z.object({ count: z.number() });
  const waiting = sql`select count(*)::int as count from pg_locks where not granted`;
  return (await shop.context.database.rows(rows, waiting))[0]?.count ?? 0;
}

it('a new job waits for the next night', async () => {
  start();
  await until(async () => (await nightly()).length === names.length);
  for (const { dueAt, seconds } of await nightly()) {
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(daySeconds);
    expect([dueAt.getUTCHours(), dueAt.getUTCMinutes(), dueAt.getUTCSeconds()]).toEqual([3, 0, 0]);
  }
  expect(reported(done)).toBe(0);
});

it('each is done once a night by one of many processes', async () => {
  await makeDue(...names);
  start(5);
  await until(() => reported(done) === names.length);
  // Further rounds of each process find nothing.
  await until(async () => (await nightly()).every(({ secondsLeased }) => secondsLeased === null));
  workers.forEach((worker) => worker.wake());
  await stopWorkers();
  expect(reported(done)).toBe(names.length);
  expect((await nightly()).map(({ key }) => key)).toEqual(names);
  for (const { seconds } of await nightly()) expect(seconds).toBeGreaterThan(0);
});

it('one that fails is tried again in ten minutes, and does not keep others from running', async () => {
  shop.provider.unavailable = true;
  await makeDue(...names);
  start();
  await until(() => reported(done) === 2 && reported(failed) === 2);
  expect(shop.reports).toContain(`error: ${failed}`);
  await stopWorkers();
  const seconds = (await nightly()).map((job) => [job.key, job.seconds > 590 && job.seconds <= 600]);
  expect(seconds).toEqual([
    ['payouts', true],
    ['reconciliation', true],
    ['retention', false],
    ['ticket_erasure', false],
  ]);
  shop.provider.unavailable = false;
  await makeDue('payouts', 'reconciliation');
  start();
  await until(() => reported(done) === 4);
});

it('one that runs ends with its process, and is done by the next one at once', async () => {
  await makeDue('retention');
  const { database } = shop.context;
  let stopped: Promise<void> | undefined;
  await database.transaction(async (transaction) => {
    await transaction.run(sql`lock table storefront.webhook in exclusive mode`);
    start();
    await until(async () => (await nightly()).some(({ secondsLeased }) => secondsLeased !== null));
    await until(async () => (await countWaiting()) > 0);
    stopped = stopWorkers();
  });
  await stopped;
  expect(shop.reports).toContain(`info: ${failed}`);
  expect(reported(done)).toBe(0);
  start();
  await until(() => reported(done) === 1);
});

it('one of a crashed process is done again when its lease has ended', async () => {
  await makeDue('retention');
  await run(sql`update storefront.job set leased_until = clock_timestamp() + interval '1 minute'`);
  start();
  await until(async () => (await nightly()).length === names.length);
  expect(reported(done)).toBe(0);
  await run(sql`update storefront.job set leased_until = clock_timestamp()`);
  await until(() => reported(done) === 1);
});

it('one that only another release knows is left to it', async () => {
  await makeDue('of_a_newer_release');
  start();
  const left = async () => (await nightly()).find(({ key }) => key === 'of_a_newer_release');
  await until(async () => ((await left())?.seconds ?? 0) > 0);
  expect(reported(done) + reported(failed)).toBe(0);
});
