import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bothItem, hold, list, openPlaces, type Places } from '@/testing/ticketing-service/booking';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

let service: TestService;
let places: Places;

const send = async (limits: { minimumQuantity?: number; maximumQuantity?: number | null }) => {
  const feed = boatAndMuseum({ boatCapacity: 100 });
  const products = feed.products.map((one) => (one.key === 'both' ? { ...one, ...limits } : one));
  return service.call('POST', '/v1/ticketing/feeds', { body: { ...feed, products }, organization: 'river' });
};

beforeAll(async () => {
  service = await startTestService();
  places = await openPlaces(service, 100);
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

const holding = async (quantity: number) => {
  const { reservations, failedReservations } = await hold(service, [bothItem(places, quantity)]);
  return reservations.length === 1 ? 'held' : failedReservations[0]?.reason;
};

describe('the quantity of an item', () => {
  it('is at least and at most what the product says, from the next import on', async () => {
    expect([await holding(1), await holding(7)]).toEqual(['held', 'held']);
    expect((await send({ minimumQuantity: 2, maximumQuantity: 6 })).status).toBe(201);
    const quantities = [1, 2, 6, 7];
    const results = await Promise.all(quantities.map(holding));
    expect(results).toEqual(['LIMIT_EXCEEDED', 'held', 'held', 'LIMIT_EXCEEDED']);
    const catalog = places.offer.slice(0, places.offer.indexOf('/offers/'));
    const [both, other] = await list(service, `${catalog}/products`);
    expect(both).toMatchObject({ minimumQuantity: 2, maximumQuantity: 6 });
    expect(other).toMatchObject({ minimumQuantity: 1, maximumQuantity: null });
    expect((await send({})).status).toBe(201);
    expect([await holding(1), await holding(7)]).toEqual(['held', 'held']);
  });

  it.each([
    [{ minimumQuantity: 3, maximumQuantity: 2 }, '$.products[0].maximumQuantity'],
    [{ minimumQuantity: 0 }, '$.products[0].minimumQuantity'],
    [{ maximumQuantity: 51 }, '$.products[0].maximumQuantity'],
  ])('%j is refused', async (limits, path) => {
    expect(await send(limits)).toMatchObject({ status: 422, body: { violations: [{ propertyPath: path }] } });
  });
});
