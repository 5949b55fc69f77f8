import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { violationCodes } from '@/lib/contract/problem';
import { createReservationsOutputSchema } from '@/lib/contract/reservation';
import {
  bothItem,
  customer,
  hold,
  list,
  openPlaces,
  ordersBulk,
  type Places,
  reservationsBulk,
} from '@/testing/ticketing-service/booking';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { forgetOldKeys } from './idempotency-store';

let server: TestServer;
let service: TestService;
let places: Places;

beforeAll(async () => {
  server = await startPostgres();
  service = await startTestService({ databaseUrl: await server.createDatabase() });
  places = await openPlaces(service, 500);
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
  await server.stop();
});

function reserve(key: string, body: unknown = { items: [bothItem(places)] }, organization = 'reseller') {
  const headers = { 'idempotency-key': key, 'content-type': 'application/json' };
  return service.call('POST', reservationsBulk, { body, headers, organization });
}

const left = async () => {
  const tickets = await list(service, `${places.offer}/tickets`);
  return JSON.stringify(tickets).match(/"availableQuantity":(\d+)/)?.[1];
};

describe('an Idempotency-Key', () => {
  it('holds once, however often it is sent and in whatever order of members', async () => {
    const before = Number(await left());
    const first = await reserve('one');
    expect(first.status).toBe(201);
    const { offer, ticketSessions, quantity } = bothItem(places);
    const again = await reserve('one', { items: [{ ticketSessions, quantity, offer }] });
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(Number(await left())).toBe(before - 1);
  });

  it('with another body, operation or organization is a different key', async () => {
    await reserve('two');
    const other = await reserve('two', { items: [bothItem(places, 2)] });
    expect(other).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'Idempotency-Key', code: violationCodes.unique }] },
    });
    const elsewhere = await reserve('two', { items: [bothItem(places)] }, 'somebody');
    expect(createReservationsOutputSchema.parse(elsewhere.body).reservations).toHaveLength(1);
    const body = { reservations: ['/v1/booking/reservations/x'], customer };
    const headers = { 'idempotency-key': 'two', 'content-type': 'application/json' };
    expect((await service.call('POST', ordersBulk, { body, headers })).body).toMatchObject({
      violations: [{ propertyPath: 'reservations[0]' }],
    });
  });

  it('of a call that runs several times at once: one runs, the others are told to wait, and then get its answer', async () => {
    const tries = await Promise.all(Array.from({ length: 8 }, () => reserve('at-once')));
    const made = tries.filter(({ status }) => status === 201);
    const waiting = tries.filter(({ status }) => status === 409);
    expect(made.length + waiting.length).toBe(8);
    for (const { body } of made) expect(body).toEqual(made[0]?.body);
    for (const { headers } of waiting) expect(headers.get('retry-after')).toBe('1');
    expect((await reserve('at-once')).body).toEqual(made[0]?.body);
  });

  it('keeps a violation, and repeats it in the language of each request', async () => {
    const body = { items: [{ ...bothItem(places), offer: `${places.offer}0` }] };
    const headers = {
      'idempotency-key': 'wrong',
      'content-type': 'application/json',
      'accept-language': 'fr',
    };
    const first = await reserve('wrong', body);
    const again = await service.call('POST', reservationsBulk, { body, headers });
    expect([first.status, again.status]).toEqual([422, 422]);
    expect(JSON.stringify(again.body)).toContain('Cette offre n’existe pas.');
  });

  it('is not used by a body that does not match its schema: it is corrected, and sent with the same key', async () => {
    expect(await reserve('corrected', { items: [bothItem(places, 0)] })).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'items[0].quantity' }] },
    });
    const before = Number(await left());
    expect((await reserve('corrected')).status).toBe(201);
    expect((await reserve('corrected')).status).toBe(201);
    expect(Number(await left())).toBe(before - 1);
  });

  it('makes one order of a reservation', async () => {
    const [reservation] = (await hold(service, [bothItem(places)])).reservations;
    const order = () =>
      service.call('POST', ordersBulk, {
        body: { reservations: [reservation?.['@id']], customer },
        headers: { 'idempotency-key': 'order', 'content-type': 'application/json' },
      });
    const first = await order();
    expect(first.status).toBe(201);
    expect((await order()).body).toEqual(first.body);
  });

  it('whose process crashed can be used again after a minute, and every key after 72 hours', async () => {
    const age = (condition: string, by: string) =>
      service.database.transaction((transaction) =>
        transaction.run(
          sql`update ticketing.idempotency_key
              set started_at = statement_timestamp() - ${by}::interval, outcome = ${condition === 'dead' ? null : sql`outcome`}
              where key = ${condition}`,
        ),
      );
    await reserve('dead');
    await age('dead', '50 seconds');
    expect((await reserve('dead')).status).toBe(409);
    await age('dead', '70 seconds');
    expect((await reserve('dead')).status).toBe(201);

    const first = await reserve('old');
    await age('old', '71 hours');
    expect((await reserve('old')).body).toEqual(first.body);
    await age('old', '73 hours');
    expect((await reserve('old')).body).not.toEqual(first.body);
  });

  it('is deleted by the sweeper when it is old', async () => {
    const sweep = () => service.database.transaction((transaction) => forgetOldKeys(transaction, 100));
    await reserve('stays');
    expect(await sweep()).toBe(0);
    await service.database.transaction((transaction) =>
      transaction.run(
        sql`update ticketing.idempotency_key set started_at = statement_timestamp() - interval '73 hours'`,
      ),
    );
    expect(await sweep()).toBeGreaterThan(5);
    expect(await sweep()).toBe(0);
  });
});
