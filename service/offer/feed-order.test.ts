import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { list } from '@/testing/ticketing-service/booking';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

const days = ['2027-06-01', '2027-06-02', '2027-06-03'];
const types = ['full', 'reduced', 'child', 'student', 'senior'];
const offerShape = z.object({ date: z.string(), product: z.object({ name: z.string() }) });

let service: TestService;
let catalog: string;
beforeAll(async () => {
  service = await startTestService();
  const feed = boatAndMuseum();
  // For the boat one product of each type; for the museum, at any time, the same.
  const products = ['boat', 'museum'].flatMap((event) =>
    types.map((type) => ({
      key: `${event}-${type}`,
      name: { en: `${event} ${type}` },
      productBase: event,
      tickets: [{ key: event, name: { en: event }, event, dateAccess: event === 'museum' }],
      offers: days.map((date) => ({ date, price: '9.00', capacity: null })),
    })),
  );
  const body = { ...feed, products };
  const imported = await service.call('POST', '/v1/ticketing/feeds', { body, organization: 'river' });
  expect(imported.status).toBe(201);
  catalog = String((await list(service, '/v1/ticketing/catalogs'))[0]?.['@id']);
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

/** The products of offers, by day and then as the service sends them. */
async function productsOf(query: string) {
  const offers = z.array(offerShape).parse(await list(service, `${catalog}/offers?${query}`));
  return offers.map(({ date, product }) => `${date} ${product.name}`);
}

it('the offers for a session are in the order of the feed, on each day', async () => {
  const [boat] = await list(service, `${catalog}/events?name=boat`);
  const sessions = await list(service, `${String(boat?.['@id'])}/sessions`);
  for (const day of days) {
    const session = sessions.find((one) => String(one['occursAt']).startsWith(day));
    const expected = types.map((type) => `${day} boat ${type}`);
    expect(await productsOf(`session=${String(session?.['id'])}`)).toEqual(expected);
  }
});

it('the offers of the variants of one product are, too, and only these are listed', async () => {
  const [museum] = await list(service, `${catalog}/products?name=museum`);
  const base = String(museum?.['productBase']);
  const expected = days.map((day) => types.map((type) => `${day} museum ${type}`));
  expect(await productsOf(`productBase=${base}`)).toEqual(expected.flat());
  expect(await productsOf(`productBase=${base.slice(-36)}&date=2027-06-02`)).toEqual(expected[1]);
});
