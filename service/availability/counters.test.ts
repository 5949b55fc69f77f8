import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lastSegment } from '@/lib/contract/iri';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { violationCodes } from '@/lib/contract/problem';
import { reservationSchema } from '@/lib/contract/reservation';
import {
  bothItem,
  customer,
  hold,
  openPlaces,
  ordersBulk,
  type Places,
} from '@/testing/ticketing-service/booking';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { sweepExpired } from './expired-holds';
import { keepUnits, lockCounters } from './hold-store';
import { setCapacities } from './set-capacities';

const now = new Date('2026-03-01T12:00:00.000Z');
let server: TestServer;
let service: TestService;
let places: Places;

beforeAll(async () => {
  server = await startPostgres();
  service = await startTestService({ databaseUrl: await server.createDatabase(), now: () => now });
});
beforeEach(async () => {
  await change(
    sql`truncate ticketing.catalog, ticketing.counter, ticketing.hold, ticketing.reservation cascade`,
  );
  places = await openPlaces(service, 5);
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
  await server.stop();
});

const change = (statement: ReturnType<typeof sql>) =>
  service.database.transaction((transaction) => transaction.run(statement));

const counterRow = z.object({ capacity: z.int().nullable(), held: z.int(), sold: z.int() });

/** The counter of the boat at ten. */
async function ten() {
  const [row] = await service.database.rows(
    counterRow,
    sql`select capacity, held, sold from ticketing.counter where id = ${lastSegment(places.ten)}`,
  );
  return row;
}

async function importLimits(limits: { boatCapacity?: number | null; offerCapacity?: number | null }) {
  return service.call('POST', '/v1/ticketing/feeds', { body: boatAndMuseum(limits), organization: 'river' });
}

/** Ends holds in the database, as if their time had passed. */
const expire = (path: string) =>
  change(
    sql`update ticketing.hold set expires_at = statement_timestamp() where hold_id = ${lastSegment(path)}`,
  );

async function held(quantity: number): Promise<string> {
  const { reservations } = await hold(service, [bothItem(places, quantity)]);
  return reservations[0]?.['@id'] ?? 'none';
}

const order = (...reservations: string[]) =>
  service.call('POST', ordersBulk, { body: { reservations, customer } });

describe('the availability of a session and of an offer', () => {
  it.each([
    [0, 'SOLD_OUT', false],
    [1, 'LIMITED', true],
    [10, 'LIMITED', true],
    [11, 'AVAILABLE', true],
    [null, 'FREESALE', true],
  ])('with %s left is %s', async (left, status, available) => {
    await importLimits({ boatCapacity: left });
    const { body } = await service.call('GET', `${places.ten}/availability`);
    expect(body).toEqual({
      '@context': '/contexts/TicketingSessionAvailability',
      '@id': `${places.ten}/availability`,
      '@type': 'TicketingSessionAvailability',
      availableQuantity: left,
      available,
      status,
      mayReturn: false,
      syncAt: now.toISOString(),
    });
    await importLimits({ boatCapacity: null, offerCapacity: left });
    const offer = await service.call('GET', `${places.offer}/availability`);
    expect(offer.body).toMatchObject({ availableQuantity: left, available, status });
  });

  it('is CLOSED once the session has begun, whatever is left', async () => {
    await change(
      sql`update ticketing.session set occurs_at = statement_timestamp() where id = ${lastSegment(places.ten)}`,
    );
    const { body } = await service.call('GET', `${places.ten}/availability`);
    expect(body).toMatchObject({ available: false, status: 'CLOSED' });
  });
});

describe('a hold', () => {
  it('reserves and releases only its own units; ordered units stay sold', async () => {
    const [first, second] = [await held(2), await held(3)];
    expect(await ten()).toEqual({ capacity: 5, held: 5, sold: 0 });
    expect((await order(first)).status).toBe(201);
    expect(await ten()).toEqual({ capacity: 5, held: 3, sold: 2 });
    await service.call('POST', `${second}/_release`);
    expect(await ten()).toEqual({ capacity: 5, held: 0, sold: 2 });
    expect((await service.call('GET', places.ten)).body).toMatchObject({ availableQuantity: 3 });
  });

  it('counts all of several items for one session in one call', async () => {
    const { reservations, failedReservations } = await hold(service, [
      bothItem(places, 2),
      bothItem(places, 3),
      bothItem(places, 1),
    ]);
    expect([reservations.length, failedReservations.length]).toEqual([2, 1]);
    expect(await ten()).toEqual({ capacity: 5, held: 5, sold: 0 });
    expect((await order(...reservations.map((one) => one['@id']))).status).toBe(201);
    expect(await ten()).toEqual({ capacity: 5, held: 0, sold: 5 });
  });

  it('keeps its units when it is extended, as long as its reservation is valid', async () => {
    const path = await held(1);
    const extended = reservationSchema.parse((await service.call('POST', `${path}/_extend`)).body);
    const rows = await service.database.rows(
      z.object({ expiresAt: z.date() }),
      sql`select expires_at as "expiresAt" from ticketing.hold`,
    );
    expect(rows.map(({ expiresAt }) => expiresAt.toISOString())).toEqual([extended.expiresAt]);
  });

  it('is neither ordered nor extended when it has lost the units of one of its two counters', async () => {
    await importLimits({ boatCapacity: 5, offerCapacity: 5 });
    const path = await held(1);
    await change(sql`delete from ticketing.hold where counter_id = ${lastSegment(places.offer)}`);
    expect(await order(path)).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'reservations[0].expired', code: violationCodes.isFalse }] },
    });
    expect(await service.call('POST', `${path}/_extend`)).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'expired' }] },
    });
    expect(await ten()).toEqual({ capacity: 5, held: 1, sold: 0 });
  });

  it('releases all expired holds before it is refused, however many there are', async () => {
    // More than two rounds release holds: a catalogue that has changed needs a round of its own.
    await importLimits({ boatCapacity: 1001 });
    await change(
      sql`insert into ticketing.hold (catalog_id, counter_id, hold_id, units, expires_at)
          select catalog_id, id, gen_random_uuid(), 1, statement_timestamp()
          from ticketing.counter, generate_series(1, 1001) where id = ${lastSegment(places.ten)}`,
    );
    await change(sql`update ticketing.counter set held = 1001 where id = ${lastSegment(places.ten)}`);
    const items = [...Array.from({ length: 20 }, () => bothItem(places, 50)), bothItem(places, 1)];
    expect((await hold(service, items)).reservations).toHaveLength(21);
    expect(await ten()).toEqual({ capacity: 1001, held: 1001, sold: 0 });
    expect((await hold(service, [bothItem(places)])).failedReservations).toMatchObject([
      { reason: 'SOLD_OUT', availableQuantity: 0 },
    ]);
  });

  it('never reserves more than a counter has, whatever the caller asks for', async () => {
    const counter = { counterId: lastSegment(places.ten), catalogId: places.ten.split('/')[4] ?? '' };
    const take = (units: number, left: number) =>
      service.database.transaction(async (transaction) => {
        const locked = await lockCounters(transaction, [{ ...counter, units }]);
        expect(locked.left).toEqual(new Map([[counter.counterId, 5]]));
        const told = { ...locked, left: new Map([[counter.counterId, left]]) };
        const holds = [{ id: randomUUID(), units: [{ ...counter, units }], atDesk: false }];
        await keepUnits(transaction, told, holds, new Date('2030-01-01T00:00:00Z'));
      });
    await expect(take(6, 6)).rejects.toThrow('held units of 0 counters instead of 1');
    expect(await ten()).toEqual({ capacity: 5, held: 0, sold: 0 });
    await take(5, 5);
    expect(await ten()).toEqual({ capacity: 5, held: 5, sold: 0 });
  });
});

describe('expired holds', () => {
  it('are released by a sweep: the oldest first, a limited number at a time, and no valid hold', async () => {
    const [newest, oldest] = [await held(1), await held(2)];
    await held(1);
    await expire(oldest);
    await expire(newest);
    const sweep = () => service.database.transaction((transaction) => sweepExpired(transaction, 1));
    expect(await sweep()).toBe(1);
    expect(await ten()).toEqual({ capacity: 5, held: 2, sold: 0 });
    expect(await sweep()).toBe(1);
    expect(await sweep()).toBe(0);
    expect(await ten()).toEqual({ capacity: 5, held: 1, sold: 0 });
  });

  it('of a counter whose limit was removed meanwhile are released as well, and limit nothing', async () => {
    const path = await held(5);
    await importLimits({ boatCapacity: null });
    expect(await ten()).toEqual({ capacity: null, held: 5, sold: 0 });
    const unlimited = await held(50);
    expect(await ten()).toEqual({ capacity: null, held: 5, sold: 0 });
    await expire(path);
    await held(50);
    expect(await ten()).toEqual({ capacity: null, held: 0, sold: 0 });
    expect((await order(unlimited)).status).toBe(201);
  });
});

describe('a limit', () => {
  it('can be lowered to the number of held and sold units, and not below', async () => {
    const path = await held(2);
    expect((await order(path)).status).toBe(201);
    await held(1);
    expect(await importLimits({ boatCapacity: 2 })).toMatchObject({
      status: 422,
      body: { violations: [{ message: '3 are held or sold already.' }] },
    });
    expect(await ten()).toEqual({ capacity: 5, held: 1, sold: 2 });
    expect((await importLimits({ boatCapacity: 3 })).status).toBe(201);
    expect(await ten()).toEqual({ capacity: 3, held: 1, sold: 2 });
  });

  it('can be lowered below the number of expired units, which are released first', async () => {
    await expire(await held(4));
    expect((await importLimits({ boatCapacity: 3 })).status).toBe(201);
    expect(await ten()).toEqual({ capacity: 3, held: 0, sold: 0 });
    expect((await hold(service, [bothItem(places, 3)])).reservations).toHaveLength(1);
  });

  it('counts units that were held and sold before it was set', async () => {
    await importLimits({ boatCapacity: null, offerCapacity: null });
    await change(sql`delete from ticketing.counter`);
    const [path] = (await hold(service, [bothItem(places, 3, places.afternoon)])).reservations;
    expect((await order(path?.['@id'] ?? '')).status).toBe(201);
    await hold(service, [bothItem(places, 2)]);
    expect((await importLimits({ boatCapacity: 6, offerCapacity: 7 })).status).toBe(201);
    const counters = await service.database.rows(
      counterRow,
      sql`select capacity, held, sold from ticketing.counter where held + sold > 0 order by sold desc, capacity`,
    );
    expect(counters).toEqual([
      { capacity: 6, held: 0, sold: 3 },
      { capacity: 7, held: 2, sold: 3 },
      { capacity: 6, held: 2, sold: 0 },
    ]);
  });

  it('of sales counts only together with a capacity', async () => {
    const counterId = lastSegment(places.ten);
    const catalogId = places.ten.split('/')[4] ?? '';
    const left = async (limits: { capacity: number | null; saleLimit?: number }) =>
      service.database.transaction(async (transaction) => {
        expect(await setCapacities(transaction, catalogId, [{ counterId, ...limits }])).toEqual([]);
        return (await lockCounters(transaction, [{ catalogId, counterId, units: 1 }])).left.get(counterId);
      });
    expect(await left({ capacity: 5, saleLimit: 3 })).toBe(3);
    expect(await left({ capacity: 2, saleLimit: 3 })).toBe(2);
    expect(await left({ capacity: null, saleLimit: 3 })).toBeUndefined();
    expect(await left({ capacity: 5 })).toBe(5);
  });
});
