import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogSchema } from '@/lib/contract/catalog';
import { collectionSchema } from '@/lib/contract/collection';
import { documentSchema } from '@/lib/contract/document';
import { eventSchema } from '@/lib/contract/event';
import { offerPriceSchema, offerSchema, offerTicketSchema } from '@/lib/contract/offer';
import { createOrdersOutputSchema } from '@/lib/contract/order';
import { productSchema } from '@/lib/contract/product';
import { createReservationsOutputSchema } from '@/lib/contract/reservation';
import { sessionSchema } from '@/lib/contract/session';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const imported = await service.call('POST', '/v1/ticketing/feeds', {
    body: boatAndMuseum(),
    organization: 'river',
  });
  expect(imported).toMatchObject({
    status: 201,
    body: { event: { added: 3 }, session: { added: 9 }, offer: { added: 9 } },
  });
});

afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

const customer = {
  firstname: 'Zoë',
  lastname: 'Łukasz-Nuñez',
  email: 'zoe@example.test',
  country: 'FR',
  language: 'fr',
};

async function read<T>(
  path: string,
  schema: { parse(value: unknown): T },
  headers: Record<string, string> = {},
): Promise<T> {
  const { status, body } = await service.call('GET', path, { headers });
  expect(status, JSON.stringify(body)).toBe(200);
  return schema.parse(body);
}

describe('a purchase by event', () => {
  it('works from the catalogue to the PDF', async () => {
    const catalogs = await read('/v1/ticketing/catalogs', collectionSchema(catalogSchema), {
      'accept-language': 'fr',
    });
    expect(catalogs.member).toMatchObject([
      { name: 'Ligne du fleuve', language: 'en', timezone: 'Europe/Paris' },
    ]);
    const catalog = catalogs.member[0]?.['@id'] ?? '';
    const events = await read(`${catalog}/events`, collectionSchema(eventSchema));
    expect(events.member.map(({ name }) => name)).toEqual(['Boat', 'Museum', 'Walk']);
    const boat = events.member[0]?.['@id'] ?? '';
    const sessions = await read(
      `${boat}/sessions?occursAt[after]=2027-06-02`,
      collectionSchema(sessionSchema),
    );
    expect(sessions.totalItems).toBe(4);
    expect(sessions.member[0]).toMatchObject({
      occursAt: '2027-06-02T10:00:00+02:00',
      availableQuantity: 50,
    });
    const session = sessions.member[0];
    const offers = await read(`${catalog}/offers?session=${session?.id}`, collectionSchema(offerSchema));
    expect(offers.member).toMatchObject([
      {
        date: '2027-06-02',
        price: { amountInclTax: '36.00' },
        product: { name: 'Boat and museum' },
        availableQuantity: 100,
      },
    ]);
    const offer = offers.member[0]?.['@id'] ?? '';
    const tickets = await read(`${offer}/tickets`, collectionSchema(offerTicketSchema));
    expect(tickets.member.map(({ dateAccess, sessions: choice }) => [dateAccess, choice.length])).toEqual([
      [false, 2],
      [true, 0],
    ]);

    const held = createReservationsOutputSchema.parse(
      (
        await service.call('POST', '/v1/booking/reservations/_bulk', {
          body: {
            items: [
              {
                quantity: 2,
                offer,
                ticketSessions: [
                  { ticket: tickets.member[0]?.['@id'], session: session?.['@id'] },
                  { ticket: tickets.member[1]?.['@id'] },
                ],
              },
            ],
          },
        })
      ).body,
    );
    expect(held.failedReservations).toEqual([]);
    expect(held.reservations).toMatchObject([
      { expired: false, order: null, totalAmountInclTax: '72.00', totalAmountExclTax: null },
    ]);
    expect((await read(session?.['@id'] ?? '', sessionSchema)).availableQuantity).toBe(48);

    const ordered = await service.call('POST', '/v1/booking/orders/_bulk', {
      body: { reservations: [held.reservations[0]?.['@id']], customer, externalReference: 'shop-1' },
    });
    expect(ordered.status, JSON.stringify(ordered.body)).toBe(201);
    const [order] = createOrdersOutputSchema.parse(ordered.body).orders;
    expect(order).toMatchObject({
      totalAmountInclTax: '72.00',
      totalAmountExclTax: '60.00',
      externalReference: 'shop-1',
      customer: [],
      items: [
        {
          quantity: 2,
          tickets: [expect.any(String), expect.any(String), expect.any(String), expect.any(String)],
        },
      ],
    });
    const patched = await service.call('PATCH', order?.documents[0] ?? '', {
      body: {},
      headers: { 'accept-language': 'fr' },
    });
    expect(patched.status, JSON.stringify(patched.body)).toBe(200);
    const document = documentSchema.parse(patched.body);
    expect(document.cachedLanguage).toBe('fr');
    const file = await service.call('GET', document.temporaryUrl, { token: null });
    expect(file.status).toBe(200);
    expect(
      Buffer.from(file.body as Uint8Array)
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const forged = await service.call('GET', document.temporaryUrl.replace(/expires=\d/, 'expires=9'), {
      token: null,
    });
    expect(forged.status).toBe(404);
  });
});

describe('offers', () => {
  it('are listed by product and date, with the price to be fetched', async () => {
    const { member } = await read('/v1/ticketing/catalogs', collectionSchema(catalogSchema));
    const catalog = member[0]?.['@id'] ?? '';
    const products = await read(`${catalog}/products?name=walk`, collectionSchema(productSchema));
    expect(products.member).toHaveLength(1);
    const product = products.member[0];
    const offers = await read(
      `${catalog}/offers?product=${product?.id}&order[date]=desc&itemsPerPage=2`,
      collectionSchema(offerSchema),
    );
    expect(offers.member.map(({ date }) => date)).toEqual(['2027-06-03', '2027-06-02']);
    expect(offers.view?.next).toContain('page=2');
    expect(offers.search?.mapping.map(({ variable }) => variable)).toContain('date[after]');
    expect(offers.member[0]).toMatchObject({ realtimePriceRequired: true, availableQuantity: null });
    const price = await read(`${offers.member[0]?.['@id']}/price`, offerPriceSchema);
    expect(price).toMatchObject({ amountInclTax: '0.00', amountExclTax: '0.00', currency: 'EUR' });
  });
});
