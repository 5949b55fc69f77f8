import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { json } from '@/lib/database/database';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { createReservationsOutputSchema } from '@/lib/contract/reservation';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { endWithin } from '@/testing/ticketing-service/end-within';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

// One connection can't show a race condition: these tests use PostgreSQL, with a pool for each of two services.

let server: TestServer;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await server.stop();
});

interface Shop {
  services: TestService[];
  url: string;
  item: (day: string, hour: string) => Promise<unknown>;
  close: () => Promise<void>;
}

async function openShop(feed = boatAndMuseum(), holdSeconds = 1200): Promise<Shop> {
  const url = await server.createDatabase();
  const options = { databaseUrl: url, holdSeconds, connections: 40 };
  const services = await Promise.all([startTestService(options), startTestService(options)]);
  const [service] = services;
  await service.call('POST', '/v1/ticketing/feeds', { body: feed, organization: 'river' });
  const list = async (path: string) =>
    z
      .object({ member: z.array(z.record(z.string(), z.unknown())) })
      .parse((await service.call('GET', path)).body).member;
  const catalog = String((await list('/v1/ticketing/catalogs'))[0]?.['@id']);
  const product = String(
    (await list(`${catalog}/products?name=both`))[0]?.['id'] ??
      (await list(`${catalog}/products`))[0]?.['id'],
  );
  return {
    services,
    url,
    item: async (day, hour) => {
      const offer = String((await list(`${catalog}/offers?product=${product}&date=${day}`))[0]?.['@id']);
      const tickets = await list(`${offer}/tickets`);
      const sessions = z
        .array(z.object({ '@id': z.string(), occursAt: z.string() }))
        .parse(tickets[0]?.['sessions']);
      const session = sessions.find(({ occursAt }) => occursAt.includes(`T${hour}`))?.['@id'];
      return {
        quantity: 1,
        offer,
        ticketSessions: [{ ticket: tickets[0]?.['@id'], session }, { ticket: tickets[1]?.['@id'] }],
      };
    },
    close: async () => {
      for (const one of services) {
        expect(one.unexpectedErrors).toEqual([]);
        await one.close();
      }
    },
  };
}

/** 100 clients; each sends its next request when it has its last answer. */
async function rush<T>(total: number, ask: (index: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  let next = 0;
  const client = async () => {
    for (let index = next++; index < total; index = next++) answers.push(await ask(index));
  };
  await Promise.all(Array.from({ length: 100 }, client));
  return answers;
}

const counterRow = z.object({ capacity: z.int(), held: z.int(), sold: z.int() });

describe('many clients at once on PostgreSQL', () => {
  it('buy exactly 50 of 50 units with 100 clients and 400 holds, through two services', async () => {
    const shop = await openShop();
    const item = await shop.item('2027-06-01', '10');
    const answers = await rush(400, async (index) => {
      const { status, body } = await (shop.services[index % 2] as TestService).call(
        'POST',
        '/v1/booking/reservations/_bulk',
        { body: { items: [item] } },
      );
      expect(status, JSON.stringify(body)).toBe(201);
      return createReservationsOutputSchema.parse(body);
    });
    expect(answers.filter(({ reservations }) => reservations.length === 1)).toHaveLength(50);
    const failed = answers.flatMap(({ failedReservations }) => failedReservations);
    expect(failed).toHaveLength(350);
    expect(new Set(failed.map(({ reason }) => reason))).toEqual(new Set(['SOLD_OUT']));
    const counters = await (shop.services[0] as TestService).database.rows(
      counterRow,
      sql`select capacity, held, sold from ticketing.counter where held > 0`,
    );
    expect(counters).toEqual([{ capacity: 50, held: 50, sold: 0 }]);
    await shop.close();
  });

  it('oversell in the naive control, which shows that the race condition is real', async () => {
    const shop = await openShop();
    const [service] = shop.services;
    const id = '00000000-0000-4000-8000-000000000001';
    await service?.database.transaction(async (transaction) => {
      await transaction.run(sql`create table naive (id uuid primary key, capacity int, held int)`);
      await transaction.run(sql`insert into naive values (${id}, 50, 0)`);
    });
    const held = await rush(400, () =>
      (service as TestService).database.transaction(async (transaction) => {
        const [counter] = await transaction.rows(
          z.object({ free: z.int() }),
          sql`select capacity - held as free from naive where id = ${id}`,
        );
        if ((counter?.free ?? 0) < 1) return false;
        await transaction.run(sql`update naive set held = held + 1 where id = ${id}`);
        return true;
      }),
    );
    expect(held.filter(Boolean).length).toBeGreaterThan(50);
    await shop.close();
  });

  it('do not deadlock: items in opposite orders, and no partial hold', async () => {
    const shop = await openShop(boatAndMuseum({ offerCapacity: 60 }));
    const items = [
      await shop.item('2027-06-01', '10'),
      await shop.item('2027-06-02', '14'),
      await shop.item('2027-06-03', '10'),
    ];
    const answers = await rush(200, async (index) => {
      const { status, body } = await (shop.services[index % 2] as TestService).call(
        'POST',
        '/v1/booking/reservations/_bulk',
        { body: { items: index % 2 === 0 ? items : items.toReversed() } },
      );
      expect(status, JSON.stringify(body)).toBe(201);
      return createReservationsOutputSchema.parse(body).reservations.length;
    });
    expect(answers.reduce((sum, count) => sum + count, 0)).toBe(150);
    const counters = await (shop.services[0] as TestService).database.rows(
      counterRow,
      sql`select capacity, held, sold from ticketing.counter where held > 0 order by capacity`,
    );
    expect(counters.map(({ held }) => held)).toEqual([50, 50, 50, 50, 50, 50]);
    await shop.close();
  });

  it('end each hold once: orders, expiry and sweepers at the same time', async () => {
    const shop = await openShop(boatAndMuseum({ boatCapacity: 200 }));
    const item = await shop.item('2027-06-01', '10');
    const [one, other] = shop.services as [TestService, TestService];
    const paths = (
      await rush(200, async () =>
        createReservationsOutputSchema.parse(
          (await one.call('POST', '/v1/booking/reservations/_bulk', { body: { items: [item] } })).body,
        ),
      )
    ).flatMap(({ reservations }) => reservations.map((made) => made['@id']));
    expect(paths).toHaveLength(200);
    // The holds expire one after the other while they are being ordered.
    await endWithin(one, 1000);
    const customer = { firstname: 'A', lastname: 'B', email: 'a@b.test', country: 'FR', language: 'fr' };
    const { sweepExpired } = await import('./expired-holds');
    let sold = 0;
    let done = false;
    const sweepers = [one, other, one].map(async ({ database }) => {
      while (!done) await database.transaction((transaction) => sweepExpired(transaction, 20));
    });
    const statuses = await rush(200, async (index) => {
      const { status } = await (index % 2 === 0 ? one : other).call('POST', '/v1/booking/orders/_bulk', {
        body: { reservations: [paths[index]], customer, externalReference: String(index) },
      });
      if (status === 201) sold += 1;
      return status;
    });
    expect(statuses.filter((status) => status !== 201 && status !== 422)).toEqual([]);
    await expect
      .poll(
        async () =>
          (await one.database.rows(z.object({ count: z.int() }), sql`select count(*) from ticketing.hold`))[0]
            ?.count,
        { timeout: 10_000 },
      )
      .toBe(0);
    done = true;
    await Promise.all(sweepers);
    const counters = await one.database.rows(
      counterRow,
      sql`select capacity, sum(held) as held, sum(sold) as sold from ticketing.counter
          where capacity = 200 group by capacity`,
    );
    expect(counters).toEqual([{ capacity: 200, held: 0, sold }]);
    await shop.close();
  });
});

describe('the CHECK constraint', () => {
  it('prevents overselling even without the check in the code', async () => {
    const shop = await openShop();
    const change = (shop.services[0] as TestService).database.transaction((transaction) =>
      transaction.run(
        sql`update ticketing.counter set held = capacity + 1 where ${json(true)} = ${json(true)}`,
      ),
    );
    await expect(change).rejects.toThrow('counter_never_oversold');
    await shop.close();
  });
});
