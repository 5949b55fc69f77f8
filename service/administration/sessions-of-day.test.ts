import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { bothItem, customer, hold, ordersBulk } from '@/testing/ticketing-service/booking';
import { codesOf, sendScan, testDay } from '@/testing/ticketing-service/admission';
import { openRiver, type River } from '@/testing/ticketing-service/administration';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { lastSegment } from '@/lib/contract/iri';
import { sessionOfDaySchema } from '@/lib/contract/managed-catalog';
import { createOrdersOutputSchema } from '@/lib/contract/order';

let service: TestService;
let river: River;

beforeAll(async () => {
  service = await startTestService();
  river = await openRiver(service);
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

const ofDay = (query = `?date=${testDay}`) => river.call('GET', `${river.managed}/sessions${query}`);

const listSchema = z.object({ member: z.array(sessionOfDaySchema) });
const boatAtTen = (body: unknown) =>
  listSchema.parse(body).member.find(({ session }) => session === river.places.ten);

describe('the sessions of a day', () => {
  it('have what is held, sold and admitted', async () => {
    const first = await ofDay();
    expect(first).toMatchObject({ status: 200, body: { '@type': 'Collection' } });
    expect(boatAtTen(first.body)).toMatchObject({
      capacity: 5,
      held: 0,
      sold: 0,
      admitted: 0,
      endsAt: '2027-06-01T11:00:00+02:00',
    });
    await hold(service, [bothItem(river.places, 1)]);
    const { reservations } = await hold(service, [bothItem(river.places, 2)]);
    const made = await service.call('POST', ordersBulk, {
      body: { reservations: reservations.map((one) => one['@id']), customer },
    });
    const [order] = createOrdersOutputSchema.parse(made.body).orders;
    if (order === undefined) throw new Error('no order');
    const [code = ''] = await codesOf(service, order);
    expect(await sendScan(service, { code })).toMatchObject({ result: 'admitted' });
    const after = boatAtTen((await ofDay()).body);
    expect(after).toMatchObject({ capacity: 5, held: 1, sold: 2, admitted: 1, event: river.boatEvent });
  });

  it('are also those that the catalogue has no longer, while they have tickets', async () => {
    const all = async () => listSchema.parse((await ofDay()).body).member;
    const before = await all();
    const sold = before.find(({ sold: tickets, retired }) => tickets > 0 && !retired);
    const empty = before.find(({ sold: tickets }) => tickets === 0);
    if (sold === undefined || empty === undefined) throw new Error('no sessions');
    const retire = (at: string, ids: readonly string[]) =>
      service.database.transaction((transaction) =>
        transaction.run(
          sql`update ticketing.session set retired_at = ${at}::timestamptz
              where id in (${sql.join(
                ids.map((id) => sql`${id}::uuid`),
                sql`, `,
              )})`,
        ),
      );
    await retire('2027-05-01T00:00:00Z', [sold.id, empty.id]);
    const after = await all();
    expect(after.find(({ id }) => id === sold.id)).toMatchObject({
      retired: true,
      status: 'not_on_sale',
      sold: sold.sold,
    });
    expect(after.map(({ id }) => id)).not.toContain(empty.id);
    await service.database.transaction((transaction) =>
      transaction.run(sql`update ticketing.session set retired_at = null where retired_at is not null`),
    );
  });

  it('are those of the day in the time zone of the catalogue, in pages', async () => {
    expect((await ofDay('?date=2020-01-01')).body).toMatchObject({ totalItems: 0 });
    expect((await ofDay('')).body).toMatchObject({ totalItems: 0 });
    await service.database.transaction(async (transaction) => {
      await transaction.run(
        sql`insert into ticketing.session (catalog_id, id, event_id, key, name, occurs_at, day, duration, retired_at)
            select catalog_id, gen_random_uuid(), event_id, 'extra-' || n, name, occurs_at + n * interval '1 second', day,
              duration, retired_at
            from ticketing.session, generate_series(1, 120) n
            where session.id = (select id from ticketing.session where retired_at is null limit 1)`,
      );
    });
    const { body } = await ofDay(`?date=${testDay}&itemsPerPage=50&page=3`);
    expect(body).toMatchObject({ totalItems: 123 });
    expect(listSchema.parse(body).member).toHaveLength(23);
  });

  it('are without a day also those of the day before that go on', async () => {
    const moved = (hours: number) =>
      service.database.transaction((transaction) =>
        transaction.run(
          sql`update ticketing.session
              set day = (statement_timestamp() at time zone 'Europe/Paris')::date - 1,
                occurs_at = statement_timestamp() - ${hours} * interval '1 hour', duration = 'PT3H'
              where id = ${lastSegment(river.places.ten)}`,
        ),
      );
    await moved(2);
    const names = async () =>
      listSchema.parse((await ofDay('')).body).member.map(({ eventName }) => eventName);
    expect(await names()).toEqual(['Boat']);
    await moved(4);
    expect(await names()).toEqual([]);
  });

  it.each(['?date=tomorrow', '?date=2027-02-30', "?date=' or 1=1"])('refuses %s', async (query) => {
    expect((await ofDay(query)).status).toBe(422);
  });

  it('are not found by another organization, and need the scope', async () => {
    const path = `${river.managed}/sessions`;
    expect((await service.call('GET', path, { organization: 'other' })).status).toBe(404);
    const scopes = ['catalog:read'];
    expect((await service.call('GET', path, { organization: 'river', scopes })).status).toBe(403);
  });
});
