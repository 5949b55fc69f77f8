import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastSegment } from '@/lib/contract/iri';
import { createOrdersOutputSchema } from '@/lib/contract/order';
import { violationCodes } from '@/lib/contract/problem';
import {
  bothItem,
  customer,
  hold,
  openPlaces,
  ordersBulk,
  type Places,
  reservationsBulk,
} from '@/testing/ticketing-service/booking';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

let service: TestService;
let places: Places;
beforeAll(async () => {
  service = await startTestService();
  places = await openPlaces(service, 100);
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

const json = { 'content-type': 'application/json' };
const held = async () => (await hold(service, [bothItem(places)])).reservations.map((one) => one['@id']);
const order = async (body: object) => service.call('POST', ordersBulk, { body });

describe('null, which answers print,', () => {
  it('is the same as leaving out a member that may be left out', async () => {
    const reservations = await held();
    const body = {
      reservations,
      externalReference: null,
      rebooking: null,
      customer: { ...customer, phone: null },
    };
    const first = await order(body);
    expect([first.status, first.headers.get('ignored-members')]).toEqual([201, null]);
    // The same booking, without the members.
    const again = await order({ reservations, customer });
    expect([again.status, again.body]).toMatchObject([
      201,
      { orders: createOrdersOutputSchema.parse(first.body).orders },
    ]);
    const [made] = createOrdersOutputSchema.parse(first.body).orders;
    const cancelled = await service.call('POST', `${made?.['@id'] ?? ''}/_cancel`, {
      body: { reason: 'ill', tickets: null, override: null, refundAmountInclTax: null },
    });
    expect(cancelled.body).toMatchObject({ violations: [{ message: 'This product can’t be cancelled.' }] });
  });

  it('may be the session of a ticket with date access', async () => {
    const item = bothItem(places);
    const ticketSessions = [item.ticketSessions[0], { ticket: places.museum, session: null }];
    expect((await hold(service, [{ ...item, ticketSessions }])).reservations).toHaveLength(1);
  });

  it('has the same Idempotency-Key as the body without it', async () => {
    const headers = { ...json, 'idempotency-key': 'nulls' };
    const reservations = await held();
    const first = await service.call('POST', ordersBulk, {
      headers,
      body: { reservations, customer, externalReference: null },
    });
    const again = await service.call('POST', ordersBulk, { headers, body: { reservations, customer } });
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  it('is refused where a value is needed, and told like every other violation', async () => {
    const { status, body } = await order({
      reservations: null,
      externalReference: null,
      customer: { ...customer, lastname: null, email: 'x' },
    });
    expect([status, body]).toMatchObject([
      422,
      {
        violations: [
          { propertyPath: 'reservations', code: violationCodes.type },
          { propertyPath: 'customer.lastname', code: violationCodes.type },
          { propertyPath: 'customer.email', code: violationCodes.email },
        ],
      },
    ]);
  });
});

describe('the short address of an offer', () => {
  const short = () => `/v1/ticketing/offers/${lastSegment(places.offer)}`;

  it('holds it, and is told as it was sent if it can’t be held', async () => {
    const item = { ...bothItem(places), offer: short() };
    const { reservations } = await hold(service, [item]);
    expect(reservations).toMatchObject([{ items: [{ offer: places.offer }] }]);
    await hold(
      service,
      Array.from({ length: 2 }, () => ({ ...item, quantity: 49 })),
    );
    const { failedReservations } = await hold(service, [{ ...item, quantity: 50 }]);
    expect(failedReservations).toMatchObject([{ offer: short(), reason: 'INSUFFICIENT_QUANTITY' }]);
  });

  it('of no offer is a violation', async () => {
    const item = { ...bothItem(places), offer: `/v1/ticketing/offers/${lastSegment(places.boat)}` };
    const { status, body } = await service.call('POST', reservationsBulk, { body: { items: [item] } });
    expect([status, body]).toMatchObject([
      422,
      { violations: [{ propertyPath: 'items[0].offer', message: 'This offer does not exist.' }] },
    ]);
  });
});

it('a ticket for which nothing was chosen is named', async () => {
  const item = { ...bothItem(places), ticketSessions: [{ ticket: places.boat, session: places.ten }] };
  const { body } = await service.call('POST', reservationsBulk, { body: { items: [item] } });
  expect(body).toMatchObject({
    violations: [
      {
        propertyPath: 'items[0].ticketSessions',
        message: `A ticket of the offer is missing: ${places.museum}`,
      },
    ],
  });
});

it('a merge patch may be called application/json, and null removes as it does in one', async () => {
  const answer = await order({ reservations: await held(), customer });
  const [made] = createOrdersOutputSchema.parse(answer.body).orders;
  const ticket = made?.items[0]?.tickets?.[0] ?? '';
  const holder = { firstname: 'Ada', lastname: 'Lovelace' };
  const patch = (body: object) => service.call('PATCH', ticket, { body, headers: json });
  expect((await patch({ holder })).body).toMatchObject({ holder });
  const cleared = await patch({ holder: null });
  expect([cleared.status, cleared.body]).toMatchObject([200, { holder: null }]);
  expect(cleared.headers.get('accept-patch')).toBe('application/merge-patch+json, application/json');
  expect((await patch({ status: null })).status).toBe(422);
});

describe('an Idempotency-Key', () => {
  it.each([
    ['', 'This value should not be blank.'],
    ['with spaces', 'A key has only visible ASCII characters: no spaces and no accents.'],
    ['clé', 'A key has only visible ASCII characters: no spaces and no accents.'],
    ['x'.repeat(256), 'This value is too long. It should have 255 characters or less.'],
  ])('%j is refused with what is wrong with it', async (key, message) => {
    const headers = { ...json, 'idempotency-key': key };
    const { status, body } = await service.call('POST', reservationsBulk, {
      headers,
      body: { items: [bothItem(places)] },
    });
    expect([status, body]).toMatchObject([
      422,
      { violations: [{ propertyPath: 'Idempotency-Key', message }] },
    ]);
  });

  it('extends a hold once, however often it is sent', async () => {
    const [reservation = ''] = await held();
    const extend = (key: string) =>
      service.call('POST', `${reservation}/_extend`, { headers: { 'idempotency-key': key } });
    const first = await extend('once');
    expect(first.status).toBe(201);
    for (let tries = 0; tries < 11; tries += 1) expect((await extend('once')).body).toEqual(first.body);
    expect((await extend('twice')).status).toBe(201);
    const [other = ''] = await held();
    const elsewhere = await service.call('POST', `${other}/_extend`, {
      headers: { 'idempotency-key': 'once' },
    });
    expect(elsewhere.status).toBe(422);
  });

  it('is not used by a body that is not valid: it can be corrected', async () => {
    const headers = { ...json, 'idempotency-key': 'corrected' };
    const wrong = { headers, body: { items: [{ ...bothItem(places), quantity: 0 }] } };
    expect((await service.call('POST', reservationsBulk, wrong)).status).toBe(422);
    const right = { headers, body: { items: [bothItem(places)] } };
    expect((await service.call('POST', reservationsBulk, right)).status).toBe(201);
  });
});

it.each([
  ['99999999999999999999', 'Page should not be more than 9007199254740991'],
  ['9007199254740993', 'Page should not be more than 9007199254740991'],
  ['1.5', 'Page should be a whole number'],
  ['', 'Page should be a whole number'],
  ['-1', 'Page should not be less than 1'],
])('page %j is refused with the right words', async (page, detail) => {
  const { status, body } = await service.call('GET', `/v1/booking/orders?page=${page}`);
  expect([status, body]).toMatchObject([400, { detail }]);
  const far = await service.call('GET', `/v1/booking/orders?itemsPerPage=${'9'.repeat(30)}`);
  expect(far.status).toBe(200);
});
