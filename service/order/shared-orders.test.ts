import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { lastSegment } from '@/lib/contract/iri';
import { newId } from '../new-id';
import { organizationNamed } from '../organization/organization';
import { startRival } from '../availability/trouble-testing';
import { bothItem, customer, freeItem } from '../booking-testing';
import type { OrderCall } from './decide-orders';
import { type OrderStage, startOrderStage } from './order-testing';
import { sharedOrders } from './shared-orders';

// Calls that wait together are ordered in one transaction: here the test decides which.

let stage: OrderStage;

beforeAll(async () => {
  stage = await startOrderStage();
});
afterAll(async () => {
  await stage.close();
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
  };
}

/** Submits calls so that both lanes are busy and the others ride in one transaction. */
async function together(calls: readonly OrderCall[]) {
  const orders = sharedOrders({ database: stage.service.database, newId });
  const first = await stage.held([freeItem(stage.places), freeItem(stage.places)]);
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
  value({ kind: 'refused', complaints: [expect.objectContaining({ path }) as unknown] });

it('calls of several organizations, repeats and refusals in one transaction get each their own', async () => {
  const { places } = stage;
  const item = bothItem(places);
  const [mine = '', next = ''] = await stage.held([item, item]);
  const [theirs = ''] = await stage.held([item], 'other');
  const [earlier] = await stage.ordered([item]);
  const [theirEarlier] = await stage.ordered([item], {}, 'other');
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
  const counters = await stage.service.database.rows(
    z.object({ held: z.int(), sold: z.int() }),
    sql`select held, sold from ticketing.counter where id = ${lastSegment(places.ten)}`,
  );
  // `next` is still held; four were ordered.
  expect(counters).toEqual([{ held: 1, sold: 4 }]);
  expect((await stage.ask([next])).status).toBe(201);
});

it('a call that the database refuses takes no other with it', async () => {
  await stage.change(
    sql`alter table ticketing.booking_order add constraint poison check (external_reference <> 'poison')`,
  );
  const paths = await stage.held([1, 2, 3].map(() => freeItem(stage.places)));
  const settled = await together(
    paths.map((path, i) => call([path], 'reseller', i === 1 ? 'poison' : 'well')),
  );
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(String((settled[1] as PromiseRejectedResult).reason)).toContain('poison');
  const [reservation] = paths.slice(1);
  expect((await stage.service.call('GET', reservation ?? '')).body).toMatchObject({
    expired: false,
    order: null,
  });
});

it('a ticket is redeemed by one of two who ask for it at the same time', async () => {
  const [order] = await stage.ordered([freeItem(stage.places)]);
  const ticket = order?.items[0]?.tickets?.[0] ?? '';
  const rival = await startRival(stage.databaseUrl);
  const redeem = () => stage.service.call('PATCH', ticket, { body: { status: 'redeemed' } });
  await rival.lockTicket(lastSegment(ticket));
  const both = [redeem(), redeem()];
  await rival.waiters(2);
  await rival.letGo();
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 422]);
  await rival.close();
});
