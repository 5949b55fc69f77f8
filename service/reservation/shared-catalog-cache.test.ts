import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import type { Feed } from '@/lib/contract/feed';
import { createOrdersOutputSchema } from '@/lib/contract/order';
import {
  bothItem,
  customer,
  hold,
  openPlaces,
  ordersBulk,
  type Places,
  reservationsBulk,
} from '@/testing/ticketing-service/booking';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

// Two services on one database: each sees the imports of the other at its next hold.

let server: TestServer;
let here: TestService;
let other: TestService;
let places: Places;

beforeAll(async () => {
  server = await startPostgres();
  const databaseUrl = await server.createDatabase();
  here = await startTestService({ databaseUrl });
  other = await startTestService({ databaseUrl });
  places = await openPlaces(here, 5);
});
afterAll(async () => {
  expect([...here.unexpectedErrors, ...other.unexpectedErrors]).toEqual([]);
  await Promise.all([here.close(), other.close()]);
  await server.stop();
});

async function importThere(feed: Feed): Promise<void> {
  const { status, body } = await other.call('POST', '/v1/ticketing/feeds', {
    body: feed,
    organization: 'river',
  });
  expect(status, JSON.stringify(body)).toBe(201);
}

/** Holds here, so that the entries are cached, and releases at once. */
async function rememberHere(): Promise<void> {
  await importThere(boatAndMuseum({ boatCapacity: 5 }));
  const { reservations } = await hold(here, [bothItem(places)]);
  expect(reservations).toHaveLength(1);
  await here.call('POST', `${reservations[0]?.['@id'] ?? ''}/_release`);
}

async function next(item: unknown = bothItem(places)) {
  return here.call('POST', reservationsBulk, { body: { items: [item] } });
}

describe('an import by another service', () => {
  it('of another price is used by the next hold, and an order has the price that was held (I6)', async () => {
    await rememberHere();
    const [cheap] = (await hold(here, [bothItem(places)])).reservations;
    await importThere(boatAndMuseum({ boatCapacity: 5, price: '99.00' }));
    const [dear] = (await hold(here, [bothItem(places)])).reservations;
    expect([cheap, dear].map((one) => one?.totalAmountInclTax)).toEqual(['36.00', '99.00']);
    for (const [service, made] of [
      [here, cheap],
      [other, dear],
    ] as const) {
      const body = { reservations: [made?.['@id']], customer };
      const [order] = createOrdersOutputSchema.parse(
        (await service.call('POST', ordersBulk, { body })).body,
      ).orders;
      expect(order?.totalAmountInclTax).toBe(made?.totalAmountInclTax);
      expect(order?.items[0]).toMatchObject({
        unitAmountInclTax: made?.items[0]?.unitAmountInclTax,
        totalAmountInclTax: made?.items[0]?.totalAmountInclTax,
      });
    }
  });

  it('without the session is used by the next hold', async () => {
    await rememberHere();
    const feed = boatAndMuseum({ boatCapacity: 5 });
    feed.events[0]?.sessions.splice(0, 1);
    await importThere(feed);
    expect((await next()).body).toMatchObject({
      reservations: [],
      failedReservations: [{ reason: 'SESSION_UNAVAILABLE' }],
    });
  });

  const changes: [string, (feed: Feed) => void, string][] = [
    ['without the offer', ({ products }) => void products[0]?.offers.splice(0, 1), 'items[0].offer'],
    [
      'with another ticket',
      ({ products }) => {
        const ticket = products[0]?.tickets[0];
        if (ticket !== undefined) ticket.key = 'ferry';
      },
      'items[0].ticketSessions[0].ticket',
    ],
    [
      'with a ticket that needs another session',
      ({ products }) => {
        const ticket = products[0]?.tickets[0];
        if (ticket !== undefined) ticket.tag = 'afternoon';
      },
      'items[0].ticketSessions[0].session',
    ],
  ];
  it.each(changes)('%s is used by the next hold', async (_, change, path) => {
    await rememberHere();
    const feed = boatAndMuseum({ boatCapacity: 5 });
    change(feed);
    await importThere(feed);
    const { status, body } = await next();
    expect(status).toBe(422);
    expect(body).toMatchObject({ violations: [{ propertyPath: path }] });
    await importThere(boatAndMuseum({ boatCapacity: 5 }));
    expect((await next()).body).toMatchObject({ failedReservations: [] });
    await giveBackAll();
  });

  it('during concurrent holds, lets no later hold use the earlier price', async () => {
    await rememberHere();
    for (let price = 40; price < 50; price += 1) {
      const many = Array.from({ length: 10 }, () => next(bothItem(places, 1, places.afternoon)));
      await importThere(boatAndMuseum({ boatCapacity: 5, price: `${price}.00` }));
      const after = (await next()).body as { reservations: { totalAmountInclTax: string }[] };
      expect(after.reservations[0]?.totalAmountInclTax).toBe(`${price}.00`);
      expect((await Promise.all(many)).map(({ status }) => status)).toEqual(many.map(() => 201));
      await giveBackAll();
    }
  });
});

async function giveBackAll(): Promise<void> {
  const { body } = await here.call('GET', '/v1/booking/reservations?itemsPerPage=100');
  const { member } = body as { member: { '@id': string; expired: boolean; order: string | null }[] };
  for (const { '@id': path, expired, order } of member) {
    if (!expired && order === null) await here.call('POST', `${path}/_release`);
  }
}

describe('the sold-out cache', () => {
  const afternoon = (quantity = 1) => bothItem(places, quantity, places.afternoon);

  it('grants nothing, and is emptied at once by a release in the same service', async () => {
    await importThere(boatAndMuseum({ boatCapacity: 5 }));
    await giveBackAll();
    for (let again = 0; again < 20; again += 1) {
      const [all] = (await hold(here, [afternoon(5)])).reservations;
      const refused = await hold(here, [afternoon(), afternoon()]);
      expect(refused.reservations).toEqual([]);
      expect(refused.failedReservations.map(({ reason }) => reason)).toEqual(['SOLD_OUT', 'SOLD_OUT']);
      await here.call('POST', `${all?.['@id'] ?? ''}/_release`);
      // Held again by the very next requests, one more than there are units.
      const rush = await Promise.all(Array.from({ length: 6 }, () => hold(here, [afternoon()])));
      expect(rush.flatMap(({ reservations }) => reservations)).toHaveLength(5);
      await giveBackAll();
    }
  });

  it('hides units that another service released for a moment at most', async () => {
    const [all] = (await hold(here, [afternoon(5)])).reservations;
    expect((await hold(here, [afternoon()])).reservations).toEqual([]);
    await other.call('POST', `${all?.['@id'] ?? ''}/_release`);
    const again = async () => (await hold(here, [afternoon()])).reservations.length;
    await expect.poll(again, { timeout: 2_000, interval: 20 }).toBe(1);
    await giveBackAll();
  });

  it('is emptied when an import raises the limit', async () => {
    await hold(here, [afternoon(5)]);
    expect((await hold(here, [afternoon()])).reservations).toEqual([]);
    await here.call('POST', '/v1/ticketing/feeds', {
      body: boatAndMuseum({ boatCapacity: 6 }),
      organization: 'river',
    });
    expect((await hold(here, [afternoon()])).reservations).toHaveLength(1);
  });
});
