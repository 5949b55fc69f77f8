import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Admission, admissionSchema } from '@/lib/contract/admission';
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

const resolve = (admission: Admission, actor: string, organization = 'reseller') =>
  service.call('POST', `${admission['@id']}/_resolve`, { body: { actor }, organization });

async function twoScans() {
  const [order] = await environment.ordered([freeItem(environment.places)]);
  const [code = ''] = order === undefined ? [] : await codesOf(service, order);
  return [await sendScan(service, { code }), await sendScan(service, { code, offline: true })] as const;
}

it('a conflict is ticked off once, with who and when, and every device reads it', async () => {
  const [, conflict] = await twoScans();
  expect(conflict).toMatchObject({ conflict: true, resolvedAt: null, resolvedBy: null });
  const first = await resolve(conflict, 'ada');
  expect(first.status).toBe(201);
  const resolved = admissionSchema.parse(first.body);
  expect(resolved).toMatchObject({ id: conflict.id, conflict: true, resolvedBy: 'ada' });
  expect(Date.parse(resolved.resolvedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(conflict.receivedAt));
  const again = await resolve(conflict, 'bob');
  expect(again.body).toMatchObject({ resolvedBy: 'ada', resolvedAt: resolved.resolvedAt });
  const listed = await list(service, '/v1/booking/admissions?conflict=true');
  expect(listed.find(({ id }) => id === conflict.id)).toMatchObject({ resolvedBy: 'ada' });
});

it('a scan that is no conflict, and one of another organization, are not found', async () => {
  const [admitted, conflict] = await twoScans();
  expect((await resolve(admitted, 'ada')).status).toBe(404);
  expect((await resolve(conflict, 'ada', 'other')).status).toBe(404);
  expect((await resolve(conflict, ' ')).status).toBe(422);
  expect((await service.call('GET', conflict['@id'])).body).toMatchObject({ resolvedAt: null });
});
