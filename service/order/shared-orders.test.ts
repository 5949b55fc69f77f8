import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { lastSegment } from '@/lib/contract/iri';
import { newId } from '../ids/new-id';
import { organizationNamed } from '../organization/organization';
import { startRival } from '@/testing/ticketing-service/trouble';
import { bothItem, customer, freeItem } from '@/testing/ticketing-service/booking';
import type { OrderCall } from './decide-orders';
import { type TestOrders, startTestOrders } from '@/testing/ticketing-service/order';
import { sharedOrders } from './shared-orders';

// Calls that wait at the same time are ordered in one transaction. These tests decide which calls that are.

let environment: TestOrders;

beforeAll(async () => {
  environment = await startTestOrders();
});
afterAll(async () => {
  await environment.close();
});

function call(
  paths: string[],
  organization = 'reseller',
  externalReference: string | null = null,
): OrderCall {
  return {
    organizationId: organizationNamed(organization).id,
    reservationIds: paths.map(lastSegment),
    customer,
    externalReference,
    total: null,
  };
}

/** Submits calls so that both transactions are busy and the other calls share one transaction. */
async function together(calls: readonly OrderCall[]) {
  const orders = sharedOrders({ database: environment.service.database, newId });
  const first = await environment.held([freeItem(environment.places), freeItem(environment.places)]);
  const busy = first.map((path) => orders.submit(call([path])));
  const results = calls.map((one) => orders.submit(one));
  expect(orders.waiting).toBe(calls.length);
  const settled = await Promise.allSettled(results);
  expect((await Promise.all(busy)).map(({ kind }) => kind)).toEqual(['ordered', 'ordered']);
  return settled;
}

const value = (outcome: unknown) =>
  expect.objectContaining({ status: 'fulfilled', value: outcome }) as unknown;
const orderedOf = (ids: readonly string[], name: 'id' | 'reservationId' = 'reservationId') =>
  value({
    kind: 'ordered',
    orders: ids.map(
      (id) =>
        expect.objectContaining({ order: expect.objectContaining({ [name]: id }) as unknown }) as unknown,
    ),
  });
const refused = (path: string) =>
  value({ kind: 'refused', violations: [expect.objectContaining({ path }) as unknown] });

it('calls of several organizations, repeats and refusals in one transaction each get their own answer', async () => {
  const { places } = environment;
  const item = bothItem(places);
  const [mine = '', next = ''] = await environment.held([item, item]);
  const [theirs = ''] = await environment.held([item], 'other');
  const [earlier] = await environment.ordered([item]);
  const [theirEarlier] = await environment.ordered([item], {}, 'other');
  if (earlier === undefined || theirEarlier === undefined) throw new Error('nothing was ordered');
  const settled = await together([
    call([mine]),
    call([theirs], 'other'),
    call([mine]),
    call([mine], 'reseller', 'another booking'),
    call([earlier.reservation]),
    call([theirEarlier.reservation], 'other'),
    call([theirEarlier.reservation]),
    call([next, theirs]),
  ]);
  expect(settled).toEqual([
    orderedOf([lastSegment(mine)]),
    orderedOf([lastSegment(theirs)]),
    settled[0],
    refused('reservations[0].order'),
    orderedOf([earlier.id], 'id'),
    orderedOf([theirEarlier.id], 'id'),
    refused('reservations[0]'),
    refused('reservations[1]'),
  ]);
  const counters = await environment.service.database.rows(
    z.object({ held: z.int(), sold: z.int() }),
    sql`select held, sold from ticketing.counter where id = ${lastSegment(places.ten)}`,
  );
  // `next` is still held; four reservations were ordered.
  expect(counters).toEqual([{ held: 1, sold: 4 }]);
  expect((await environment.ask([next])).status).toBe(201);
});

it('a call that the database refuses does not make other calls fail', async () => {
  await environment.change(
    sql`alter table ticketing.booking_order add constraint poison check (external_reference <> 'poison')`,
  );
  const paths = await environment.held([1, 2, 3].map(() => freeItem(environment.places)));
  const settled = await together(
    paths.map((path, i) => call([path], 'reseller', i === 1 ? 'poison' : 'well')),
  );
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(String((settled[1] as PromiseRejectedResult).reason)).toContain('poison');
  const [reservation] = paths.slice(1);
  expect((await environment.service.call('GET', reservation ?? '')).body).toMatchObject({
    expired: false,
    order: null,
  });
});

it('a ticket is redeemed by only one of two concurrent requests', async () => {
  const [order] = await environment.ordered([freeItem(environment.places)]);
  const ticket = order?.items[0]?.tickets?.[0] ?? '';
  const rival = await startRival(environment.databaseUrl);
  const redeem = () => environment.service.call('PATCH', ticket, { body: { status: 'redeemed' } });
  await rival.lockTicket(lastSegment(ticket));
  const both = [redeem(), redeem()];
  await rival.waiters(2);
  await rival.unlock();
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 422]);
  await rival.close();
});
