import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { bothItem, hold } from '@/testing/ticketing-service/booking';
import { openRiver, why } from '@/testing/ticketing-service/administration';
import { startTestService } from '@/testing/ticketing-service/test-service';

// One connection can't show a race condition: this test uses PostgreSQL, with a pool for each of two services.
let server: TestServer;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await server.stop();
});

const counterRow = z.object({ capacity: z.int(), held: z.int(), sold: z.int() });

it('a capacity that changes during 100 holds never oversells, and every call gets an answer', async () => {
  const databaseUrl = await server.createDatabase();
  const options = { databaseUrl, connections: 20 };
  const services = await Promise.all([startTestService(options), startTestService(options)]);
  const [one, other] = services;
  const river = await openRiver(one, 60);
  const limits = [50, 20, 35, 10, 45, 5, 30, 25];
  const [answers, refusals] = await Promise.all([
    Promise.all(
      Array.from({ length: 100 }, (_, i) => hold(i % 2 === 0 ? one : other, [bothItem(river.places)])),
    ),
    Promise.all(
      limits.map(async (capacity) => {
        const body = { ...why, kind: 'capacity', subject: river.places.ten, capacity };
        return (await river.call('POST', `${river.catalog}/overrides`, body)).status;
      }),
    ),
  ]);
  expect(refusals.every((status) => status === 201 || status === 422)).toBe(true);
  const held = answers.filter(({ reservations }) => reservations.length === 1).length;
  const failed = answers.flatMap(({ failedReservations }) => failedReservations.map(({ reason }) => reason));
  expect(held + failed.length).toBe(100);
  expect(new Set(failed)).toEqual(new Set(['SOLD_OUT']));
  const id = river.places.ten.slice(-36);
  const [counter] = await one.database.rows(
    counterRow,
    sql`select capacity, held, sold from ticketing.counter where id = ${id}`,
  );
  expect(counter?.held).toBe(held);
  expect(counter?.held).toBeLessThanOrEqual(counter?.capacity ?? 0);
  for (const service of services) {
    expect(service.unexpectedErrors).toEqual([]);
    await service.close();
  }
}, 120_000);
