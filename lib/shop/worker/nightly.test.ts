import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '../../database/database';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { openShopDatabase } from '@/testing/shop/tables';
import { startNightly, type Nightly } from './nightly';
import type { NightlyJob } from '../context';

const name = 'count';
const hour = 3;
const timing = { pollMilliseconds: 20, renewMilliseconds: 20 };

let server: TestServer;
let database: Database;
const reports: string[] = [];
const running: Nightly[] = [];

beforeAll(async () => {
  server = await startPostgres();
  database = await openShopDatabase(await server.createDatabase(), 10);
});
beforeEach(async () => {
  reports.length = 0;
  await change(`delete from storefront.nightly_job`);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

const change = (statement: string) =>
  database.transaction((transaction) => transaction.run(sql.raw(statement)));

const rowSchema = z.object({ isDone: z.boolean(), isLeased: z.boolean(), isFinished: z.boolean() });
const job = async () =>
  (
    await database.rows(
      rowSchema,
      sql`select done_for > clock_timestamp() - interval '1 day' as "isDone", last_finished_at is not null as "isFinished",
            coalesce(leased_until > clock_timestamp(), false) as "isLeased"
          from storefront.nightly_job where name = ${name}`,
    )
  )[0];

/** Waits until jobs are recorded as done, which happens after their work. */
const nothingRuns = async (): Promise<boolean> => {
  const rows = z.object({ count: z.number() });
  const running = sql`select count(*)::int as count from storefront.nightly_job where run_id is not null`;
  return (await database.rows(rows, running)).every(({ count }) => count === 0);
};

/** Sets the last run to the night before last night. */
const due = (which = name) =>
  change(
    `insert into storefront.nightly_job (name, done_for)
     values ('${which}', clock_timestamp() - interval '2 days')
     on conflict (name) do update set done_for = excluded.done_for`,
  );

/** A process of the shop. */
function start(...jobs: NightlyJob[]): Nightly {
  const context = {
    database,
    report: (level: string, message: string) => reports.push(`${level}: ${message}`),
  };
  const started = startNightly(context, hour, jobs, timing);
  running.push(started);
  return started;
}

/** A job that counts its runs and does in each what the test says. */
function counting(work: (signal: AbortSignal) => Promise<void> = () => Promise.resolve()) {
  const runs = { count: 0 };
  const run = async (signal: AbortSignal) => {
    runs.count += 1;
    await work(signal);
  };
  return { runs, job: { name, run } };
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((_done, fail) => {
    signal.addEventListener('abort', () =>
      fail(signal.reason instanceof Error ? signal.reason : new Error('ended')),
    );
  });

/**
 * A job that is due and runs after the others: when it has run, its process has looked at the jobs before it.
 */
async function probe(which = 'probe'): Promise<{ runs: { count: number }; job: NightlyJob }> {
  await due(which);
  const { runs, job: counted } = counting();
  return { runs, job: { ...counted, name: which } };
}

async function until(condition: () => Promise<boolean | undefined> | boolean): Promise<void> {
  while ((await condition()) !== true) await setTimeout(5);
}

describe('a nightly job', () => {
  it('is run once a night by one of many processes', async () => {
    await due();
    const { runs, job: one } = counting();
    const probes = await Promise.all(Array.from({ length: 8 }, (_, index) => probe(`probe ${index}`)));
    for (const { job: behind } of probes) start(one, behind);
    await until(() => probes.every((each) => each.runs.count === 1));
    await until(nothingRuns);
    // Each process looks for jobs again.
    await Promise.all(probes.map(({ job: behind }) => due(behind.name)));
    await until(() => probes.every((each) => each.runs.count === 2));
    expect(runs.count).toBe(1);
    expect(await job()).toEqual({ isDone: true, isLeased: false, isFinished: true });
    await due();
    await until(() => runs.count === 2);
  });

  it('that is new waits for the next night', async () => {
    const { runs, job: one } = counting();
    const behind = await probe();
    start(one, behind.job);
    await until(() => behind.runs.count === 1);
    expect(runs.count).toBe(0);
    expect((await job())?.isDone).toBe(true);
  });

  it('of a crashed process is run again when its lease has ended', async () => {
    await due();
    await change(`update storefront.nightly_job set run_id = gen_random_uuid(),
      leased_until = clock_timestamp() + interval '1 minute'`);
    const { runs, job: one } = counting();
    const behind = await probe();
    start(one, behind.job);
    await until(() => behind.runs.count === 1);
    expect(runs.count).toBe(0);
    await change(`update storefront.nightly_job set leased_until = clock_timestamp()`);
    await until(() => runs.count === 1);
  });

  it('that takes long keeps its lease, and stops if another process has taken it all the same', async () => {
    await due();
    const { runs, job: one } = counting(untilAborted);
    start(one);
    await until(() => runs.count === 1);
    await change(`update storefront.nightly_job set leased_until = clock_timestamp() - interval '1 second'`);
    await until(async () => (await job())?.isLeased);
    await change(`update storefront.nightly_job set run_id = gen_random_uuid()`);
    await until(() => reports.includes('error: a nightly job was not done, and is done again'));
    expect(await job()).toMatchObject({ isDone: false, isFinished: false });
  });

  it('that fails is tried again later, and does not keep other jobs from running', async () => {
    await due();
    const { runs, job: one } = counting(() => Promise.reject(new Error('the provider is unavailable')));
    const other = await probe();
    start(one, other.job);
    await until(() => other.runs.count === 1);
    expect(reports).toContain('error: a nightly job was not done, and is done again');
    expect(await job()).toEqual({ isDone: false, isLeased: true, isFinished: false });
    await change(`update storefront.nightly_job set leased_until = clock_timestamp() where name = '${name}'`);
    await until(() => runs.count === 2);
  });

  it('stops with its process, and is run by the next process at once', async () => {
    await due();
    const { runs, job: one } = counting(untilAborted);
    const first = start(one);
    await until(() => runs.count === 1);
    await first.stop();
    expect(await job()).toEqual({ isDone: false, isLeased: false, isFinished: false });
    const { runs: again, job: next } = counting();
    start(next);
    await until(() => again.count === 1);
  });
});
