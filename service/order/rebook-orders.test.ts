import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { cancellationSchema } from '@/lib/contract/cancellation';
import { createOrdersOutputSchema, type Order } from '@/lib/contract/order';
import { violationCodes } from '@/lib/contract/problem';
import { bothItem, customer, hold, ordersBulk } from '@/testing/ticketing-service/booking';
import {
  shopScopes,
  startTestCancellations,
  type TestCancellations,
  unitsOf,
} from '@/testing/ticketing-service/cancel';
import type { CallOptions } from '@/testing/ticketing-service/test-service';

let test: TestCancellations;

beforeAll(async () => {
  test = await startTestCancellations();
});
beforeEach(() => test.feed({ rebooking: { deadlineHours: 2 } }));
afterAll(async () => {
  expect(test.service.unexpectedErrors).toEqual([]);
  await test.close();
});

const get = async (path: string) => (await test.service.call('GET', path)).body;

/** A reservation of the boat's departure in the afternoon. */
async function afternoon(quantity = 1): Promise<string> {
  const [boat, museum] = bothItem(test.places, quantity).ticketSessions;
  const item = {
    ...bothItem(test.places, quantity),
    ticketSessions: [{ ...boat, session: test.places.afternoon }, museum],
  };
  const { reservations } = await hold(test.service, [item]);
  return reservations[0]?.['@id'] ?? '';
}

function rebook(
  order: Pick<Order, '@id'>,
  tickets: readonly string[],
  reservation: string,
  { override, ...options }: CallOptions & { override?: boolean } = {},
) {
  const rebooking = {
    order: order['@id'],
    tickets,
    reason: 'another day',
    ...(override ? { override } : {}),
  };
  return test.service.call('POST', ordersBulk, {
    scopes: shopScopes,
    ...options,
    body: { reservations: [reservation], customer, externalReference: 'B-1', rebooking },
  });
}

async function rebooked(...args: Parameters<typeof rebook>): Promise<Order> {
  const { status, body } = await rebook(...args);
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  const [order] = createOrdersOutputSchema.parse(body).orders;
  if (order === undefined) throw new Error('nothing was ordered');
  return order;
}

async function soldInAfternoon(): Promise<number> {
  const id = test.places.afternoon.split('/').at(-1) ?? '';
  const statement = sql`select sold from ticketing.counter where id = ${id}`;
  const [row] = await test.service.database.rows(z.object({ sold: z.int() }), statement);
  return row?.sold ?? -1;
}

describe('exchanging a ticket', () => {
  it('orders the new one and cancels the old one, whose whole price is credited', async () => {
    const order = await test.order(2);
    const [before, afternoonBefore] = [await test.sold(), await soldInAfternoon()];
    const [unit = ['', '']] = unitsOf(order);
    const made = await rebooked(order, unit, await afternoon());
    expect(made).toMatchObject({ totalAmountInclTax: '36.00', externalReference: 'B-1', cancellations: [] });
    expect(await test.sold()).toEqual({ boat: before.boat - 1, offer: before.offer });
    expect(await soldInAfternoon()).toBe(afternoonBefore + 1);
    for (const path of unit) expect(await get(path)).toMatchObject({ status: 'cancelled' });
    for (const path of unitsOf(made).flat()) expect(await get(path)).toMatchObject({ status: 'valid' });
    const { member } = (await get(`${order['@id']}/cancellations`)) as { member: unknown[] };
    expect(member.map((one) => cancellationSchema.parse(one))).toMatchObject([
      { tickets: unit, refundAmountInclTax: '36.00', reason: 'another day', rebookedTo: [made['@id']] },
    ]);
  });

  it('gives the same order when it is repeated, and changes nothing more', async () => {
    const order = await test.order(2);
    const [unit = ['', '']] = unitsOf(order);
    const reservation = await afternoon();
    const made = await rebooked(order, unit, reservation);
    const before = await test.sold();
    expect(await rebooked(order, unit, reservation)).toEqual(made);
    expect(await test.sold()).toEqual(before);
    expect(await get(`${order['@id']}/cancellations`)).toMatchObject({ totalItems: 1 });
  });

  it('is refused for tickets that were cancelled or used; then nothing is ordered', async () => {
    const order = await test.order(2);
    const [first = ['', ''], second = ['', '']] = unitsOf(order);
    await test.cancelled(order, { tickets: first });
    await test.service.call('PATCH', second[1], { body: { status: 'redeemed' } });
    for (const [unit, path] of [
      [first, 'rebooking.tickets'],
      [second, 'rebooking.tickets[1]'],
    ] as const) {
      const reservation = await afternoon();
      const scopes = [...shopScopes, 'booking:override'];
      for (const override of [false, true])
        expect(await rebook(order, unit, reservation, { override, scopes })).toMatchObject({
          status: 422,
          body: { violations: [{ propertyPath: path }] },
        });
      expect(await get(reservation)).toMatchObject({ order: null, expired: false });
    }
  });

  it('is refused for a ticket that is named twice, by its place', async () => {
    const order = await test.order();
    const [unit = ['', '']] = unitsOf(order);
    const reservation = await afternoon();
    expect(await rebook(order, [...unit, unit[0]], reservation)).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'rebooking.tickets[2]', code: violationCodes.unique }] },
    });
    expect(await get(reservation)).toMatchObject({ order: null, expired: false });
  });

  it('is no cancellation that could be repeated for the money', async () => {
    const order = await test.order(2);
    const [unit = ['', '']] = unitsOf(order);
    await rebooked(order, unit, await afternoon());
    expect(await test.cancel(order, { tickets: unit })).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'tickets' }] },
    });
    await test.cancelled(order);
    expect(await test.cancel(order)).toMatchObject({ status: 201, body: { rebookedTo: [] } });
  });

  it('is refused without a rule and after its deadline, unless staff override it', async () => {
    await test.feed({ rebooking: null });
    const without = await test.order();
    await test.feed({ rebooking: { deadlineHours: 87_600 } });
    const late = await test.order();
    for (const [order, message] of [
      [without, 'Tickets of this product can’t be exchanged.'],
      [late, expect.stringContaining('They could be exchanged until') as string],
    ] as const) {
      const [unit = ['', '']] = unitsOf(order);
      const reservation = await afternoon();
      expect(await rebook(order, unit, reservation)).toMatchObject({
        status: 422,
        body: { violations: [{ propertyPath: 'rebooking.tickets', message }] },
      });
      expect((await rebook(order, unit, reservation, { override: true })).status).toBe(403);
      const scopes = [...shopScopes, 'booking:override'];
      expect((await rebook(order, unit, reservation, { override: true, scopes })).status).toBe(201);
    }
  });

  it('is refused for reservations that were ordered before, and for orders that are not known', async () => {
    const order = await test.order();
    const [unit = ['', '']] = unitsOf(order);
    const reservation = await afternoon();
    const plain = { reservations: [reservation], customer, externalReference: 'B-1' };
    await test.service.call('POST', ordersBulk, { body: plain });
    expect(await rebook(order, unit, reservation)).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'rebooking.order' }] },
    });
    const unknown = order['@id'].replace(order.id, '00000000-0000-4000-8000-000000000000');
    const foreign = { status: 422, body: { violations: [{ message: 'There is no such order.' }] } };
    expect(await rebook({ '@id': unknown }, unit, await afternoon())).toMatchObject(foreign);
    expect(await get(unit[0])).toMatchObject({ status: 'valid' });
  });

  it('is refused as a whole when the reservation has ended', async () => {
    const order = await test.order();
    const [unit = ['', '']] = unitsOf(order);
    const reservation = await afternoon();
    await test.service.call('POST', `${reservation}/_release`, {});
    expect(await rebook(order, unit, reservation)).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'reservations[0].expired' }] },
    });
    expect(await get(unit[0])).toMatchObject({ status: 'valid' });
  });

  it('is said in the terms of the order and at the product', async () => {
    const order = await test.order(2);
    const [unit = ['', '']] = unitsOf(order);
    await rebooked(order, unit, await afternoon());
    expect((await test.terms(order)).units).toMatchObject([
      { rebookable: false, rebookingObstacle: 'CANCELLED' },
      { rebookable: true, rebookingObstacle: null, rebookableUntil: '2027-05-31T20:00:00.000Z' },
    ]);
    const item = order.items[0];
    expect(await get(item?.product ?? '')).toMatchObject({ rebooking: { deadline: 'PT2H' } });
  });
});

describe('at the same time', () => {
  it('of many exchanges of one ticket one succeeds, and of an exchange and a cancellation', async () => {
    const order = await test.order();
    const [unit = ['', '']] = unitsOf(order);
    const before = await test.sold();
    const reservations = await Promise.all(Array.from({ length: 6 }, () => afternoon()));
    const answers = await Promise.all([
      ...reservations.map((reservation) => rebook(order, unit, reservation)),
      test.cancel(order),
    ]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const orders = answers.slice(0, -1).filter(({ status }) => status === 201).length;
    expect(await test.sold()).toEqual({ boat: before.boat - 1, offer: before.offer - 1 + orders });
  });

  it('exchanges in opposite directions do not wait for each other', async () => {
    const [morning, later] = [await test.order(6), await rebookedAfternoon(6)];
    const before = await test.sold();
    await Promise.all(
      Array.from({ length: 6 }, async (_, i) => {
        const [there, back] = [await afternoon(), await morningReservation()];
        await Promise.all([
          rebooked(morning, unitsOf(morning)[i] ?? [], there),
          rebooked(later, unitsOf(later)[i] ?? [], back),
        ]);
      }),
    );
    expect(await test.sold()).toEqual(before);
  });
});

async function morningReservation(): Promise<string> {
  const { reservations } = await hold(test.service, [bothItem(test.places, 1)]);
  return reservations[0]?.['@id'] ?? '';
}

/** An order of the afternoon. */
async function rebookedAfternoon(quantity: number): Promise<Order> {
  const reservation = await afternoon(quantity);
  const { body } = await test.service.call('POST', ordersBulk, {
    body: { reservations: [reservation], customer, externalReference: 'B-2' },
  });
  const [order] = createOrdersOutputSchema.parse(body).orders;
  if (order === undefined) throw new Error('nothing was ordered');
  return order;
}
