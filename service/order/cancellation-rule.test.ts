import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { violationCodes } from '@/lib/contract/problem';
import {
  shopScopes,
  startTestCancellations,
  type TestCancellations,
  unitsOf,
} from '@/testing/ticketing-service/cancel';

let test: TestCancellations;

beforeAll(async () => {
  test = await startTestCancellations();
});
beforeEach(() => test.feed({}));
afterAll(async () => {
  expect(test.service.surprises).toEqual([]);
  await test.close();
});

const get = async (path: string) => (await test.service.call('GET', path)).body;
const violation = (propertyPath: string, message: string) => ({
  status: 422,
  body: { violations: [{ propertyPath, message }] },
});

describe('the rule', () => {
  it('is shown at the product, and kept with the order for ever', async () => {
    const order = await test.order();
    await test.feed({ cancellation: null });
    const later = await test.order();
    const product = order.items[0]?.product ?? '';
    expect(await get(product)).toMatchObject({ cancellation: null });
    await test.feed({ cancellation: { deadlineHours: 1.5, share: 1e-7 } });
    expect(await get(product)).toMatchObject({ cancellation: { deadline: 'PT1H30M', share: '0.0000001' } });
    const [own] = (await test.terms(order)).units;
    // 1 June begins at 22:00 UTC in Paris, a day before that is the deadline of the museum; the boat is later.
    expect(own).toMatchObject({
      cancellable: true,
      obstacle: null,
      until: '2027-05-30T22:00:00.000Z',
      paidAmountInclTax: '36.00',
      refundAmountInclTax: '28.80',
      cancellation: null,
    });
    expect((await test.terms(later)).units).toMatchObject([
      { cancellable: false, obstacle: 'NO_RULE', until: null, refundAmountInclTax: '0.00' },
    ]);
    expect(await test.cancel(later)).toMatchObject(violation('tickets', 'This product can’t be cancelled.'));
    expect(await test.cancel(order)).toMatchObject({ status: 201 });
  });

  it('ends at the deadline', async () => {
    const order = await test.order();
    await test.change(
      sql`update ticketing.reservation set cancellation = '{"deadlineHours": 87600, "share": 1}'
          where order_id = ${order.id}`,
    );
    const [unit] = (await test.terms(order)).units;
    expect(unit).toMatchObject({
      cancellable: false,
      obstacle: 'DEADLINE_PASSED',
      refundAmountInclTax: '0.00',
    });
    const refused = await test.cancel(order, {}, { headers: { 'accept-language': 'de' } });
    expect(refused).toMatchObject(
      violation('tickets', `Die Stornierung war bis ${unit?.until ?? ''} möglich.`),
    );
  });
});

describe('override', () => {
  it.each([{ override: true }, { refundAmountInclTax: '1.00' }])('%j needs its own scope', async (body) => {
    const order = await test.order();
    const refused = await test.cancel(order, body);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toContain('scope="booking:override"');
    expect(await get(unitsOf(order)[0]?.[0] ?? '')).toMatchObject({ status: 'valid' });
    expect((await test.cancel(order, { override: false }, { scopes: shopScopes })).status).toBe(201);
  });

  it('cancels what has no rule, and refunds what was paid', async () => {
    await test.feed({ cancellation: null });
    const order = await test.order(2);
    expect(await test.cancelled(order, { override: true })).toMatchObject({
      refundAmountInclTax: '72.00',
      refundAmountExclTax: '60.00',
      refundAmountTax: '12.00',
    });
  });

  it('refunds another amount, but never more than was paid for the tickets', async () => {
    const order = await test.order(3);
    const [first, second] = unitsOf(order);
    const cancel = (body: object) =>
      test.cancel(order, body, { scopes: [...shopScopes, 'booking:override'] });
    expect(await cancel({ tickets: first, refundAmountInclTax: '36.01' })).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'refundAmountInclTax', code: violationCodes.lessThanOrEqual }] },
    });
    expect(await cancel({ tickets: first, refundAmountInclTax: '36.00' })).toMatchObject({ status: 201 });
    expect(await cancel({ tickets: second, refundAmountInclTax: '0.00' })).toMatchObject({
      body: { refundAmountInclTax: '0.00', refundAmountExclTax: '0.00' },
    });
    expect(await cancel({ refundAmountInclTax: '10.01' })).toMatchObject({
      body: { refundAmountInclTax: '10.01', refundAmountExclTax: '8.34', refundAmountTax: '1.67' },
    });
    for (const refundAmountInclTax of ['-1.00', '1', '1.001', 1, 'NaN', '']) {
      expect((await cancel({ refundAmountInclTax })).status).toBe(422);
    }
  });

  it('does not set the rule aside by an amount alone', async () => {
    await test.feed({ cancellation: null });
    const order = await test.order();
    const options = { scopes: [...shopScopes, 'booking:override'] };
    expect((await test.cancel(order, { refundAmountInclTax: '1.00' }, options)).status).toBe(422);
  });
});

describe('an Idempotency-Key', () => {
  it('repeats the answer for the same order only', async () => {
    const [order, other] = [await test.order(), await test.order()];
    const options = { headers: { 'idempotency-key': 'same' } };
    const first = await test.cancel(order, {}, options);
    expect(first.status).toBe(201);
    expect(await test.cancel(order, {}, options)).toMatchObject({ status: 201, body: first.body });
    expect((await test.cancel(other, {}, options)).status).toBe(422);
    expect((await test.terms(other)).units).toMatchObject([{ cancellable: true }]);
  });
});

it.each([{}, { reason: '' }, { reason: '  ' }, { reason: 'x'.repeat(501) }, { reason: 1 }])(
  'refuses the reason in %j',
  async (body) => {
    const order = await test.order();
    const { status } = await test.service.call('POST', `${order['@id']}/_cancel`, { body });
    expect(status).toBe(422);
  },
);
