import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formSchema } from '@/lib/contract/form';
import { itemTicketSchema } from '@/lib/contract/item-ticket';
import { violationCodes } from '@/lib/contract/problem';
import { productSchema } from '@/lib/contract/product';
import { bothItem, freeItem, list } from '@/testing/ticketing-service/booking';
import type { TestService } from '@/testing/ticketing-service/test-service';
import { type TestOrders, startTestOrders } from '@/testing/ticketing-service/order';

let environment: TestOrders;
let service: TestService;
let ticket: string;

beforeAll(async () => {
  environment = await startTestOrders();
  service = environment.service;
  ticket = await newTicket();
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await environment.close();
});

async function newTicket(): Promise<string> {
  const [order] = await environment.ordered([freeItem(environment.places)]);
  return order?.items[0]?.tickets?.[0] ?? '';
}

const patch = (body: unknown, options: object = {}) => service.call('PATCH', ticket, { body, ...options });

describe('a form', () => {
  it('is named by its product, and read in the requested language', async () => {
    const catalog = String((await list(service, '/v1/ticketing/catalogs'))[0]?.['@id']);
    const products = (await list(service, `${catalog}/products?name=walk`)).map((one) =>
      productSchema.parse(one),
    );
    const path = products[0]?.forms?.[0] ?? '';
    const { status, body, headers } = await service.call('GET', path, {
      headers: { 'accept-language': 'fr' },
    });
    expect(status).toBe(200);
    expect(headers.get('content-language')).toBe('fr');
    expect(formSchema.parse(body).fields).toMatchObject([
      {
        code: 'diet',
        label: 'Régime',
        type: 'choice',
        position: 0,
        options: [{ code: 'none', label: 'None' }],
      },
      { code: 'age', label: 'Age', type: 'number', required: true, min: 0, max: 120 },
    ]);
    const base = products[0]?.productBase ?? '';
    expect(await list(service, `${base}/offers`)).toHaveLength(3);
  });
});

describe('a ticket of an order', () => {
  it('has every field of its kind, and a session only if one was chosen', async () => {
    const [order] = await environment.ordered([bothItem(environment.places)]);
    const [boat = '', museum = ''] = order?.items[0]?.tickets ?? [];
    const read = async (path: string) => (await service.call('GET', path)).body as Record<string, unknown>;
    const [first, second] = [await read(boat), await read(museum)];
    expect(first).toEqual({
      '@context': '/contexts/BookingOrderItemTicket',
      '@id': boat,
      '@type': 'BookingOrderItemTicket',
      id: boat.split('/').at(-1),
      reference: first['reference'],
      ticket: environment.places.boat,
      session: environment.places.ten,
      status: 'valid',
      redeemedAt: null,
      barcode: { format: 'QR_CODE', value: first['reference'] },
      holder: null,
      answers: [],
      seat: null,
      giftCard: null,
      updatedAt: order?.createdAt,
    });
    expect(first['reference']).toMatch(/^[2-9A-HJKMNP-Z]{4}(-[2-9A-HJKMNP-Z]{4}){2}$/);
    expect(second).toMatchObject({ ticket: environment.places.museum, session: null });
    expect(second['reference']).not.toBe(first['reference']);
  });

  it('is found only below its own order and item', async () => {
    const [mine, other] = await environment.ordered([
      bothItem(environment.places),
      bothItem(environment.places),
    ]);
    const path = mine?.items[0]?.tickets?.[0] ?? '';
    const [order, item, id] = [4, 6, 8].map((index) => path.split('/')[index] ?? '');
    const [theirs, theirItem, theirId] = [4, 6, 8].map(
      (index) => (other?.items[0]?.tickets?.[0] ?? '').split('/')[index] ?? '',
    );
    const never = '00000000-0000-4000-8000-000000000000';
    const at = (parts: readonly (string | undefined)[]) =>
      `/v1/booking/orders/${parts[0] ?? ''}/items/${parts[1] ?? ''}/tickets/${parts[2] ?? ''}`;
    expect(at([order, item, id])).toBe(path);
    for (const wrong of [
      [order, theirItem, id],
      [order, item, theirId],
      [order, item, never],
      [theirs, item, id],
      [theirs, theirItem, id],
      [never, item, id],
    ]) {
      expect((await service.call('GET', at(wrong))).status).toBe(404);
      const change = await service.call('PATCH', at(wrong), { body: { status: 'cancelled' } });
      expect(change.status).toBe(404);
    }
    expect((await service.call('GET', path)).body).toMatchObject({ status: 'valid' });
  });

  it('accepts a holder and answers, and removes them for null', async () => {
    const fresh = itemTicketSchema.parse((await service.call('GET', ticket)).body);
    expect(fresh).toMatchObject({ status: 'valid', holder: null, answers: [], redeemedAt: null });
    expect(fresh.barcode.value).toBe(fresh.reference);
    const answers = [
      { field: 'age', value: 8 },
      { field: 'diet', value: 'none' },
    ];
    const holder = { firstname: 'Ada', lastname: 'Lovelace' };
    expect(await patch({ holder, answers })).toMatchObject({
      status: 200,
      body: { holder: { ...holder, email: null }, answers },
    });
    expect(await patch({})).toMatchObject({ body: { holder: { firstname: 'Ada' }, answers } });
    expect(await patch({ holder: null })).toMatchObject({ body: { holder: null, answers } });
    expect(await patch({ holder: { ...holder, email: 'ada@b.test' }, answers: null })).toMatchObject({
      body: { holder: { ...holder, email: 'ada@b.test' }, answers: [] },
    });
    const read = itemTicketSchema.parse((await service.call('GET', ticket)).body);
    expect(read).toMatchObject({ holder: { email: 'ada@b.test' }, answers: [], redeemedAt: null });
    expect(Date.parse(read.updatedAt)).toBeGreaterThan(Date.parse(fresh.updatedAt));
  });

  const wrong: [string, unknown, string, keyof typeof violationCodes][] = [
    [
      'an unknown field',
      [
        { field: 'age', value: 8 },
        { field: 'x', value: 1 },
      ],
      'answers[1].field',
      'choice',
    ],
    [
      'a repeated field',
      [
        { field: 'age', value: 8 },
        { field: 'age', value: 9 },
      ],
      'answers[1].field',
      'unique',
    ],
    ['another type', [{ field: 'age', value: 'eight' }], 'answers[0].value', 'type'],
    ['too much', [{ field: 'age', value: 121 }], 'answers[0].value', 'lessThanOrEqual'],
    [
      'another option',
      [
        { field: 'age', value: 8 },
        { field: 'diet', value: 'all' },
      ],
      'answers[1].value',
      'choice',
    ],
    ['a missing answer', [{ field: 'diet', value: 'none' }], 'answers[age]', 'missingField'],
  ];
  it.each(wrong)('refuses %s', async (_, answers, path, code) => {
    expect(await patch({ answers })).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: path, code: violationCodes[code] }] },
    });
  });

  it('can be cancelled and made valid again any number of times; a cancelled one can’t be redeemed', async () => {
    const scopes = ['booking:read', 'booking:write'];
    for (const status of ['cancelled', 'cancelled', 'valid', 'valid', 'cancelled']) {
      expect(await patch({ status }, { scopes })).toMatchObject({
        status: 200,
        body: { status, redeemedAt: null },
      });
    }
    expect(await patch({ status: 'redeemed' })).toMatchObject({
      status: 422,
      body: {
        violations: [
          {
            propertyPath: 'status',
            code: violationCodes.choice,
            message: 'The value you selected is not a valid choice. cancelled',
          },
        ],
      },
    });
    expect(await service.call('GET', ticket)).toMatchObject({ body: { status: 'cancelled' } });
    expect((await patch({ status: 'valid' }, { scopes })).status).toBe(200);
  });

  it('is either cancelled or redeemed when both are requested at once, never both', async () => {
    for (let round = 0; round < 3; round += 1) {
      const other = await newTicket();
      const change = (status: string) => service.call('PATCH', other, { body: { status } });
      const [cancelled, redeemed] = await Promise.all([change('cancelled'), change('redeemed')]);
      expect([cancelled.status, redeemed.status].sort()).toEqual([200, 422]);
    }
  });

  it('is redeemed once, with the scope, even by concurrent requests', async () => {
    const scopes = ['booking:read', 'booking:write'];
    const forbidden = await patch({ status: 'redeemed' }, { scopes });
    expect(forbidden.status).toBe(403);
    expect(forbidden.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="ticket:redeem"',
    );
    expect(await service.call('GET', ticket)).toMatchObject({ body: { status: 'valid', redeemedAt: null } });
    expect((await patch({ status: 'lost' })).status).toBe(422);
    const tries = await Promise.all(Array.from({ length: 5 }, () => patch({ status: 'redeemed' })));
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    const redeemed = itemTicketSchema.parse((await service.call('GET', ticket)).body);
    expect(redeemed.status).toBe('redeemed');
    expect(redeemed.redeemedAt).toBe(redeemed.updatedAt);
    const why = {
      propertyPath: 'status',
      code: violationCodes.choice,
      message: `This ticket was redeemed at ${redeemed.redeemedAt ?? ''}.`,
    };
    const refused = { status: 422, body: { violations: [why] } };
    expect(tries.filter(({ status }) => status === 422)).toMatchObject(
      Array.from({ length: 4 }, () => refused),
    );
    for (const status of ['cancelled', 'valid', 'redeemed']) {
      expect(await patch({ status })).toMatchObject(refused);
    }
    // The holder can still be changed.
    expect(await patch({ holder: null })).toMatchObject({
      status: 200,
      body: { status: 'redeemed', redeemedAt: redeemed.redeemedAt },
    });
  });

  it('belongs to the organization that ordered it', async () => {
    expect((await service.call('GET', ticket, { organization: 'other' })).status).toBe(404);
    expect((await patch({}, { organization: 'other' })).status).toBe(404);
  });
});
