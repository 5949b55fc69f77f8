import { afterAll, beforeAll, expect, it } from 'vitest';
import { lastSegment } from '@/lib/contract/iri';
import { freeItem, list } from '@/testing/ticketing-service/booking';
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

it('orders can be listed by the state of their tickets of a session', async () => {
  const item = { ...freeItem(environment.places), quantity: 1 };
  const [kept, gone] = await environment.ordered([item, item], { externalReference: 'states' });
  const [ticket = ''] = gone?.items[0]?.tickets ?? [];
  await service.call('PATCH', ticket, { body: { status: 'cancelled' } });
  const session = lastSegment(environment.places.walkSession);
  const listed = async (query: Record<string, string>) => {
    const search = new URLSearchParams({ externalReference: 'states', ...query }).toString();
    return (await list(service, `/v1/booking/orders?${search}`)).map(({ id }) => id);
  };
  expect(await listed({ session })).toHaveLength(2);
  expect(await listed({ session, ticketStatus: 'valid' })).toEqual([kept?.id]);
  expect(await listed({ session, ticketStatus: 'cancelled' })).toEqual([gone?.id]);
  expect(await listed({ session: lastSegment(environment.places.ten), ticketStatus: 'valid' })).toEqual([]);
  expect(await listed({ ticketStatus: 'valid' })).toEqual([kept?.id]);
});
