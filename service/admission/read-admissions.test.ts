import { afterAll, beforeAll, expect, it } from 'vitest';
import { codesOf, sendScan } from '@/testing/ticketing-service/admission';
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

async function codesOfBooking(externalReference: string): Promise<string[]> {
  const { places } = environment;
  const orders = await environment.ordered([freeItem(places), freeItem(places)], { externalReference });
  return (await Promise.all(orders.map((order) => codesOf(service, order)))).flat();
}

it('the scans of a booking are those of the tickets of all its orders, and of no other booking', async () => {
  const [first = '', second = ''] = await codesOfBooking('family & friends');
  const [foreign = ''] = await codesOfBooking('others');
  const admitted = await sendScan(service, { code: first });
  const again = await sendScan(service, { code: first });
  const undone = await sendScan(service, { undoes: admitted.id });
  const other = await sendScan(service, { code: second });
  await sendScan(service, { code: foreign });
  await sendScan(service, { code: 'no ticket' });
  const query = new URLSearchParams({ externalReference: 'family & friends' }).toString();
  const listed = await list(service, `/v1/booking/admissions?${query}`);
  const expected = [other, undone, again, admitted].map(({ id }) => id);
  expect(listed.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
  expect(await list(service, '/v1/booking/admissions?externalReference=nobody')).toEqual([]);
  // Another organization can't read them, even if it knows the reference.
  const { body } = await service.call('GET', `/v1/booking/admissions?${query}`, { organization: 'other' });
  expect(body).toMatchObject({ totalItems: 0 });
});
