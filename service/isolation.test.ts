import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Admission, admissionListSchema } from '@/lib/contract/admission';
import { lastSegment } from '@/lib/contract/iri';
import { cancellationSchema } from '@/lib/contract/cancellation';
import { createOrdersOutputSchema, type Order } from '@/lib/contract/order';
import { itemTicketSchema } from '@/lib/contract/item-ticket';
import type { Reservation } from '@/lib/contract/reservation';
import { codesOf, sendScan, testDay } from '@/testing/ticketing-service/admission';
import { freeItem, customer, hold, list, openPlaces, ordersBulk } from '@/testing/ticketing-service/booking';
import { problemBody } from './http/problem';
import { organizationNamed } from './organization/organization';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

// Two organizations at one service: each sees the other's things as missing.
let service: TestService;
let held: Reservation;
let order: Order;
let own: Order;
let admission: Admission;
/** The path of a cancellation of `order`, which has one more ticket. */
let cancellation: string;

beforeAll(async () => {
  service = await startTestService();
  const places = await openPlaces(service);
  const book = async (organization: string) => {
    const items = [freeItem(places), { ...freeItem(places), quantity: 2 }];
    const [first, second] = (await hold(service, items, organization)).reservations;
    if (first === undefined || second === undefined) throw new Error('nothing was held');
    const body = { reservations: [second['@id']], customer, externalReference: 'shared' };
    const made = await service.call('POST', ordersBulk, { body, organization });
    const [ordered] = createOrdersOutputSchema.parse(made.body).orders;
    if (ordered === undefined) throw new Error('nothing was ordered');
    return { first, ordered };
  };
  ({ first: held, ordered: order } = await book('one'));
  ({ ordered: own } = await book('other'));
  const scanned = { ticket: order.items[0]?.tickets?.[0] ?? '' };
  await sendScan(service, scanned, 'one');
  admission = await sendScan(service, { ...scanned, offline: true }, 'one');
  const body = { tickets: order.items[0]?.tickets?.slice(1), reason: 'ill', override: true };
  const made = await service.call('POST', `${order['@id']}/_cancel`, { body, organization: 'one' });
  cancellation = cancellationSchema.parse(made.body)['@id'];
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

/** Every address with an identifier that an organization owns, filled with the identifiers of `one`. */
function ownedAddresses(): { method: string; path: string; id: string }[] {
  const item = order.items[0];
  const ids: Record<string, string> = {
    '/v1/organizations/{id}': `/v1/organizations/${organizationNamed('one').id}`,
    '/v1/booking/reservations/{id}': held['@id'],
    '/v1/booking/reservations/{id}/_extend': `${held['@id']}/_extend`,
    '/v1/booking/reservations/{id}/_release': `${held['@id']}/_release`,
    '/v1/booking/orders/{id}': order['@id'],
    '/v1/booking/orders/{id}/cancellation_terms': `${order['@id']}/cancellation_terms`,
    '/v1/booking/orders/{id}/_cancel': `${order['@id']}/_cancel`,
    '/v1/booking/orders/{id}/cancellations': `${order['@id']}/cancellations`,
    '/v1/booking/orders/{orderId}/cancellations/{id}': cancellation,
    '/v1/booking/orders/{orderId}/documents/{id}': order.documents[0] ?? '',
    '/v1/booking/orders/{orderId}/items/{orderItemId}/tickets/{id}': item?.tickets?.[0] ?? '',
    '/v1/booking/admissions/{id}': admission['@id'],
    '/v1/booking/admissions/{id}/_resolve': `${admission['@id']}/_resolve`,
  };
  return service.routes
    .filter(
      ({ path }) =>
        path.includes('{') && !path.startsWith('/v1/ticketing/') && !path.startsWith('/v1/forms/'),
    )
    .map(({ method, path, operationId }) => {
      const filled = ids[path];
      if (filled === undefined) throw new Error(`${path} is not in the table of this test`);
      return { method, path: filled, id: operationId };
    });
}

/** Calls a route, with a body that it accepts if it has one. */
const call = (method: string, path: string, organization: string) => {
  if (path.endsWith('/_cancel')) {
    return service.call(method, path, { organization, body: { reason: 'ill', override: true } });
  }
  if (path.endsWith('/_resolve')) return service.call(method, path, { organization, body: { actor: 'ada' } });
  return service.call(method, path, { organization, ...(method === 'PATCH' ? { body: {} } : {}) });
};

describe('a thing of another organization', () => {
  it('is not found at any address, but its owner finds it at each', async () => {
    const addresses = ownedAddresses();
    expect(addresses.length).toBeGreaterThan(6);
    for (const { method, path, id } of addresses) {
      const { status, body } = await call(method, path, 'other');
      expect([id, status, body]).toEqual([id, 404, problemBody(404, 'Not Found')]);
    }
    for (const { method, path, id } of addresses) {
      expect([id, (await call(method, path, 'one')).status]).toEqual([id, expect.toBeOneOf([200, 201])]);
    }
  });

  it('is not found below one’s own order', async () => {
    const foreign = [order.documents[0], order.items[0]?.tickets?.[0]];
    const below = cancellation.replace(order.id, own.id);
    expect((await call('GET', below, 'other')).status).toBe(404);
    for (const path of foreign) {
      const below = (path ?? '').replace(order.id, own.id);
      expect((await call('PATCH', below, 'other')).status).toBe(404);
      expect((await call('PATCH', below, 'one')).status).toBe(404);
    }
  });

  it('is not in lists, with any filter', async () => {
    const ticket = await service.call('GET', order.items[0]?.tickets?.[0] ?? '', { organization: 'one' });
    const { reference } = itemTicketSchema.parse(ticket.body);
    const asOther = async (path: string) =>
      JSON.stringify((await service.call('GET', path, { organization: 'other' })).body);
    for (const query of [
      '',
      `?reservation=${order.reservation}`,
      `?reference=${order.reference}`,
      '?externalReference=shared',
      `?ticket=${reference}`,
    ]) {
      expect(await asOther(`/v1/booking/orders${query}`)).not.toContain(order.id);
    }
    for (const query of ['', '?expired=false', '?expired=true'])
      expect(await asOther(`/v1/booking/reservations${query}`)).not.toContain(held.id);
    expect(await list(service, '/v1/booking/orders')).toEqual([]);
    expect(await asOther('/v1/booking/admissions')).not.toContain(admission.id);
  });

  it('is admitted by the organization that sold it and by the one whose catalogue it is of, and by no other', async () => {
    const ticket = own.items[0]?.tickets?.[0] ?? '';
    const code = (await codesOf(service, own, 'other'))[0] ?? '';
    const tickets = async (organization: string) => {
      const path = `/v1/booking/admission_list?date=${testDay}`;
      const { body } = await service.call('GET', path, { organization });
      return admissionListSchema.parse(body).tickets.map((one) => one.ticket);
    };
    for (const scanned of [{ code }, { ticket }])
      expect(await sendScan(service, scanned, 'one')).toMatchObject({ result: 'unknown', ticket: null });
    expect(await tickets('one')).not.toContain(lastSegment(ticket));
    expect(await tickets('river')).toContain(lastSegment(ticket));
    expect(await sendScan(service, { code }, 'river')).toMatchObject({ result: 'admitted', ticket });
    expect(await sendScan(service, { ticket }, 'other')).toMatchObject({ result: 'already_admitted' });
  });

  it('makes an order of one’s own fail like a thing that does not exist', async () => {
    const unknown = held['@id'].replace(held.id, '00000000-0000-4000-8000-000000000000');
    const [foreign, never] = await Promise.all(
      [held['@id'], unknown].map((reservation) =>
        service.call('POST', ordersBulk, {
          body: { reservations: [reservation], customer },
          organization: 'other',
        }),
      ),
    );
    expect(foreign?.status).toBe(422);
    expect(foreign?.body).toEqual(never?.body);
  });
});
