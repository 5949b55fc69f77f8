import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { lastSegment } from '@/lib/contract/iri';
import { bothItem, freeItem, hold, openPlaces, type Places } from '@/testing/ticketing-service/booking';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

let service: TestService;
let places: Places;

beforeAll(async () => {
  service = await startTestService();
  places = await openPlaces(service);
  await service.database.transaction(async (transaction) => {
    await transaction.run(
      sql`update ticketing.session set occurs_at = statement_timestamp() - interval '1 second'
          where id = ${lastSegment(places.ten)}`,
    );
    await transaction.run(
      sql`update ticketing.offer set sale_ends_at = statement_timestamp() - interval '1 second'
          where id = ${lastSegment(places.walkOffer)}`,
    );
  });
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

it('a session that has begun and an offer whose sale has ended are not held; the other items are', async () => {
  const items = [bothItem(places), freeItem(places), bothItem(places, 1, places.afternoon)];
  const { reservations, failedReservations } = await hold(service, items);
  expect(reservations).toMatchObject([{ items: [{ offer: places.offer }] }]);
  expect(failedReservations).toMatchObject([
    { index: 0, reason: 'SESSION_UNAVAILABLE', availableQuantity: null, quantity: 1 },
    { index: 1, reason: 'NOT_ON_SALE', availableQuantity: null, offer: places.walkOffer },
  ]);
  expect(failedReservations.map(({ message }) => message)).toEqual([
    'This session can no longer be booked.',
    'This offer is no longer on sale.',
  ]);
  const held = await service.database.rows(
    z.object({ held: z.int() }),
    sql`select held from ticketing.counter where id = ${lastSegment(places.ten)}`,
  );
  expect(held).toEqual([{ held: 0 }]);
});
