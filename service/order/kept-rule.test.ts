import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bothItem, hold } from '@/testing/ticketing-service/booking';
import { startTestCancellations, type TestCancellations } from '@/testing/ticketing-service/cancel';

let test: TestCancellations;

beforeAll(async () => {
  test = await startTestCancellations();
});
afterAll(async () => {
  expect(test.service.unexpectedErrors).toEqual([]);
  await test.close();
});

const get = async (path: string) => (await test.service.call('GET', path)).body;

describe('the rule that a reservation keeps', () => {
  it('is told with what is held and with the order, as it was then', async () => {
    const [held] = (await hold(test.service, [bothItem(test.places)])).reservations;
    const order = await test.order();
    await test.feed({ cancellation: null });
    const rules = { cancellation: { deadline: 'PT24H', share: '0.8' }, rebooking: null };
    expect(await get(held?.['@id'] ?? '')).toMatchObject({ items: [rules] });
    expect(await get(order['@id'])).toMatchObject({ items: [rules] });
  });

  it('lets what cost nothing be given back until it begins, if the product has none', async () => {
    await test.feed({ cancellation: null, price: '0.00' });
    const before = await test.sold();
    const order = await test.order();
    expect((await test.terms(order)).units).toMatchObject([
      { cancellable: true, until: '2027-05-31T22:00:00.000Z', refundAmountInclTax: '0.00' },
    ]);
    expect(await test.cancel(order)).toMatchObject({ status: 201, body: { document: null } });
    expect(await test.sold()).toEqual(before);
  });
});
