import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancellationSchema } from '@/lib/contract/cancellation';
import { createOrdersOutputSchema, type Order } from '@/lib/contract/order';
import { bothItem, customer, freeItem, openPlaces, ordersBulk } from '@/testing/ticketing-service/booking';
import {
  shopScopes,
  startTestCancellations,
  type TestCancellations,
  unitsOf,
} from '@/testing/ticketing-service/cancel';
import { askVoucher, madeVoucher } from '@/testing/ticketing-service/voucher';

// Tickets of several orders of one purchase are exchanged together, with the use of their voucher.
let test: TestCancellations;

beforeAll(async () => {
  test = await startTestCancellations();
});
beforeEach(() => test.feed({ rebooking: { deadlineHours: 2 }, boatCapacity: 500, offerCapacity: 500 }));
afterAll(async () => {
  expect(test.service.unexpectedErrors).toEqual([]);
  await test.close();
});

const get = async (path: string) => (await test.service.call('GET', path)).body;
const ticketsOf = (...orders: Order[]) => orders.flatMap((order) => unitsOf(order).flat());
const heldInAfternoon = (quantity = 1) => test.held([bothItem(test.places, quantity, test.places.afternoon)]);
const heldAtTen = () => test.held([bothItem(test.places)]);

function exchange(reservations: readonly string[], tickets: readonly string[], more: object = {}) {
  const rebooking = { tickets, reason: 'another day', ...more };
  const body = { reservations, customer, externalReference: 'F-1', rebooking };
  return test.service.call('POST', ordersBulk, { scopes: shopScopes, body });
}
const ordersIn = ({ body }: { body: unknown }) => createOrdersOutputSchema.parse(body).orders;

async function family(): Promise<[Order, Order]> {
  const [adults, child] = await test.ordered([bothItem(test.places, 2), bothItem(test.places)]);
  if (adults === undefined || child === undefined) throw new Error('not all was ordered');
  return [adults, child];
}

async function cancellationsOf(order: Order) {
  const { member } = (await get(`${order['@id']}/cancellations`)) as { member: unknown[] };
  return member.map((one) => cancellationSchema.parse(one));
}

describe('exchanging tickets of several orders', () => {
  it('is one step: each order has a cancellation that names the new orders, also when it is repeated', async () => {
    const [adults, child] = await family();
    const before = await test.sold();
    const reservations = [...(await heldInAfternoon(2)), ...(await heldInAfternoon())];
    const tickets = ticketsOf(child, adults);
    const made = ordersIn(await exchange(reservations, tickets));
    expect(made).toHaveLength(2);
    const rebookedTo = made.map((one) => one['@id']);
    expect(await cancellationsOf(adults)).toMatchObject([{ refundAmountInclTax: '72.00', rebookedTo }]);
    expect(await cancellationsOf(child)).toMatchObject([{ refundAmountInclTax: '36.00', rebookedTo }]);
    expect(await test.sold()).toEqual({ boat: before.boat - 3, offer: before.offer });
    expect(ordersIn(await exchange(reservations, tickets))).toEqual(made);
    expect(await cancellationsOf(adults)).toHaveLength(1);
  });

  it('changes nothing when one ticket can’t be exchanged, and says by its place which one', async () => {
    const [adults, child] = await family();
    const [[boat, museum] = ['', '']] = unitsOf(child);
    await test.service.call('PATCH', museum, { body: { status: 'redeemed' } });
    const [reservation = ''] = await heldInAfternoon(3);
    const before = await test.sold();
    expect(await exchange([reservation], [...ticketsOf(adults), boat, museum])).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'rebooking.tickets[5]' }] },
    });
    expect(await cancellationsOf(adults)).toEqual([]);
    expect(await get(reservation)).toMatchObject({ order: null });
    expect(await test.sold()).toEqual(before);
  });

  it('is refused for tickets that are not known, and for those of two catalogues', async () => {
    const [adults] = await family();
    const [reservation = ''] = await heldInAfternoon();
    const other = await openPlaces(test.service, 5, 'other');
    const [walk] = await test.ordered([freeItem(other)]);
    const unknown = (ticketsOf(adults)[0] ?? '').replace(adults.id, '00000000-0000-4000-8000-000000000000');
    for (const [ticket, message] of [
      [unknown, 'This ticket is not one of the order.'],
      ['/v1/nowhere', expect.any(String) as string],
      [walk?.items[0]?.tickets?.[0] ?? '', 'It is of another catalogue than the first one.'],
    ] as const) {
      const tickets = [...ticketsOf(adults), ticket].slice(-5);
      const answer = await exchange([reservation], tickets);
      expect(answer).toMatchObject({ status: 422, body: { violations: [{ message }] } });
    }
    expect(await cancellationsOf(adults)).toEqual([]);
  });

  it('needs a ticket of their catalogue; others are only ordered beside it', async () => {
    const [adults] = await family();
    const other = await openPlaces(test.service, 5, 'beside');
    const [walk = ''] = await test.held([freeItem(other)]);
    const tickets = ticketsOf(adults);
    expect(await exchange([walk], tickets)).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'reservations' }] },
    });
    const [reservation = ''] = await heldInAfternoon();
    const made = ordersIn(await exchange([walk, reservation], tickets));
    expect(await cancellationsOf(adults)).toMatchObject([{ rebookedTo: [made[1]?.['@id']] }]);
  });

  it('of many at the same time with a ticket in common one succeeds, and the counters are exact', async () => {
    const [adults, child] = await family();
    const before = await test.sold();
    const held = await Promise.all(Array.from({ length: 6 }, () => heldInAfternoon(3)));
    const answers = await Promise.all([
      ...held.map((reservations, i) =>
        exchange(reservations, i % 2 === 0 ? ticketsOf(adults, child) : ticketsOf(child, adults)),
      ),
      test.cancel(child),
    ]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const isExchanged = (await cancellationsOf(adults)).length === 1;
    const units = isExchanged ? 3 : 1;
    expect((await test.sold()).boat).toBe(before.boat - units);
  });

  it('in opposite directions do not wait for each other', async () => {
    const morning = await test.ordered([bothItem(test.places, 4), bothItem(test.places, 4)]);
    const later = await test.ordered([
      bothItem(test.places, 4, test.places.afternoon),
      bothItem(test.places, 4, test.places.afternoon),
    ]);
    const before = await test.sold();
    const unitsAt = (orders: readonly Order[], i: number) =>
      orders.flatMap((order) => unitsOf(order)[i] ?? []);
    await Promise.all(
      Array.from({ length: 4 }, async (_, i) => {
        const [there, back] = [
          [...(await heldInAfternoon()), ...(await heldInAfternoon())],
          [...(await heldAtTen()), ...(await heldAtTen())],
        ];
        const answers = await Promise.all([
          exchange(there, unitsAt(morning, i)),
          exchange(back, unitsAt(later, i).toReversed()),
        ]);
        expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      }),
    );
    expect(await test.sold()).toEqual(before);
  });
});

describe('the use of a voucher', () => {
  const catalog = () => test.places.offer.slice(0, test.places.offer.indexOf('/offers/'));
  const apply = (code: string, reservations: readonly string[], replaces: readonly string[]) =>
    test.service.call('POST', '/v1/booking/reservations/_apply-voucher', {
      body: { code, reservations, replaces },
    });

  /** Tickets that were bought with the only use of a voucher that is disabled now, unless the test says otherwise. */
  async function boughtWith(
    { disabled = true, ...change }: { code: string; disabled?: boolean } & Record<string, unknown>,
    quantity = 2,
  ) {
    const voucher = await madeVoucher(test.service, catalog(), { maximumUses: 1, ...change });
    const reservations = await test.held([bothItem(test.places, quantity)]);
    expect((await askVoucher(test.service, change.code, reservations)).body).toMatchObject({ refusal: null });
    const [order] = ordersIn(await test.ask(reservations));
    if (order === undefined) throw new Error('nothing was ordered');
    const body = { disabled, actor: 'staff', reason: 'over' };
    await test.service.call('PATCH', voucher['@id'], { body, organization: 'river' });
    const uses = async () => (await test.service.call('GET', voucher['@id'], { organization: 'river' })).body;
    return { code: change.code, order, uses };
  }

  it('goes on with what replaces its tickets, also when it is used up and disabled: it is one use', async () => {
    const { code, order, uses } = await boughtWith({ code: 'MOVED' });
    const reservations = await heldInAfternoon(2);
    expect((await askVoucher(test.service, code, reservations)).body).toMatchObject({ refusal: 'DISABLED' });
    const tickets = ticketsOf(order);
    for (let time = 0; time < 2; time += 1)
      expect((await apply(code, reservations, tickets)).body).toMatchObject({
        refusal: null,
        discountInclTax: '10.00',
      });
    const [made] = ordersIn(await exchange(reservations, tickets));
    expect(made).toMatchObject({ totalAmountInclTax: '62.00', voucher: 'MOVED' });
    expect(await uses()).toMatchObject({ orderedUses: 1, heldUses: 0 });
  });

  it('gives no second discount: of an amount only the part of the exchanged tickets, and a percentage to as many', async () => {
    const amount = await boughtWith({ code: 'PART' });
    const [unit = []] = unitsOf(amount.order);
    const one = await heldInAfternoon(2);
    expect((await apply(amount.code, one, unit)).body).toMatchObject({ discountInclTax: '5.00' });
    const share = await boughtWith({ code: 'SHARE', kind: 'percentage', value: '50.00' });
    const many = await heldInAfternoon(5);
    expect((await apply(share.code, many, ticketsOf(share.order))).body).toMatchObject({
      discountInclTax: '36.00',
    });
  });

  it('of a counted percentage is no discount for more tickets, though the voucher could still be used', async () => {
    const { order, code } = await boughtWith({
      code: 'COUNTED',
      kind: 'percentage',
      value: '50.00',
      maximumUses: 5,
      disabled: false,
    });
    const [unit = []] = unitsOf(order);
    const many = await heldInAfternoon(5);
    expect((await apply(code, many, unit)).body).toMatchObject({ refusal: null, discountInclTax: '18.00' });
  });

  it('is ordered only in exchange for its tickets, in one of two windows', async () => {
    const { code, order, uses } = await boughtWith({ code: 'TWICE' });
    const tickets = ticketsOf(order);
    const windows = [await heldInAfternoon(2), await heldInAfternoon(2)];
    for (const reservations of windows)
      expect((await apply(code, reservations, tickets)).body).toMatchObject({ refusal: null });
    const alone = { status: 422, body: { violations: [{ propertyPath: 'reservations[0].voucher' }] } };
    expect(await test.ask(windows[0] ?? [])).toMatchObject(alone);
    const [unit = []] = unitsOf(order);
    expect(await exchange(windows[0] ?? [], unit)).toMatchObject(alone);
    const answers = await Promise.all(windows.map((reservations) => exchange(reservations, tickets)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(await uses()).toMatchObject({ orderedUses: 1 });
  });

  it('does not go on for an exchange that is given up, nor for tickets that were exchanged before', async () => {
    const { code, order } = await boughtWith({ code: 'OVER' });
    const tickets = ticketsOf(order);
    const kept = await heldInAfternoon(2);
    await apply(code, kept, tickets);
    expect((await askVoucher(test.service, code, kept)).body).toMatchObject({ refusal: 'DISABLED' });
    const taken = await heldInAfternoon(2);
    await apply(code, taken, tickets);
    expect((await exchange(taken, tickets)).status).toBe(201);
    expect((await apply(code, await heldInAfternoon(2), tickets)).body).toMatchObject({
      refusal: 'DISABLED',
    });
  });
});
