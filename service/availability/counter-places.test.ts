import { sql } from 'drizzle-orm';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addresses } from '@/lib/contract/iri';
import { orderSchema } from '@/lib/contract/order';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { customer, list, ordersBulk, reservationsBulk } from '@/testing/ticketing-service/booking';
import { type Boat, boatFeed, type Buyer, openBoat } from '@/testing/ticketing-service/counter-places';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

// Places that only the counter sells, on PostgreSQL, with a pool for each of two services.

let server: TestServer;
let url: string;
let service: TestService;
let other: TestService;
beforeAll(async () => {
  server = await startPostgres();
  url = await server.createDatabase();
  [service, other] = await Promise.all([start(), start()]);
});
afterAll(async () => {
  for (const one of [service, other]) {
    expect(one.unexpectedErrors).toEqual([]);
    await one.close();
  }
  await server.stop();
});

const start = (holdSeconds = 1200) => startTestService({ databaseUrl: url, connections: 40, holdSeconds });
const isHeld = (result: Awaited<ReturnType<Boat['hold']>>) => typeof result === 'string';
const heldBy = async (boat: Boat, ...asked: Parameters<Boat['hold']>) => {
  const result = await boat.hold(...asked);
  if (typeof result !== 'string') throw new Error(`refused: ${JSON.stringify(result)}`);
  return result;
};
const release = (reservation: string) => service.call('POST', `${reservation}/_release`, { body: {} });
const same = (left: number, more: number) => ({
  session: [left, more],
  boat: [left, more],
  both: [left, more],
});

describe('places that only the counter sells', () => {
  it('are not sold to others, who hear what is left to them; the counter sells all', async () => {
    const boat = await openBoat(service, 'sold', { capacity: 6, counterPlaces: { count: 2 } });
    expect(await boat.left()).toEqual(same(4, 2));
    expect(await boat.hold('web', 5)).toMatchObject({
      reason: 'INSUFFICIENT_QUANTITY',
      availableQuantity: 4,
    });
    expect(isHeld(await boat.hold('web', 3))).toBe(true);
    expect(isHeld(await boat.hold('web', 1, 'both'))).toBe(true);
    expect(await boat.left()).toEqual(same(0, 2));
    expect(await boat.hold('web')).toMatchObject({ reason: 'SOLD_OUT', availableQuantity: 0 });
    expect(await boat.hold('counter', 3)).toMatchObject({ availableQuantity: 2 });
    expect(isHeld(await boat.hold('counter', 1))).toBe(true);
    expect(isHeld(await boat.hold('counter', 1, 'both'))).toBe(true);
    expect(await boat.left()).toEqual(same(0, 0));
    expect(await boat.hold('counter')).toMatchObject({ reason: 'SOLD_OUT' });
  });

  it('are what the counter sells first; after them it sells what everybody can buy', async () => {
    const boat = await openBoat(service, 'first', { capacity: 6, counterPlaces: { count: 2 } });
    await heldBy(boat, 'counter', 1);
    expect((await boat.left()).session).toEqual([4, 1]);
    await heldBy(boat, 'counter', 3);
    expect((await boat.left()).session).toEqual([2, 0]);
    expect(await boat.hold('web', 3)).toMatchObject({ availableQuantity: 2 });
    await heldBy(boat, 'web', 2);
  });

  it('need the scope of the counter', async () => {
    const id = '00000000-0000-4000-8000-000000000001';
    const unknownOffer = addresses.offer(id, id);
    const { status, headers } = await service.call('POST', reservationsBulk, {
      body: { items: [{ quantity: 1, offer: unknownOffer, ticketSessions: [] }], counter: true },
      scopes: ['catalog:read', 'booking:read', 'booking:write'],
    });
    expect([status, headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="booking:counter"',
    ]);
  });

  it('are sold to everybody from their release on', async () => {
    const seconds = 4;
    const occursAt = new Date(Date.now() + 3_600_000 + seconds * 1000).toISOString();
    const counterPlaces = { count: 2, releasedBefore: 'PT60M' };
    const boat = await openBoat(service, 'released', { occursAt, capacity: 4, counterPlaces });
    await heldBy(boat, 'web', 2);
    expect(await boat.left()).toEqual(same(0, 2));
    expect(await boat.hold('web')).toMatchObject({ reason: 'SOLD_OUT' });
    await pause(Date.parse(occursAt) - 3_600_000 - Date.now() + 1_100);
    expect(await boat.left()).toEqual(same(2, 0));
    expect(isHeld(await boat.hold('web', 2))).toBe(true);
    expect(await boat.hold('counter')).toMatchObject({ reason: 'SOLD_OUT' });
  });

  it('follow their feed: more, fewer, none, and for a session that was unlimited', async () => {
    const boat = await openBoat(service, 'changed', { capacity: null });
    await boat.order(await heldBy(boat, 'counter', 1));
    await heldBy(boat, 'counter', 1);
    await heldBy(boat, 'web', 3);
    await boat.change({ capacity: 10, counterPlaces: { count: 4 } });
    // Two of the four are taken at the counter.
    expect((await boat.left()).session).toEqual([3, 2]);
    await boat.change({ capacity: 10, counterPlaces: { count: 6 } });
    expect((await boat.left()).session).toEqual([1, 4]);
    // More is sold to others than they could buy now: it stays, and nothing more is.
    await boat.change({ capacity: 10, counterPlaces: { count: 9 } });
    expect((await boat.left()).session).toEqual([0, 5]);
    expect(isHeld(await boat.hold('web'))).toBe(false);
    await boat.change({ capacity: 10 });
    expect((await boat.left()).session).toEqual([5, 0]);
  });
});

describe('a place that is given back', () => {
  it('goes to where it came from: released, expired, cancelled', async () => {
    const boat = await openBoat(service, 'back', { capacity: 4, counterPlaces: { count: 2 } });
    const [web, counter] = [await heldBy(boat, 'web', 2), await heldBy(boat, 'counter', 2)];
    expect(await boat.left()).toEqual(same(0, 0));
    await release(counter);
    expect(await boat.left()).toEqual(same(0, 2));
    await release(web);
    expect(await boat.left()).toEqual(same(2, 2));
    const [soldOnline, soldThere] = [
      await boat.order(await heldBy(boat, 'web', 2)),
      await boat.order(await heldBy(boat, 'counter', 2)),
    ];
    const cancel = (order: string) => service.call('POST', `${order}/_cancel`, { body: { reason: 'ill' } });
    expect(await cancel(soldThere)).toMatchObject({ status: 201 });
    expect(await boat.left()).toEqual(same(0, 2));
    expect(await cancel(soldOnline)).toMatchObject({ status: 201 });
    expect(await boat.left()).toEqual(same(2, 2));
  });

  it('goes there when its hold has expired, swept or not', async () => {
    const short = await start(1);
    const boat = await openBoat(short, 'expired', { capacity: 4, counterPlaces: { count: 2 } });
    await heldBy(boat, 'counter', 2);
    await heldBy(boat, 'web', 2);
    expect(await boat.session()).toMatchObject({ availableQuantity: 0, counterOnly: 0, mayReturn: true });
    await pause(2_200);
    expect(await boat.left()).toEqual(same(2, 2));
    // The next holds release the expired ones.
    expect(await boat.hold('web', 3)).toMatchObject({ availableQuantity: 2 });
    await heldBy(boat, 'counter', 4);
    expect(short.unexpectedErrors).toEqual([]);
    await short.close();
  });

  it('goes there when it is exchanged, also at the other one', async () => {
    const boat = await openBoat(service, 'exchanged', { capacity: 4, counterPlaces: { count: 2 } });
    const order = await boat.order(await heldBy(boat, 'web', 2));
    const { items } = orderSchema.parse((await service.call('GET', order)).body);
    const reservation = await heldBy(boat, 'counter', 1);
    const exchanged = await service.call('POST', ordersBulk, {
      body: {
        reservations: [reservation],
        customer,
        rebooking: { tickets: items.flatMap(({ tickets }) => tickets).slice(0, 1), reason: 'other day' },
      },
    });
    expect(exchanged).toMatchObject({ status: 201 });
    // One is sold online, one at the counter: each has one left.
    expect(await boat.left()).toEqual(same(1, 1));
  });

  it('is not said to come back to customers when only the counter holds it', async () => {
    const boat = await openBoat(service, 'hope', { capacity: 4, counterPlaces: { count: 2 } });
    await boat.order(await heldBy(boat, 'web', 2));
    await heldBy(boat, 'counter', 2);
    expect(await boat.session()).toMatchObject({ availableQuantity: 0, mayReturn: false });
    const [offer] = await list(service, `${boat.catalog}/offers`);
    expect(offer).toMatchObject({ availableQuantity: 0, mayReturn: false });
  });
});

const counted = z.object({ held: z.int(), desk: z.int() });
const units = async (key: string) => {
  const [found] = await service.database.rows(
    counted,
    sql`select counter.held, counter.desk_taken as desk from ticketing.counter
        join ticketing.session on session.catalog_id = counter.catalog_id and session.id = counter.id
        join ticketing.catalog on catalog.id = session.catalog_id where catalog.key = ${key}`,
  );
  return found;
};

describe('200 customers and the counter at once, through two services', () => {
  it('never oversell, and customers never get what is kept', async () => {
    const boat = await openBoat(service, 'rush', { capacity: 40, counterPlaces: { count: 10 } });
    const asked = Array.from({ length: 240 }, (_, i): Buyer => (i % 6 === 0 ? 'counter' : 'web'));
    const results = await Promise.all(
      asked.map((buyer, i) =>
        boat.hold(buyer, 1, i % 4 === 0 ? 'both' : 'boat', i % 2 === 0 ? service : other),
      ),
    );
    const got = (buyer: string) => results.filter((one, i) => asked[i] === buyer && isHeld(one)).length;
    expect(got('web') + got('counter')).toBe(40);
    expect(got('web')).toBeLessThanOrEqual(30);
    expect(await units('rush')).toEqual({ held: 40, desk: got('counter') });
    expect(await boat.left()).toEqual(same(0, 0));
  });

  it('leave the kept places to the counter, until the moment of their release, and then sell them', async () => {
    const occursAt = new Date(Date.now() + 3_600_000 + 6_000).toISOString();
    const releaseAt = Date.parse(occursAt) - 3_600_000;
    const counterPlaces = { count: 10, releasedBefore: 'PT1H' };
    const boat = await openBoat(service, 'moment', { occursAt, capacity: 40, counterPlaces });
    let early = 0;
    let all = 0;
    const customerLoop = async (by: TestService) => {
      while (Date.now() < releaseAt + 2_000) {
        // As the clock of the database is this machine's, what is held before the release is answered before it, or about then.
        const result = await boat.hold('web', 1, 'boat', by);
        if (isHeld(result)) all += 1;
        if (isHeld(result) && Date.now() < releaseAt) early += 1;
      }
    };
    const customers = Array.from({ length: 50 }, (_, i) => customerLoop(i % 2 === 0 ? service : other));
    await pause(1_000);
    expect(isHeld(await boat.hold('counter', 3))).toBe(true);
    await Promise.all(customers);
    expect(early).toBe(30);
    expect(all).toBe(37);
    expect(await units('moment')).toEqual({ held: 40, desk: 3 });
  });
});

describe('a feed', () => {
  it.each<[string, Parameters<typeof boatFeed>[1], string]>([
    ['more of them than places', { capacity: 9, counterPlaces: { count: 10 } }, 'counterPlaces.count'],
    ['them without a capacity', { capacity: null, counterPlaces: { count: 10 } }, 'counterPlaces'],
    ['none', { counterPlaces: { count: 0 } }, 'counterPlaces.count'],
    ['another duration', { counterPlaces: { count: 1, releasedBefore: '1 hour' } }, 'releasedBefore'],
    ['more than a year', { counterPlaces: { count: 1, releasedBefore: 'PT8785H' } }, 'releasedBefore'],
  ])('is refused with %s', async (_, session, path) => {
    const body = boatFeed('wrong', session);
    const answer = await service.call('POST', '/v1/ticketing/feeds', { body });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain(path);
  });
});
