import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lastSegment } from '@/lib/contract/iri';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { bothItem, customer, hold, openPlaces, ordersBulk } from '@/testing/ticketing-service/booking';
import { clients } from '@/testing/ticketing-service/load';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { endWithin } from '@/testing/ticketing-service/end-within';
import { sweepExpired } from './expired-holds';

// Guarantee I2: a held unit is released exactly once.

let server: TestServer;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

async function shop() {
  const databaseUrl = await server.createDatabase();
  const options = { databaseUrl, connections: 40 };
  const services = await Promise.all([startTestService(options), startTestService(options)]);
  const places = await openPlaces(services[0], 200);
  return {
    services,
    places,
    close: async () => {
      for (const one of services) expect(one.unexpectedErrors).toEqual([]);
      await Promise.all(services.map((one) => one.close()));
    },
  };
}

const counterRow = z.object({ capacity: z.int(), held: z.int(), sold: z.int() });
const wholeRow = z.object({ holds: z.int(), orders: z.int(), expired: z.int() });

async function counterOf({ database }: TestService, path: string) {
  return database.rows(
    counterRow,
    sql`select capacity, held, sold from ticketing.counter where id = ${lastSegment(path)}`,
  );
}

describe('expiring holds', () => {
  it('200 within 600 ms, while 50 clients order and 3 sweep: each hold is ordered or released, once', async () => {
    const { services, places, close } = await shop();
    const [one, other] = services;
    const items = Array.from({ length: 20 }, () => bothItem(places));
    const paths: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      paths.push(...(await hold(one, items)).reservations.map((made) => made['@id']));
    }
    expect(paths).toHaveLength(200);
    await endWithin(one, 600);

    let done = false;
    const sweepers = [one, other, one].map(async ({ database }) => {
      while (!done) await database.transaction((transaction) => sweepExpired(transaction, 20));
    });
    const statuses: number[] = [];
    let next = 0;
    await clients(50, async () => {
      const index = next++;
      const path = paths[index];
      if (path === undefined) return false;
      const body = { reservations: [path], customer, externalReference: String(index) };
      const { status } = await (index % 2 === 0 ? one : other).call('POST', ordersBulk, { body });
      statuses.push(status);
      return true;
    });
    const whole = async () => {
      const rows = await one.database.rows(
        wholeRow,
        sql`select (select count(*)::int from ticketing.hold) as holds,
              (select count(*)::int from ticketing.booking_order) as orders,
              (select count(*)::int from ticketing.reservation
               where order_id is null and expires_at <= statement_timestamp()) as expired`,
      );
      return rows[0];
    };
    const ordered = statuses.filter((status) => status === 201).length;
    const end = { holds: 0, orders: ordered, expired: 200 - ordered };
    await expect.poll(whole, { timeout: 10_000 }).toEqual(end);
    done = true;
    await Promise.all(sweepers);
    expect(statuses.filter((status) => status !== 201 && status !== 422)).toEqual([]);
    expect(await counterOf(one, places.ten)).toEqual([{ capacity: 200, held: 0, sold: ordered }]);
    await close();
  });

  it('without a sweeper, ended holds are refused as well, and their units are sold again, once', async () => {
    const { services, places, close } = await shop();
    const [one, other] = services;
    const all = (await hold(one, [bothItem(places, 50), bothItem(places, 50), bothItem(places, 50)]))
      .reservations;
    const kept = (await hold(one, [bothItem(places, 50)])).reservations[0]?.['@id'] ?? '';
    await one.call('POST', ordersBulk, { body: { reservations: [kept], customer } });
    await one.database.transaction((transaction) =>
      transaction.run(sql`update ticketing.hold set expires_at = statement_timestamp()`),
    );
    await one.database.transaction((transaction) =>
      transaction.run(
        sql`update ticketing.reservation set expires_at = statement_timestamp() where order_id is null`,
      ),
    );
    const gone = all[0]?.['@id'] ?? '';
    for (const action of [
      () => other.call('POST', ordersBulk, { body: { reservations: [gone], customer } }),
      () => other.call('POST', `${gone}/_extend`),
    ]) {
      expect(await action()).toMatchObject({ status: 422, body: { violations: [{}] } });
    }
    expect(await counterOf(one, places.ten)).toEqual([{ capacity: 200, held: 150, sold: 50 }]);

    // 300 clients ask for the 150 units, through both services. No sweeper ran; each new hold first releases
    // expired ones.
    let [next, held] = [0, 0];
    await clients(50, async () => {
      const index = next++;
      if (index >= 300) return false;
      const { reservations } = await hold(index % 2 === 0 ? one : other, [bothItem(places)]);
      held += reservations.length;
      return true;
    });
    expect(held).toBe(150);
    expect(await counterOf(one, places.ten)).toEqual([{ capacity: 200, held: 150, sold: 50 }]);
    await close();
  });
});
