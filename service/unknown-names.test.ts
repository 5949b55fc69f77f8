import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationCodes } from '@/lib/contract/problem';
import { createOrdersOutputSchema } from '@/lib/contract/order';
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
import { callEachRoute, rowsOf } from '@/testing/ticketing-service/every-route';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

let service: TestService;
let places: Places;
let offers: string;
beforeAll(async () => {
  service = await startTestService();
  places = await openPlaces(service, 100);
  offers = places.offer.slice(0, places.offer.lastIndexOf('/'));
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

const near = (name: string) => `This parameter is not known here. Did you mean ${name}?`;
const unknown = 'This parameter is not known here.';

describe('a query parameter that is not known', () => {
  it.each([
    ['/v1/booking/orders?externalRefrence=ABC', 'externalRefrence', near('externalReference')],
    ['/v1/booking/orders?externalreference=ABC', 'externalreference', near('externalReference')],
    ['/v1/booking/orders?createdAt=2027-01-01', 'createdAt', near('createdAt[after]')],
    ['/v1/booking/orders?order=asc', 'order', near('order[createdAt]')],
    ['/v1/booking/orders?itemPerPage=5', 'itemPerPage', near('itemsPerPage')],
    ['OFFERS?date[foo]=2027-06-01', 'date[foo]', near('date[before]')],
    ['OFFERS?order=asc', 'order', near('order[date]')],
    ['OFFERS?foo=1', 'foo', unknown],
    [`OFFERS?${'x'.repeat(5000)}=1`, 'x'.repeat(5000), unknown],
  ])('of %s is refused with the nearest that is', async (path, propertyPath, message) => {
    const { status, body } = await service.call('GET', path.replace('OFFERS', offers));
    expect([status, body]).toMatchObject([
      422,
      { violations: [{ propertyPath, message, code: violationCodes.regex }] },
    ]);
  });

  it('is refused by every route', async () => {
    const made = await callEachRoute(service, rowsOf(service.routes), ({ path, example }) => ({
      path: `${path}?unknownToAll=1`,
      ...(example === undefined ? {} : { body: example }),
    }));
    for (const [id, { status, body }] of made) {
      expect([id, status, body]).toMatchObject([id, 422, { violations: [{ propertyPath: 'unknownToAll' }] }]);
    }
  });

  it('is told together with everything else that is wrong', async () => {
    const { body } = await service.call('GET', `${offers}?dat=1&session=x`);
    expect(body).toMatchObject({ violations: [{ propertyPath: 'dat' }, { propertyPath: 'session' }] });
  });
});

it.each(['date=2027-06-01&date=2027-06-02', 'page=1&page=2', 'itemsPerPage=1&itemsPerPage=1'])(
  'a parameter that is given twice is refused: %s',
  async (query) => {
    const { status, body } = await service.call('GET', `${offers}?${query}`);
    const [name = ''] = query.split('=');
    expect([status, body]).toMatchObject([
      422,
      { violations: [{ propertyPath: name, message: 'This parameter may be given only once.' }] },
    ]);
  },
);

describe('members of a body that are not known', () => {
  async function ordered(body: object, headers: Record<string, string> = {}) {
    const { reservations } = await hold(service, [bothItem(places)]);
    return service.call('POST', ordersBulk, {
      body: { reservations: reservations.map((one) => one['@id']), customer, ...body },
      headers: { 'content-type': 'application/json', ...headers },
    });
  }

  it('are ignored, and named in a header', async () => {
    const answer = await ordered({
      '@context': 'x',
      '@type': 'Order',
      externalRefernce: 'ABC',
      customer: { ...customer, phon: '1', 'ä"b': 2 },
    });
    expect(answer.status).toBe(201);
    expect(createOrdersOutputSchema.parse(answer.body).orders[0]?.externalReference).toBeNull();
    expect(answer.headers.get('ignored-members')).toBe(
      String.raw`"customer.phon", "customer.%C3%A4\"b", "externalRefernce"`,
    );
  });

  it('are refused if the client prefers strict handling, and nothing is done', async () => {
    for (const prefer of ['handling=strict', 'respond-async, handling="strict"']) {
      const answer = await ordered({ externalRefernce: 'ABC' }, { prefer });
      expect([answer.status, answer.body]).toMatchObject([
        422,
        { violations: [{ propertyPath: 'externalRefernce', message: 'This field is not known.' }] },
      ]);
    }
    const known = await ordered({ externalReference: 'strict' }, { prefer: 'handling=strict' });
    expect([known.status, known.headers.get('preference-applied')]).toEqual([201, 'handling=strict']);
    expect(known.headers.get('ignored-members')).toBeNull();
    const lenient = await ordered({ externalRefernce: 'ABC' }, { prefer: 'handling=lenient' });
    expect([lenient.status, lenient.headers.get('preference-applied')]).toEqual([201, null]);
  });

  it('are named with their place in lists, the first twenty', async () => {
    const item = bothItem(places);
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`m${i}`, i]));
    const [ticket, ...tickets] = item.ticketSessions;
    const body = {
      items: [item, { ...item, ticketSessions: [{ ...ticket, seat: 4 }, ...tickets], ...many }],
    };
    const { headers } = await service.call('POST', reservationsBulk, { body });
    const named = headers.get('ignored-members')?.split(', ') ?? [];
    expect([named[0], named.length]).toEqual(['"items[1].ticketSessions[0].seat"', 20]);
  });

  it('of a patch are named, too', async () => {
    const answer = await ordered({});
    const [order] = createOrdersOutputSchema.parse(answer.body).orders;
    const ticket = order?.items[0]?.tickets?.[0] ?? '';
    const patched = await service.call('PATCH', ticket, { body: { holdr: null } });
    expect([patched.status, patched.headers.get('ignored-members')]).toEqual([200, '"holdr"']);
    expect(await list(service, '/v1/booking/orders')).not.toEqual([]);
  });
});
