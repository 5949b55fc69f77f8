import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formSchema } from '@/lib/contract/form';
import { itemTicketSchema } from '@/lib/contract/item-ticket';
import { createOrdersOutputSchema } from '@/lib/contract/order';
import { violationCodes } from '@/lib/contract/problem';
import { productSchema } from '@/lib/contract/product';
import { customer, freeItem, hold, list, openPlaces, ordersBulk, type Places } from '../booking-testing';
import { startTestService, type TestService } from '../testing';

let service: TestService;
let places: Places;
let ticket: string;

beforeAll(async () => {
  service = await startTestService();
  places = await openPlaces(service);
  ticket = await newTicket();
});
afterAll(async () => {
  expect(service.surprises).toEqual([]);
  await service.close();
});

async function newTicket(): Promise<string> {
  const [reservation] = (await hold(service, [freeItem(places)])).reservations;
  const { body } = await service.call('POST', ordersBulk, {
    body: { reservations: [reservation?.['@id']], customer },
  });
  return createOrdersOutputSchema.parse(body).orders[0]?.items[0]?.tickets?.[0] ?? '';
}

const patch = (body: unknown, options: object = {}) => service.call('PATCH', ticket, { body, ...options });

describe('a form', () => {
  it('is named by its product, and read in the language asked for', async () => {
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
  it('takes a holder and answers, and gives them up for null', async () => {
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

  it('is cancelled and made valid again, however often that is asked for; a cancelled one can’t be redeemed', async () => {
    const scopes = ['booking:read', 'booking:write'];
    for (const status of ['cancelled', 'cancelled', 'valid', 'valid', 'cancelled']) {
      expect(await patch({ status }, { scopes })).toMatchObject({
        status: 200,
        body: { status, redeemedAt: null },
      });
    }
    expect(await patch({ status: 'redeemed' })).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'status', code: violationCodes.choice }] },
    });
    expect(await service.call('GET', ticket)).toMatchObject({ body: { status: 'cancelled' } });
    expect((await patch({ status: 'valid' }, { scopes })).status).toBe(200);
  });

  it('is cancelled or redeemed when both are asked for at once, never both', async () => {
    for (let round = 0; round < 3; round += 1) {
      const other = await newTicket();
      const change = (status: string) => service.call('PATCH', other, { body: { status } });
      const [cancelled, redeemed] = await Promise.all([change('cancelled'), change('redeemed')]);
      expect([cancelled.status, redeemed.status].sort()).toEqual([200, 422]);
    }
  });

  it('is redeemed once, with the scope, however many ask at once', async () => {
    const scopes = ['booking:read', 'booking:write'];
    expect((await patch({ status: 'redeemed' }, { scopes })).status).toBe(403);
    expect((await patch({ status: 'lost' })).status).toBe(422);
    const tries = await Promise.all(Array.from({ length: 5 }, () => patch({ status: 'redeemed' })));
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = tries.find(({ status }) => status === 422);
    expect(JSON.stringify(refused?.body)).toMatch(/redeemed at \d{4}-/);
    for (const status of ['cancelled', 'valid']) {
      const late = await patch({ status });
      expect(late.status).toBe(422);
      expect(JSON.stringify(late.body)).toMatch(/redeemed at \d{4}-/);
    }
  });

  it('belongs to the organization that ordered it', async () => {
    expect((await service.call('GET', ticket, { organization: 'other' })).status).toBe(404);
    expect((await patch({}, { organization: 'other' })).status).toBe(404);
  });
});
