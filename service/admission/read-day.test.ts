import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admissionListSchema, shortAdmissionHash } from '@/lib/contract/admission';
import { lastSegment } from '@/lib/contract/iri';
import { codesOf, sendScan, testDay } from '@/testing/ticketing-service/admission';
import { bothItem, freeItem, list } from '@/testing/ticketing-service/booking';
import { type TestOrders, startTestOrders } from '@/testing/ticketing-service/order';
import type { TestService } from '@/testing/ticketing-service/test-service';

let environment: TestOrders;
let service: TestService;
let codes: string[];
beforeAll(async () => {
  environment = await startTestOrders();
  service = environment.service;
  const { places } = environment;
  const orders = await environment.ordered([bothItem(places, 2), freeItem(places)], {
    externalReference: 'one booking',
  });
  codes = (await Promise.all(orders.map((order) => codesOf(service, order)))).flat();
  await sendScan(service, { code: codes[0] ?? '' });
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await environment.close();
});

const listPath = `/v1/booking/admission_list?date=${testDay}`;
const readList = async (path = listPath, headers: Record<string, string> = {}) =>
  service.call('GET', path, { headers });

describe('the sessions of a day', () => {
  it('have their tickets and admissions counted; tickets for any time are counted by event', async () => {
    const { places } = environment;
    const visits = await list(service, `/v1/booking/admission_sessions?date=${testDay}`);
    expect(visits).toMatchObject([
      {
        session: places.walkSession,
        event: 'Walk',
        occursAt: '2027-06-01T09:00:00+02:00',
        tickets: 1,
        admitted: 0,
      },
      { session: places.ten, event: 'Boat', occursAt: '2027-06-01T10:00:00+02:00', tickets: 2, admitted: 1 },
      { session: null, event: 'Museum', occursAt: null, day: testDay, tickets: 2, admitted: 0 },
    ]);
  });

  it('are those of today at the venue without a day, and of one catalogue if that is given', async () => {
    expect(await list(service, '/v1/booking/admission_sessions')).toEqual([]);
    const today = sql`(statement_timestamp() at time zone 'Europe/Paris')::date`;
    const moveTo = (day: typeof today) =>
      environment.change(
        sql`update ticketing.session set day = ${day} where id = ${lastSegment(environment.places.ten)}`,
      );
    await moveTo(today);
    expect(await list(service, '/v1/booking/admission_sessions')).toMatchObject([{ event: 'Boat' }]);
    await moveTo(sql`${testDay}::date`);
    const catalog = '00000000-0000-4000-8000-000000000000';
    const path = `/v1/booking/admission_sessions?date=${testDay}&catalog=${catalog}`;
    expect(await list(service, path)).toEqual([]);
  });
});

describe('the list of a day', () => {
  it('has each ticket as a salted hash, with its visit, group and state, and nothing about a person', async () => {
    const { status, body } = await readList();
    expect(status).toBe(200);
    const read = admissionListSchema.parse(body);
    const find = (code: string) => {
      const hash = shortAdmissionHash(
        createHash('sha256')
          .update(read.salt + code)
          .digest(),
      );
      return read.tickets.find((one) => one.hash === hash);
    };
    const [boat, museum, otherBoat, , walk] = codes.map(find);
    expect(read.tickets).toHaveLength(5);
    expect([boat?.status, typeof boat?.redeemedAt]).toEqual(['redeemed', 'string']);
    expect(otherBoat).toMatchObject({
      status: 'valid',
      redeemedAt: null,
      group: boat?.group,
      visit: boat?.visit,
    });
    expect(museum?.group).not.toBe(boat?.group);
    expect(walk?.group).not.toBe(boat?.group);
    expect(read.visits[boat?.visit ?? -1]).toMatchObject({ event: 'Boat', session: environment.places.ten });
    expect(read.names[museum?.name ?? -1]).toBe('Museum');
    const text = JSON.stringify(body);
    for (const secret of [...codes, 'a@b.test', 'one booking']) expect(text).not.toContain(secret);
  });

  it('has a new salt each time, and is not sent again until a ticket changes', async () => {
    const first = await readList();
    const tag = first.headers.get('etag') ?? '';
    const second = await readList();
    expect(second.headers.get('etag')).toBe(tag);
    const salts = [first, second].map(({ body }) => admissionListSchema.parse(body).salt);
    expect(salts[0]).not.toBe(salts[1]);
    const unchanged = await readList(listPath, { 'if-none-match': tag });
    expect([unchanged.status, unchanged.body]).toEqual([304, new Uint8Array()]);
    await sendScan(service, { code: codes[2] ?? '' });
    expect((await readList(listPath, { 'if-none-match': tag })).status).toBe(200);
  });

  it('can be of one session alone', async () => {
    const { body } = await readList(`${listPath}&session=${environment.places.walkSession}`);
    expect(admissionListSchema.parse(body)).toMatchObject({ names: ['Walk'], visits: [{ event: 'Walk' }] });
  });
});

describe('the scans', () => {
  it('are listed by session, by day and by conflict', async () => {
    const { walkSession, ten } = environment.places;
    const walk = await sendScan(service, { code: codes[4] ?? '' });
    await sendScan(service, { code: codes[4] ?? '', offline: true });
    const results = async (query: string) =>
      (await list(service, `/v1/booking/admissions?${query}`)).map(({ result }) => result);
    expect(await results(`session=${walkSession}`)).toEqual(['already_admitted', 'admitted']);
    expect(await results(`session=${walkSession}&conflict=false`)).toEqual(['admitted']);
    expect(await results(`session=${ten}&conflict=true`)).toEqual([]);
    expect(await results(`date=${testDay}&conflict=1`)).toEqual(['already_admitted']);
    expect(await results('date=2027-06-02')).toEqual([]);
    expect((await service.call('GET', walk['@id'])).body).toMatchObject({ ...walk });
  });
});

describe('the list of 20,000 tickets', () => {
  // How long it takes is measured by the benchmark.
  it('has each with another hash', async () => {
    await environment.change(sql`insert into ticketing.item_ticket
      (catalog_id, organization_id, id, order_id, position, reference, ticket_id, event_id, session_id, status, answers, updated_at)
      select catalog_id, organization_id, gen_random_uuid(), order_id, 100 + n, 'test-' || n, ticket_id, event_id, session_id, 'valid', '[]', now()
      from ticketing.item_ticket, generate_series(1, 20000) n where reference = ${codes[0] ?? ''}`);
    await environment.change(sql`analyze ticketing.item_ticket`);
    const { tickets } = admissionListSchema.parse((await readList()).body);
    expect([tickets.length, new Set(tickets.map(({ hash }) => hash)).size]).toEqual([20_005, 20_005]);
  });
});
