import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createOrdersOutputSchema, type Order } from '@/lib/contract/order';
import { violationCodes } from '@/lib/contract/problem';
import { bothItem, customer, freeItem } from '@/testing/ticketing-service/booking';
import { organizationNamed } from '../organization/organization';
import { type TestOrders, startTestOrders } from '@/testing/ticketing-service/order';

let environment: TestOrders;

beforeAll(async () => {
  environment = await startTestOrders();
});
afterAll(async () => {
  expect(environment.service.unexpectedErrors).toEqual([]);
  await environment.close();
});

const group = '[2-9A-HJKMNP-Z]{3}';
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const matching = (pattern: string): unknown => expect.stringMatching(new RegExp(`^${pattern}$`));

/** An order of two of the boat and the museum as a client sees it (specification §2.10). */
function orderOfTwo(order: Order, reservation: string): unknown {
  const { places } = environment;
  const path = `/v1/booking/orders/${order.id}`;
  const item = `${path}/items/${order.items[0]?.id ?? ''}`;
  const catalog = places.offer.split('/offers/')[0] ?? '';
  return {
    '@id': path,
    '@type': 'BookingOrder',
    voucher: null,
    discountInclTax: '0.00',
    complimentary: false,
    id: matching(uuid),
    createdAt: order.createdAt,
    organization: `/v1/organizations/${organizationNamed('reseller').id}`,
    reference: matching(`${group}-${group}-${group}`),
    externalReference: null,
    totalAmountInclTax: '72.00',
    totalAmountExclTax: '60.00',
    reservation,
    customer: [],
    items: [
      {
        '@id': item,
        '@type': 'OrderItem',
        discountInclTax: '0.00',
        vatRate: '0.2',
        cancellation: null,
        rebooking: null,
        giftCard: false,
        id: matching(uuid),
        unitAmountInclTax: '36.00',
        unitAmountExclTax: '30.00',
        quantity: 2,
        totalAmountInclTax: '72.00',
        totalAmountExclTax: '60.00',
        offer: places.offer,
        product: matching(`${catalog}/products/${uuid}`),
        offerTickets: [
          { '@type': 'OrderItemOfferTicket', ticket: places.boat, session: places.ten },
          { '@type': 'OrderItemOfferTicket', ticket: places.museum },
        ],
        tickets: Array.from({ length: 4 }, () => matching(`${item}/tickets/${uuid}`)),
      },
    ],
    documents: [matching(`${path}/documents/${uuid}`)],
    cancellations: [],
  };
}

describe('an order', () => {
  it('has every field of the specification, both when it is made and when it is read', async () => {
    const [path = ''] = await environment.held([bothItem(environment.places, 2)]);
    const before = Date.now();
    const { status, body } = await environment.ask([path]);
    const [order] = createOrdersOutputSchema.parse(body).orders;
    if (order === undefined) throw new Error('nothing was ordered');
    expect(status).toBe(201);
    expect(body).toEqual({
      '@context': '/contexts/CreateOrderBulkOutput',
      '@id': matching(`/.well-known/genid/${uuid}`),
      '@type': 'CreateOrderBulkOutput',
      orders: [orderOfTwo(order, path)],
    });
    expect(Math.abs(Date.parse(order.createdAt) - before)).toBeLessThan(60_000);
    const read = await environment.service.call('GET', order['@id']);
    expect(read.status).toBe(200);
    expect(read.body).toEqual({ '@context': '/contexts/BookingOrder', ...order });
  });

  it('is not found by an unknown id', async () => {
    const never = '/v1/booking/orders/00000000-0000-4000-8000-000000000000';
    expect((await environment.service.call('GET', never)).status).toBe(404);
  });
});

describe('a repeated call', () => {
  it.each([
    ['first name', { customer: { ...customer, firstname: 'Z' } }],
    ['last name', { customer: { ...customer, lastname: 'Z' } }],
    ['e-mail address', { customer: { ...customer, email: 'z@b.test' } }],
    ['telephone number', { customer: { ...customer, phone: '+33 1 23 45' } }],
    ['country', { customer: { ...customer, country: 'DE' } }],
    ['language', { customer: { ...customer, language: 'de' } }],
    ['reference of the client', { externalReference: 'other' }],
  ])('with another %s is refused, and with the same gives the same order', async (_, other) => {
    const [path] = await environment.held([freeItem(environment.places)]);
    const first = await environment.ask([path]);
    expect(await environment.ask([path], other)).toMatchObject({
      status: 422,
      body: {
        violations: [
          {
            propertyPath: 'reservations[0].order',
            code: violationCodes.isNull,
            message: 'This reservation has already been converted into an order.',
          },
        ],
      },
    });
    const again = await environment.ask([path]);
    expect([again.status, again.body]).toEqual([
      201,
      { ...(first.body as object), '@id': matching(`/.well-known/genid/${uuid}`) },
    ]);
  });

  it('gets for each of its orders its own tickets, in the order of its reservations', async () => {
    const paths = await environment.held([bothItem(environment.places), bothItem(environment.places, 2)]);
    const made = createOrdersOutputSchema.parse((await environment.ask(paths)).body).orders;
    expect(made.map(({ items }) => items[0]?.tickets?.length)).toEqual([2, 4]);
    const again = createOrdersOutputSchema.parse((await environment.ask(paths.toReversed())).body).orders;
    expect(again).toEqual(made.toReversed());
  });
});

describe('a reservation in a call', () => {
  const unknown = { code: violationCodes.regex, message: 'This reservation does not exist.' };

  it.each([
    ['with another kind of path', (path: string) => path.replace('/reservations/', '/orders/'), unknown],
    ['that is not an identifier', () => '/v1/booking/reservations/one', unknown],
    [
      'with an additional segment',
      (path: string) => `/v1/booking/reservations/x/${path.split('/').at(-1) ?? ''}`,
      unknown,
    ],
  ])('%s is reported as unknown, with its position in the call', async (_, wrong, violation) => {
    const [path = ''] = await environment.held([freeItem(environment.places)]);
    expect(await environment.ask([path, wrong(path)])).toMatchObject({
      status: 422,
      body: { violations: [{ ...violation, propertyPath: 'reservations[1]' }] },
    });
    expect((await environment.ask([path])).status).toBe(201);
  });

  it('may have a path in capital letters, which means the same', async () => {
    const [path = '', second = ''] = await environment.held([
      freeItem(environment.places),
      freeItem(environment.places),
    ]);
    const loud = (one: string) => one.replace(/[^/]+$/, (id) => id.toUpperCase());
    expect(await environment.ask([path, second, loud(path)])).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'reservations[2]', code: violationCodes.unique }] },
    });
    const { status, body } = await environment.ask([loud(path), second]);
    expect(status).toBe(201);
    expect(createOrdersOutputSchema.parse(body).orders.map((one) => one.reservation)).toEqual([path, second]);
  });

  it('that has expired is refused with its position and the code of the specification', async () => {
    const paths = await environment.held([freeItem(environment.places), freeItem(environment.places)]);
    const over = paths[1]?.split('/').at(-1) ?? '';
    await environment.change(
      sql`update ticketing.reservation set expires_at = statement_timestamp() where id = ${over}`,
    );
    const { status, body } = await environment.ask(paths);
    expect(status).toBe(422);
    expect(body).toEqual({
      '@context': '/contexts/ConstraintViolationList',
      '@id': '/validation_errors/d53a91b0-def3-426a-83d7-269da7ab4200',
      '@type': 'ConstraintViolationList',
      status: 422,
      violations: [
        {
          propertyPath: 'reservations[1].expired',
          message: 'This reservation has expired.',
          code: 'd53a91b0-def3-426a-83d7-269da7ab4200',
        },
      ],
      violationCount: 1,
      detail: 'reservations[1].expired: This reservation has expired.',
      description: 'reservations[1].expired: This reservation has expired.',
      type: '/validation_errors/d53a91b0-def3-426a-83d7-269da7ab4200',
      title: 'An error occurred',
    });
    expect((await environment.ask(paths.slice(0, 1))).status).toBe(201);
  });
});

describe('the list of orders', () => {
  const listSchema = z.object({ totalItems: z.int(), member: z.array(z.object({ id: z.string() })) });
  let orders: Order[];
  const found = async (query: string) => {
    const { body } = await environment.service.call('GET', `/v1/booking/orders?${query}`, {
      organization: 'lister',
    });
    const { totalItems, member } = listSchema.parse(body);
    return { totalItems, numbers: member.map(({ id }) => orders.findIndex((one) => one.id === id)) };
  };

  beforeAll(async () => {
    orders = [];
    for (const externalReference of ['first', 'second', 'second', undefined]) {
      orders.push(
        ...(await environment.ordered([bothItem(environment.places)], { externalReference }, 'lister')),
      );
    }
  });

  it('is complete and sorted by time, latest or earliest first, in pages', async () => {
    expect(await found('')).toEqual({ totalItems: 4, numbers: [3, 2, 1, 0] });
    expect(await found('order[createdAt]=desc')).toEqual({ totalItems: 4, numbers: [3, 2, 1, 0] });
    expect(await found('order[createdAt]=asc')).toEqual({ totalItems: 4, numbers: [0, 1, 2, 3] });
    expect(await found('itemsPerPage=3&page=2')).toEqual({ totalItems: 4, numbers: [0] });
    expect(await found('page=2')).toEqual({ totalItems: 4, numbers: [] });
    const { body } = await environment.service.call('GET', '/v1/booking/orders', { organization: 'lister' });
    expect(body).toMatchObject({ '@type': 'Collection', member: orders.toReversed() });
  });

  it('is filtered by each filter, and by several at once', async () => {
    const [first, second] = orders;
    expect((await found(`reference=${first?.reference ?? ''}`)).numbers).toEqual([0]);
    expect((await found('externalReference=second')).numbers).toEqual([2, 1]);
    expect((await found(`reservation=${first?.reservation ?? ''}`)).numbers).toEqual([0]);
    expect((await found(`reservation=${second?.reservation.split('/').at(-1) ?? ''}`)).numbers).toEqual([1]);
    const [path] = second?.items[0]?.tickets ?? [];
    const { body } = await environment.service.call('GET', path ?? '', { organization: 'lister' });
    const { reference } = z.object({ reference: z.string() }).parse(body);
    expect((await found(`ticket=${reference}`)).numbers).toEqual([1]);
    expect((await found(`ticket=${reference.slice(0, -1)}`)).numbers).toEqual([]);
    const narrow = `externalReference=second&reservation=${second?.reservation ?? ''}`;
    expect((await found(narrow)).numbers).toEqual([1]);
    expect((await found(`${narrow}&reference=${first?.reference ?? ''}`)).numbers).toEqual([]);
    const after = encodeURIComponent(second?.createdAt ?? '');
    expect((await found(`createdAt[strictly_after]=${after}&externalReference=second`)).numbers).toEqual([2]);
  });
});
