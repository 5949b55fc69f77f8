import { afterAll, beforeAll, expect, it } from 'vitest';
import { lastSegment } from '@/lib/contract/iri';
import { ticketStatesSchema } from '@/lib/contract/ticket-states';
import { freeItem } from '@/testing/ticketing-service/booking';
import { type TestOrders, startTestOrders } from '@/testing/ticketing-service/order';
import type { TestService } from '@/testing/ticketing-service/test-service';

let environment: TestOrders;
let service: TestService;
beforeAll(async () => {
  environment = await startTestOrders();
  service = environment.service;
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await environment.close();
});

/** An order of three tickets, of which the first is used and the second cancelled. */
async function someOrder() {
  const item = { ...freeItem(environment.places), quantity: 3 };
  const [order] = await environment.ordered([item]);
  const [used = '', cancelled = '', valid = ''] = order?.items[0]?.tickets ?? [];
  await service.call('PATCH', used, { body: { status: 'redeemed' } });
  await service.call('PATCH', cancelled, { body: { status: 'cancelled' } });
  return { id: order?.id ?? '', used, cancelled, valid };
}

const statesOf = async (orders: string[], organization?: string) => {
  const options = { body: { orders }, ...(organization === undefined ? {} : { organization }) };
  const { status, body } = await service.call('POST', '/v1/booking/orders/_ticket-states', options);
  expect(status).toBe(201);
  return ticketStatesSchema.parse(body);
};

it('the states of the tickets of several orders name those that are used or cancelled', async () => {
  const [one, two, other] = [await someOrder(), await someOrder(), await someOrder()];
  const states = await statesOf([one.id.toUpperCase(), two.id, '00000000-0000-4000-8000-000000000000']);
  const ids = (...paths: string[]) => paths.map(lastSegment).toSorted();
  expect(states.redeemed.toSorted()).toEqual(ids(one.used, two.used));
  expect(states.cancelled.toSorted()).toEqual(ids(one.cancelled, two.cancelled));
  expect(JSON.stringify(states)).not.toContain(lastSegment(other.used));
  expect(await statesOf([one.id], 'other')).toMatchObject({ redeemed: [], cancelled: [] });
});

it('no order, a malformed one and too many are refused', async () => {
  for (const orders of [
    [],
    ['x'],
    Array.from({ length: 1001 }, () => '00000000-0000-4000-8000-000000000000'),
  ]) {
    const { status } = await service.call('POST', '/v1/booking/orders/_ticket-states', { body: { orders } });
    expect(status).toBe(422);
  }
});
