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

it('an order is found by the code of a ticket with one mistake, of the own organization only', async () => {
  const [order] = await environment.ordered([freeItem(environment.places)], { externalReference: 'typed' });
  const [path = ''] = order?.items[0]?.tickets ?? [];
  const { reference } = (await service.call('GET', path)).body as { reference: string };
  const found = async (similarTicket: string) =>
    (await list(service, `/v1/booking/orders?similarTicket=${similarTicket}`)).map(({ id }) => id);
  const other = (letter: string) => (letter === '2' ? '3' : '2');
  for (const i of [0, 3, 5, 13])
    expect(
      await found(`${reference.slice(0, i)}${other(reference.charAt(i))}${reference.slice(i + 1)}`),
      `${i}`,
    ).toEqual([order?.id]);
  // The last letter of a group and the first of the next.
  const swapped = `${reference.slice(0, 3)}${reference.charAt(5)}-${reference.charAt(3)}${reference.slice(6)}`;
  expect(await found(swapped)).toEqual([order?.id]);
  // A letter that no code has.
  expect(await found(`O${reference.slice(1)}`)).toEqual([order?.id]);
  const wrong = `${other(reference.charAt(0))}${other(reference.charAt(1))}${reference.slice(2)}`;
  expect(await found(wrong)).toEqual([]);
});
