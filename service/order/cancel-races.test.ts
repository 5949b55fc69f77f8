import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cancellationSchema } from '@/lib/contract/cancellation';
import { lockOutHolds } from '../availability/set-capacities';
import { bothItem, hold } from '@/testing/ticketing-service/booking';
import { startTestCancellations, type TestCancellations, unitsOf } from '@/testing/ticketing-service/cancel';

// On PostgreSQL with a pool of connections, because one connection can't show a race condition.
let test: TestCancellations;

beforeAll(async () => {
  test = await startTestCancellations();
});
beforeEach(() => test.feed({ boatCapacity: 500, offerCapacity: 500 }));
afterAll(async () => {
  expect(test.service.unexpectedErrors).toEqual([]);
  await test.close();
});

const times = <Result>(count: number, call: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));

describe('concurrent calls', () => {
  it('that are equal make one cancellation, and return its units once', async () => {
    const before = await test.sold();
    const order = await test.order(3);
    const answers = await times(12, () => test.cancel(order));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 201));
    expect(new Set(answers.map(({ body }) => cancellationSchema.parse(body).id)).size).toBe(1);
    expect(await test.sold()).toEqual(before);
    const rows = await test.service.database.rows(
      z.object({ units: z.int() }),
      sql`select cancelled_units as units from ticketing.reservation where order_id = ${order.id}`,
    );
    expect(rows).toEqual([{ units: 3 }]);
  });

  it('return the units several times without locks, which shows that the race condition is real', async () => {
    const order = await test.order(3);
    await test.change(sql`create table if not exists naive (sold int)`);
    await test.change(sql`insert into naive values (100)`);
    await times(12, () =>
      test.service.database.transaction(async (transaction) => {
        const [{ count } = { count: 0 }] = await transaction.rows(
          z.object({ count: z.int() }),
          sql`select count(*)::int as count from ticketing.cancellation where order_id = ${order.id}`,
        );
        if (count > 0) return;
        await transaction.run(sql`update naive set sold = sold - 3`);
        await transaction.run(
          sql`insert into ticketing.cancellation (catalog_id, organization_id, id, order_id, document_id, reference, created_at,
                reason, units, refund_amount, refund_amount_excl_tax)
              select catalog_id, organization_id, gen_random_uuid(), id, gen_random_uuid(), gen_random_uuid()::text, now(), 'x',
                '[0, 1, 2]', 0, 0
              from ticketing.booking_order where id = ${order.id}`,
        );
      }),
    );
    const [naive] = await test.service.database.rows(
      z.object({ sold: z.int() }),
      sql`select sold from naive`,
    );
    expect(naive?.sold).toBeLessThan(97);
  });

  it('for overlapping tickets cancel each unit once', async () => {
    const before = await test.sold();
    const order = await test.order(4);
    const units = unitsOf(order);
    await times(8, (i) =>
      test.cancel(order, { tickets: [...(units[i % 4] ?? []), ...(units[(i + 1) % 4] ?? [])] }),
    );
    await test.cancel(order);
    const { body } = await test.service.call('GET', `${order['@id']}/cancellations`);
    const { member } = z.object({ member: z.array(cancellationSchema) }).parse(body);
    const cancelled = member.flatMap(({ tickets }) => tickets);
    expect(cancelled.toSorted()).toEqual(units.flat().toSorted());
    expect(await test.sold()).toEqual(before);
  });

  it('that cancel and redeem the same ticket do one of both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const order = await test.order();
      const [[boat] = ['']] = unitsOf(order);
      const [cancelled, redeemed] = await Promise.all([
        test.cancel(order),
        test.service.call('PATCH', boat, { body: { status: 'redeemed' } }),
      ]);
      expect([cancelled.status, redeemed.status].sort().at(-1)).toBe(422);
      const { body } = await test.service.call('GET', boat);
      expect(body).toMatchObject({ status: cancelled.status === 201 ? 'cancelled' : 'redeemed' });
    }
  });

  it('with holds, orders and imports do not deadlock, and the counters are exact in the end', async () => {
    const before = await test.sold();
    const orders = await times(12, () => test.order(2));
    const kept: number[] = [];
    await Promise.all([
      times(12, async (i) => {
        const [unit] = unitsOf(orders[i] ?? (await test.order()));
        const { status } = await test.cancel(orders[i] ?? (await test.order()), { tickets: unit });
        expect(status).toBe(201);
      }),
      times(12, async () => {
        await test.ordered([bothItem(test.places, 1)]);
        kept.push(1);
      }),
      // The limit of the offer is removed and set again, so that its units are counted again.
      (async () => {
        for (const offerCapacity of [null, 400, null, 500]) {
          await test.feed({ boatCapacity: 500, offerCapacity });
        }
      })(),
    ]);
    const expected = 12 * 2 - 12 + kept.length;
    expect(await test.sold()).toEqual({ boat: before.boat + expected, offer: before.offer + expected });
  });
});

describe('counters', () => {
  it('that an import begins to count are not changed by a cancellation meanwhile', async () => {
    const order = await test.order();
    const catalogId = test.places.offer.split('/')[4] ?? '';
    let isDone = false;
    const importing = await test.service.database.transaction(async (transaction) => {
      await lockOutHolds(transaction, catalogId);
      const cancelling = test.cancelled(order).then(() => {
        isDone = true;
      });
      await new Promise((later) => setTimeout(later, 500));
      expect(isDone).toBe(false);
      // In an object, because the transaction would wait for a promise alone.
      return { cancelling };
    });
    await importing.cancelling;
    expect(isDone).toBe(true);
  });

  it('that have no limit do not break a cancellation, and are exact when they get one', async () => {
    const limited = await test.order(2);
    await test.feed({ boatCapacity: 500, offerCapacity: null });
    const unlimited = await test.order(3);
    await test.cancelled(limited);
    await test.cancelled(unlimited, { tickets: unitsOf(unlimited)[0] });
    await test.feed({ boatCapacity: 500, offerCapacity: 500 });
    const { boat, offer } = await test.sold();
    const [{ units } = { units: -1 }] = await test.service.database.rows(
      z.object({ units: z.int() }),
      sql`select sum(quantity - cancelled_units)::int as units from ticketing.reservation
          where order_id is not null`,
    );
    expect({ boat, offer }).toEqual({ boat: units, offer: units });
  });

  it('that do not exist any more do not break a cancellation', async () => {
    const order = await test.order();
    const offer = test.places.offer.split('/').at(-1) ?? '';
    await test.change(sql`delete from ticketing.counter where id = ${offer}`);
    const { boat } = await test.sold();
    await test.cancelled(order);
    expect(await test.sold()).toEqual({ boat: boat - 1, offer: 0 });
    await test.feed({ boatCapacity: 500, offerCapacity: 500 });
  });

  it('never fall below 0', async () => {
    const order = await test.order(2);
    const ten = test.places.ten.split('/').at(-1) ?? '';
    const { boat } = await test.sold();
    await test.change(sql`update ticketing.counter set sold = 1 where id = ${ten}`);
    await test.cancelled(order);
    expect((await test.sold()).boat).toBe(0);
    await test.change(sql`update ticketing.counter set sold = ${boat - 2}::int where id = ${ten}`);
  });

  it('of a session that two tickets share get both units back', async () => {
    // The museum's ticket takes the boat's session, too, as if both were of one event.
    const order = await test.order();
    await test.change(
      sql`update ticketing.reservation set tickets = jsonb_set(tickets, '{1,session}', tickets -> 0 -> 'session')
          where order_id = ${order.id}`,
    );
    await test.change(
      sql`update ticketing.counter set sold = sold + 1 where id = ${test.places.ten.split('/').at(-1) ?? ''}`,
    );
    const before = await test.sold();
    await test.cancelled(order);
    expect(await test.sold()).toEqual({ boat: before.boat - 2, offer: before.offer - 1 });
  });

  it('never cancels more units than the order has, by a constraint of the database', async () => {
    const order = await test.order();
    await test.cancelled(order);
    const again = test.change(
      sql`update ticketing.reservation set cancelled_units = cancelled_units + 1 where order_id = ${order.id}`,
    );
    await expect(again).rejects.toThrow('reservation_cancelled_once');
  });
});

it('units that come back are sold to the next customer only', async () => {
  const order = await test.order(1);
  await test.feed({ boatCapacity: 500, offerCapacity: (await test.sold()).offer });
  await test.cancelled(order);
  const held = await times(6, () => hold(test.service, [bothItem(test.places, 1)]));
  expect(held.flatMap(({ reservations }) => reservations)).toHaveLength(1);
});
