import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { type Relay, startRelay } from '@/testing/database/relay';
import { bothItem, openPlaces, type Places, reservationsBulk } from '@/testing/ticketing-service/booking';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

let server: TestServer;
let relay: Relay;
let service: TestService;
/** The same service, with connections of its own. */
let direct: TestService;
let places: Places;

beforeAll(async () => {
  server = await startPostgres();
  const url = await server.createDatabase();
  direct = await startTestService({ databaseUrl: url });
  relay = await startRelay(url);
  service = await startTestService({ databaseUrl: relay.url });
  places = await openPlaces(service, 10);
});
afterAll(async () => {
  await service.close();
  await direct.close();
  await relay.close();
  await server.stop();
});

it('of a call during which the database went away is free soon after it is back', async () => {
  const { database } = direct;
  const headers = { 'idempotency-key': 'interrupted', 'content-type': 'application/json' };
  const reserve = () =>
    service.call('POST', reservationsBulk, { body: { items: [bothItem(places)] }, headers });
  const waiting = z.object({ waiting: z.int() });
  const isWaiting = async () => {
    const [row] = await database.rows(
      waiting,
      sql`select count(*)::int as waiting from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return (row?.waiting ?? 0) > 0;
  };
  const interrupted = await database.transaction(async (transaction) => {
    await transaction.run(sql`lock table ticketing.reservation in exclusive mode`);
    const answer = reserve();
    await expect.poll(isWaiting, { timeout: 9_000 }).toBe(true);
    await relay.cut();
    return await answer;
  });
  expect(interrupted).toMatchObject({ status: 503 });
  await relay.restore();
  // After a minute the run would count as crashed.
  await expect.poll(async () => (await reserve()).status, { timeout: 30_000 }).toBe(201);
});
