import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { cancellationSchema } from '@/lib/contract/cancellation';
import { orderSchema } from '@/lib/contract/order';
import { violationCodes } from '@/lib/contract/problem';
import { bothItem, hold } from '@/testing/ticketing-service/booking';
import {
  startTestCancellations,
  type TestCancellations,
  unitsOf,
  shopScopes,
} from '@/testing/ticketing-service/cancel';

let test: TestCancellations;

beforeAll(async () => {
  test = await startTestCancellations();
});
beforeEach(() => test.feed({}));
afterAll(async () => {
  expect(test.service.unexpectedErrors).toEqual([]);
  await test.close();
});

const never = '00000000-0000-4000-8000-000000000000';
const get = async (path: string) => (await test.service.call('GET', path)).body;
const violation = (propertyPath: string, message: string) => ({
  status: 422,
  body: { violations: [{ propertyPath, message }] },
});

describe('cancelling a whole order', () => {
  it('answers with the cancellation, voids the tickets and returns the units', async () => {
    const before = await test.sold();
    const order = await test.order(2);
    expect(await test.sold()).toEqual({ boat: before.boat + 2, offer: before.offer + 2 });
    const { status, body } = await test.cancel(order);
    expect(status).toBe(201);
    const made = cancellationSchema.parse(body);
    expect(body).toEqual({
      '@context': '/contexts/BookingOrderCancellation',
      '@id': `${order['@id']}/cancellations/${made.id}`,
      '@type': 'BookingOrderCancellation',
      id: made.id,
      order: order['@id'],
      createdAt: made.createdAt,
      reference: expect.stringMatching(/^[2-9A-HJKMNP-Z]{3}(-[2-9A-HJKMNP-Z]{3}){2}$/) as unknown,
      reason: 'ill',
      tickets: order.items[0]?.tickets,
      refundAmountInclTax: '57.60',
      refundAmountExclTax: '48.00',
      refundAmountTax: '9.60',
      returnedToBalanceInclTax: '0.00',
      document: expect.stringContaining(`${order['@id']}/documents/`) as unknown,
      rebookedTo: [],
    });
    expect(await test.sold()).toEqual(before);
    for (const ticket of made.tickets) expect(await get(ticket)).toMatchObject({ status: 'cancelled' });
    expect(orderSchema.parse(await get(order['@id']))).toMatchObject({
      totalAmountInclTax: '72.00',
      cancellations: [made['@id']],
      documents: order.documents,
    });
    expect(await get(`${order['@id']}/cancellations`)).toMatchObject({ totalItems: 1, member: [made] });
    expect(await get(made['@id'])).toMatchObject(made);
    expect((await test.service.call('GET', `${order['@id']}/cancellations/${never}`)).status).toBe(404);
  });

  it('gives the same cancellation when it is repeated, with other members and after the deadline too', async () => {
    const order = await test.order(2);
    const made = await test.cancelled(order);
    const sold = await test.sold();
    await test.change(
      sql`update ticketing.reservation set cancellation = '{"deadlineHours": 87600, "share": 0.1}'
          where order_id = ${order.id}`,
    );
    const [first = ''] = made.tickets;
    for (const body of [{}, { reason: 'other' }, { tickets: made.tickets }, { tickets: [first] }]) {
      expect(await test.cancel(order, body)).toMatchObject({ status: 201, body: made });
    }
    expect(await test.sold()).toEqual(sold);
    expect(await get(`${order['@id']}/cancellations`)).toMatchObject({ totalItems: 1 });
  });

  it('is no repetition with another amount: nothing more is refunded for cancelled tickets', async () => {
    const order = await test.order(2);
    const made = await test.cancelled(order);
    const again = (refundAmountInclTax: string) =>
      test.cancel(order, { refundAmountInclTax }, { scopes: [...shopScopes, 'booking:override'] });
    expect(await again(made.refundAmountInclTax)).toMatchObject({ status: 201, body: made });
    expect(await again('0.01')).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'refundAmountInclTax' }] },
    });
    expect(await get(`${order['@id']}/cancellations`)).toMatchObject({ totalItems: 1 });
  });

  it('makes its units available at once, also where they were sold out a moment ago', async () => {
    await test.feed({ boatCapacity: 500, offerCapacity: (await test.sold()).offer + 2 });
    const order = await test.order(2);
    const one = () => hold(test.service, [bothItem(test.places, 2)]);
    const failed = await one();
    expect(failed.failedReservations).toMatchObject([{ reason: 'SOLD_OUT' }]);
    const availability = `${test.places.offer}/availability`;
    // The answer about the offer is kept for a short time.
    expect(await get(test.places.offer)).toMatchObject({ availableQuantity: 0 });
    expect(await get(availability)).toMatchObject({ availableQuantity: 0 });
    await test.cancelled(order);
    expect(await get(test.places.offer)).toMatchObject({ availableQuantity: 2 });
    expect(await get(availability)).toMatchObject({ availableQuantity: 2 });
    const { reservations } = await one();
    expect(reservations).toHaveLength(1);
    await test.service.call('POST', `${reservations[0]?.['@id'] ?? ''}/_release`, {});
  });

  it('leaves its reservation ordered, never expired', async () => {
    const order = await test.order();
    await test.cancelled(order);
    await test.change(
      sql`update ticketing.reservation set expires_at = '2020-01-01' where order_id = ${order.id}`,
    );
    expect(await get(order.reservation)).toMatchObject({ expired: false, order: order['@id'] });
  });
});

describe('cancelling some tickets', () => {
  it('takes all tickets of a unit, and leaves the others', async () => {
    const order = await test.order(3);
    const before = await test.sold();
    const [first, second, third] = unitsOf(order);
    const made = await test.cancelled(order, { tickets: second?.toReversed() });
    expect(made).toMatchObject({ tickets: second, refundAmountInclTax: '28.80' });
    expect(await test.sold()).toEqual({ boat: before.boat - 1, offer: before.offer - 1 });
    for (const path of [...(first ?? []), ...(third ?? [])]) {
      expect(await get(path)).toMatchObject({ status: 'valid' });
    }
    const rest = await test.cancelled(order);
    expect(rest).toMatchObject({ tickets: [...(first ?? []), ...(third ?? [])] });
    expect(rest.id).not.toBe(made.id);
    // Without tickets, a repetition means the last cancellation; with them, that of the tickets.
    expect(await test.cancelled(order)).toEqual(rest);
    expect(await test.cancelled(order, { tickets: second })).toEqual(made);
    expect(await get(`${order['@id']}/cancellations`)).toMatchObject({ member: [made, rest] });
  });

  it('refuses a part of a unit, and names what is missing', async () => {
    const order = await test.order(2);
    const [[boat, museum] = ['', ''], [other] = ['']] = unitsOf(order);
    const reference = (await get(museum)) as { reference: string };
    const missing = `Tickets that were sold together are cancelled together. Missing: ${reference.reference}`;
    expect(await test.cancel(order, { tickets: [boat] })).toMatchObject(violation('tickets[0]', missing));
    expect((await test.cancel(order, { tickets: [boat, museum, other] })).body).toMatchObject({
      violations: [{ propertyPath: 'tickets[2]' }],
    });
    expect(await get(boat)).toMatchObject({ status: 'valid' });
  });

  it('refuses tickets of which some were cancelled before, by one or several calls', async () => {
    const order = await test.order(3);
    const [first = [], second = [], third = []] = unitsOf(order);
    await test.cancelled(order, { tickets: first });
    const sold = await test.sold();
    const again = 'This ticket was cancelled, and its place may be sold again.';
    const mixed = await test.cancel(order, { tickets: [...second, ...first] });
    expect(mixed).toMatchObject({
      status: 422,
      body: {
        violations: [
          { propertyPath: 'tickets[2]', message: again },
          { propertyPath: 'tickets[3]', message: again },
        ],
      },
    });
    expect(await test.sold()).toEqual(sold);
    await test.cancelled(order, { tickets: second });
    expect((await test.cancel(order, { tickets: [...first, ...second] })).status).toBe(422);
    expect((await test.cancel(order, { tickets: third })).status).toBe(201);
  });

  it('refuses a ticket of another order like one that does not exist, and a repeated one', async () => {
    const [order, other] = [await test.order(), await test.order()];
    const [[boat, museum] = ['', '']] = unitsOf(order);
    const [[foreign] = ['']] = unitsOf(other);
    const id = boat.split('/').at(-1) ?? '';
    const bodies = await Promise.all(
      [foreign, boat.replace(id, never), `${order['@id']}/tickets/${id}`].map(
        async (path) => (await test.cancel(order, { tickets: [path] })).body,
      ),
    );
    expect(bodies[0]).toMatchObject(violation('tickets[0]', 'This ticket is not one of the order.').body);
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
    expect(await test.cancel(order, { tickets: [boat, museum, boat] })).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'tickets[2]', code: violationCodes.unique }] },
    });
    expect((await test.cancel(order, { tickets: [] })).status).toBe(422);
  });

  it('answers 404 for an order of another organization', async () => {
    const order = await test.order();
    for (const path of ['/cancellations', '/cancellation_terms']) {
      expect((await test.service.call('GET', `${order['@id']}${path}`, { organization: 'x' })).status).toBe(
        404,
      );
    }
    expect((await test.cancel(order, {}, { organization: 'x' })).status).toBe(404);
    expect(await get(unitsOf(order)[0]?.[0] ?? '')).toMatchObject({ status: 'valid' });
  });
});

describe('a redeemed ticket', () => {
  const redeem = (path: string) => test.service.call('PATCH', path, { body: { status: 'redeemed' } });

  it('is refused by name, and left out without one', async () => {
    const order = await test.order(2);
    const [used = ['', ''], fresh] = unitsOf(order);
    await redeem(used[1]);
    expect(await test.cancel(order, { tickets: used })).toMatchObject({
      status: 422,
      body: {
        violations: [
          { propertyPath: 'tickets[1]', message: expect.stringContaining('redeemed at') as unknown },
        ],
      },
    });
    const made = await test.cancelled(order);
    expect(made.tickets).toEqual(fresh);
    expect(await test.cancelled(order)).toEqual(made);
    expect(await test.terms(order)).toMatchObject({
      units: [{ obstacle: 'REDEEMED' }, { obstacle: 'CANCELLED', cancellation: made['@id'] }],
    });
  });

  it('alone can’t be cancelled without override', async () => {
    const order = await test.order();
    const [unit = ['', '']] = unitsOf(order);
    await redeem(unit[0]);
    expect(await test.cancel(order)).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'tickets' }] },
    });
    expect(await test.cancelled(order, { tickets: unit, override: true })).toMatchObject({ tickets: unit });
    expect(await get(unit[0])).toMatchObject({ status: 'cancelled' });
  });
});

describe('a cancelled ticket', () => {
  it('can’t become valid again, because its place may be sold', async () => {
    const order = await test.order();
    const [[boat] = ['']] = unitsOf(order);
    const patch = (status: string) => test.service.call('PATCH', boat, { body: { status } });
    // A ticket that is blocked without a cancellation returns no unit, and can be made valid again.
    const sold = await test.sold();
    expect((await patch('cancelled')).status).toBe(200);
    expect(await test.sold()).toEqual(sold);
    expect((await patch('valid')).status).toBe(200);
    expect((await patch('cancelled')).status).toBe(200);
    expect((await test.terms(order)).units).toMatchObject([{ cancellable: true, cancellation: null }]);
    expect(await test.cancel(order)).toMatchObject({ status: 201, body: { refundAmountInclTax: '28.80' } });
    for (const status of ['valid', 'redeemed']) {
      expect(await patch(status)).toMatchObject({
        status: 422,
        body: { violations: [{ propertyPath: 'status' }] },
      });
    }
    expect((await patch('cancelled')).status).toBe(200);
    expect(await get(boat)).toMatchObject({ status: 'cancelled' });
  });
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
