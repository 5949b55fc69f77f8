import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { type Sweep, startSweeper } from './sweeper';

let server: TestServer;
let service: TestService;
let sweeper: ReturnType<typeof startSweeper> | undefined;

beforeAll(async () => {
  server = await startPostgres();
  service = await startTestService({ databaseUrl: await server.createDatabase() });
});
afterEach(() => sweeper?.stop());
afterAll(async () => {
  await service.close();
  await server.stop();
});

/** Work with the given amount left; it records how much it was asked to do at most. */
function work(left: number) {
  const asked: number[] = [];
  const sweep: Sweep = (_, most) => {
    asked.push(most);
    const done = Math.min(most, left);
    left -= done;
    return Promise.resolve(done);
  };
  return { asked, sweep };
}

function start(sweeps: readonly Sweep[], everySeconds = 0.01) {
  const errors: unknown[] = [];
  const started = startSweeper(service.database, sweeps, {
    everySeconds,
    onError: (error) => errors.push(error),
  });
  sweeper = started;
  return { errors, stop: () => started.stop() };
}

it('deletes in batches of 500 until nothing is left, one kind after another, and again later', async () => {
  const [holds, keys] = [work(1_200), work(3)];
  const { errors } = start([holds.sweep, keys.sweep]);
  await expect.poll(() => keys.asked.length).toBeGreaterThanOrEqual(2);
  expect(holds.asked.slice(0, 4)).toEqual([500, 500, 500, 500]);
  // The fourth batch found nothing; only then did the sweeper process the keys.
  await expect.poll(() => holds.asked.length).toBeGreaterThanOrEqual(6);
  expect(errors).toEqual([]);
});

it('runs each batch in a separate transaction, which is rolled back if it fails; the next round tries again', async () => {
  let rounds = 0;
  const { errors } = start([
    async (transaction) => {
      rounds += 1;
      await transaction.run(
        sql`insert into ticketing.counter (catalog_id, id, capacity) values (gen_random_uuid(), gen_random_uuid(), ${rounds})`,
      );
      if (rounds === 1) throw new Error('the disk is full');
      return 0;
    },
  ]);
  await expect.poll(() => rounds).toBeGreaterThanOrEqual(3);
  expect(errors.map(String)).toEqual(['Error: the disk is full']);
  const counters = await service.database.rows(
    z.object({ capacity: z.int() }),
    sql`select capacity from ticketing.counter order by capacity limit 2`,
  );
  expect(counters).toEqual([{ capacity: 2 }, { capacity: 3 }]);
});

it('a kind that can not be deleted does not keep the others', async () => {
  const keys = work(3);
  const { errors } = start([() => Promise.reject(new Error('a lock is held')), keys.sweep]);
  await expect.poll(() => keys.asked.length).toBeGreaterThanOrEqual(2);
  expect(new Set(errors.map(String))).toEqual(new Set(['Error: a lock is held']));
});

it('waits before it begins', async () => {
  const holds = work(0);
  const { stop } = start([holds.sweep], 0.05);
  const [began, read] = [performance.now(), () => holds.asked.length];
  expect(read()).toBe(0);
  await expect.poll(read, { interval: 1 }).toBe(1);
  const waited = performance.now() - began;
  expect(waited).toBeGreaterThan(45);
  stop();
});

it('begins no batch after it was stopped: before a round, or within one', async () => {
  const never = work(10);
  start([never.sweep], 0.001).stop();

  const [first, second] = [work(5_000), work(10)];
  const { stop } = start([
    async (transaction, most) => {
      if (first.asked.length === 2) stop();
      return first.sweep(transaction, most);
    },
    second.sweep,
  ]);
  await expect.poll(() => first.asked.length).toBe(3);
  // A sweeper that was started later has completed several rounds by now.
  const later = work(0);
  start([later.sweep]);
  await expect.poll(() => later.asked.length).toBeGreaterThanOrEqual(3);
  expect([first.asked.length, second.asked, never.asked]).toEqual([3, [], []]);
});

it('pauses for 40 % of the time that a batch took, so that other work can run meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.advanceTimersByTime(2_000);
  const batches: { began: number; ended: number }[] = [];
  start([
    () => {
      const began = Number(process.hrtime.bigint()) / 1e6;
      vi.advanceTimersByTime(200);
      batches.push({ began, ended: Number(process.hrtime.bigint()) / 1e6 });
      return Promise.resolve(batches.length < 2 ? 1 : 0);
    },
  ]);
  await expect.poll(() => batches.length).toBeGreaterThanOrEqual(2);
  const rested = (batches[1]?.began ?? 0) - (batches[0]?.ended ?? 0);
  expect(rested).toBeGreaterThan(75);
  // A batch of 200 ms. A pause of the whole time since the start, or of two and a half batches, would be far
  // longer.
  expect(rested).toBeLessThan(400);
});
