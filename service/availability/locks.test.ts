import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { lastSegment } from '@/lib/contract/iri';
import type { Transaction } from '@/lib/database/database';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { bothItem, hold, openPlaces } from '@/testing/ticketing-service/booking';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { extendHold, type HoldKey, keepUnits, lockCounters, lockHolds, sellHolds } from './hold-store';
import { sweepExpired } from './expired-holds';
import { enterHolds, lockOutHolds, setCapacities } from './set-capacities';
import { type Rival, startRival } from '@/testing/ticketing-service/trouble';

// Two concurrent transactions on PostgreSQL: the second runs between two statements of the first.

const later = new Date('2030-01-01T00:00:00Z');
let server: TestServer;
let service: TestService;
let rival: Rival;
/** The boat at ten. */
let counter: { catalogId: string; counterId: string };
/** Two units of it that have expired. */
let key: HoldKey;

beforeAll(async () => {
  server = await startPostgres();
  const databaseUrl = await server.createDatabase();
  [service, rival] = [await startTestService({ databaseUrl }), await startRival(databaseUrl)];
});
beforeEach(async () => {
  await within((transaction) =>
    transaction.run(
      sql`truncate ticketing.catalog, ticketing.counter, ticketing.hold, ticketing.reservation cascade`,
    ),
  );
  const places = await openPlaces(service, 5);
  const [made] = (await hold(service, [bothItem(places, 2)])).reservations;
  counter = { catalogId: places.ten.split('/')[4] ?? '', counterId: lastSegment(places.ten) };
  key = { catalogId: counter.catalogId, holdId: made?.id ?? '' };
  await within((transaction) =>
    transaction.run(sql`update ticketing.hold set expires_at = statement_timestamp()`),
  );
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await rival.close();
  await service.close();
  await server.stop();
});

const within = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
  service.database.transaction(work);

/** Begins `other` while a transaction is open, and continues when it is done or waits for a lock. */
async function meanwhile<T>(other: () => Promise<T>): Promise<{ result: Promise<T>; isDone: boolean }> {
  const result = other();
  const first = await Promise.race([
    result.then(
      () => 'done',
      () => 'done',
    ),
    rival.waiters(1).then(() => 'waits'),
  ]);
  return { result, isDone: first === 'done' };
}

async function units() {
  const [row] = await service.database.rows(
    z.object({ held: z.int(), sold: z.int() }),
    sql`select held, sold from ticketing.counter where id = ${counter.counterId}`,
  );
  return row;
}

it('a hold that is being ordered is not released, even if it expires meanwhile', async () => {
  const sweep = await within(async (transaction) => {
    expect((await lockHolds(transaction, [key])).alive).toEqual(new Map([[key.holdId, 1]]));
    const started = await meanwhile(() => within((other) => sweepExpired(other, 10)));
    await sellHolds(transaction, key.catalogId, [key.holdId]);
    return started;
  });
  await sweep.result;
  expect(sweep.isDone).toBe(false);
  expect(await units()).toEqual({ held: 0, sold: 2 });
});

it('a hold that is extended while a sweep waits for its counter is not released', async () => {
  const sweep = await within(async (transaction) => {
    await lockHolds(transaction, [key]);
    await extendHold(transaction, key, later);
    return meanwhile(() => within((other) => sweepExpired(other, 10)));
  });
  await sweep.result;
  expect(await units()).toEqual({ held: 2, sold: 0 });
});

it('a limit that is set during a hold waits for the hold, and counts it', async () => {
  const limit = await within(async (transaction) => {
    const asked = [{ ...counter, units: 3 }];
    const locked = await lockCounters(transaction, asked);
    await keepUnits(transaction, locked, [{ id: counter.catalogId, units: asked, atDesk: false }], later);
    return meanwhile(() =>
      within((other) =>
        setCapacities(other, counter.catalogId, [{ counterId: counter.counterId, capacity: 2 }]),
      ),
    );
  });
  expect(await limit.result).toEqual([{ counterId: counter.counterId, sold: 0, held: 3 }]);
});

it('a hold that begins while a limit is being set waits for it, and is refused', async () => {
  const asked = [{ ...counter, units: 3 }];
  const holding = () =>
    within(async (other) => {
      const locked = await lockCounters(other, asked);
      await keepUnits(other, locked, [{ id: counter.catalogId, units: asked, atDesk: false }], later);
    });
  const { refused, rivals } = await within(async (transaction) => {
    const rivals: Awaited<ReturnType<typeof meanwhile>>[] = [];
    const watched: Transaction = {
      ...transaction,
      rows: async (row, statement) => {
        const found = await transaction.rows(row, statement);
        rivals.push(await meanwhile(holding));
        return found;
      },
    };
    const limit = { counterId: counter.counterId, capacity: 2 };
    return { refused: await setCapacities(watched, counter.catalogId, [limit]), rivals };
  });
  const [rival] = rivals;
  expect(refused).toEqual([]);
  expect(rival?.isDone).toBe(false);
  await expect(rival?.result).rejects.toThrow();
});

it('counting units that were unlimited waits for all holds of the same catalogue, which run concurrently', async () => {
  const { catalogId, counterId } = counter;
  const counting = await within(async (transaction) => {
    await enterHolds(transaction, [catalogId]);
    await within((other) => enterHolds(other, [counterId, catalogId]));
    // Another catalogue is not affected.
    await within((other) => lockOutHolds(other, counterId));
    return meanwhile(() => within((other) => lockOutHolds(other, catalogId)));
  });
  await counting.result;
  expect(counting.isDone).toBe(false);

  const holding = await within(async (transaction) => {
    await lockOutHolds(transaction, catalogId);
    return meanwhile(() => within((other) => enterHolds(other, [catalogId])));
  });
  await holding.result;
  expect(holding.isDone).toBe(false);
});
