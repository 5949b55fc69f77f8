import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  await service.database.transaction((transaction) =>
    transaction.run(
      sql`truncate ticketing.catalog, ticketing.counter, ticketing.hold, ticketing.reservation cascade`,
    ),
  );
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

const answerSchema = z.object({
  warningCount: z.int(),
  warnings: z.array(z.object({ message: z.string(), propertyPaths: z.array(z.string()) })),
});

/** Imports the feed of the boat with this time of its first session and this end of its first offer’s sale. */
async function send(occursAt: string, saleEndsAt: string | null = null) {
  const feed = boatAndMuseum();
  const [session] = feed.events[0]?.sessions ?? [];
  const [offer] = feed.products[0]?.offers ?? [];
  if (session === undefined || offer === undefined) throw new Error('the feed has no session or offer');
  Object.assign(session, { occursAt });
  Object.assign(offer, { saleEndsAt });
  const { status, body } = await service.call('POST', '/v1/ticketing/feeds', { body: feed });
  expect(status).toBe(201);
  return answerSchema.parse(body);
}

it.each([
  ['2027-06-01T10:00:00', '2027-06-01 08:00'],
  ['2027-06-01T10:00', '2027-06-01 08:00'],
  ['2027-12-01T10:00:00.5', '2027-12-01 09:00'],
])('a time without an offset is one of the catalogue’s zone: %s', async (occursAt, utc) => {
  const { warningCount } = await send(occursAt, '2027-05-31T12:00:00');
  expect(warningCount).toBe(0);
  const stored = await service.database.rows(
    z.object({ at: z.string() }),
    sql`select distinct to_char(occurs_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at from ticketing.session`,
  );
  expect(stored).toContainEqual({ at: utc });
  const ends = await service.database.rows(
    z.object({ at: z.string() }),
    sql`select to_char(sale_ends_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at from ticketing.offer`,
  );
  expect(ends).toContainEqual({ at: '2027-05-31 10:00' });
});

it.each([
  ['2027-10-31T02:30:00', 'The clocks show this time twice'],
  ['2027-03-28T02:30:00', 'or skip it'],
  ['2027-06-01T10:00:00+01:00', 'The offset is not that'],
])('a time that is not clear, or contradicts the zone, is said: %s', async (occursAt, message) => {
  expect(await send(occursAt)).toMatchObject({
    warnings: [
      {
        message: expect.stringContaining(message) as string,
        propertyPaths: ['$.events[0].sessions[0].occursAt'],
      },
    ],
  });
});

it('a moment in UTC is the same everywhere, and nothing is said', async () => {
  expect(await send('2027-06-01T08:00:00Z')).toMatchObject({ warningCount: 0 });
});
