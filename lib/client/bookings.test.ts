import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, failure, language, startClient } from '@/testing/client/test-client';
import { collection } from '@/testing/service/collection';
import { samples } from '@/testing/service/resources';

afterEach(closeAll);

const reservationInput = { items: [{ quantity: 1, offer: '/v1/ticketing/offers/1', ticketSessions: [] }] };
const orderInput = {
  reservations: [`/v1/booking/reservations/${samples.id(1)}`],
  customer: { firstname: 'A', lastname: 'B', email: 'a@example.org', country: 'FR', language: 'fr' },
  externalReference: 'X-1',
};

describe('a changing call', () => {
  it('is never repeated automatically: after a lost answer the result is unknown', async () => {
    const { client, server } = await startClient(() => 'cut');
    expect(await failure(client.createReservations(reservationInput, { language }))).toMatchObject({
      effect: 'unknown',
    });
    expect(await failure(client.createOrders(orderInput, { language }))).toMatchObject({ effect: 'unknown' });
    expect(server.seen).toHaveLength(2);
  });

  it('had no effect if there was no connection', async () => {
    const { client, server } = await startClient(() => ({}));
    await server.close();
    expect(await failure(client.createOrders(orderInput, { language }))).toMatchObject({ effect: 'none' });
  });

  it('distinguishes held items from items that were not held', async () => {
    const { client, server } = await startClient(() => ({
      status: 201,
      body: {
        reservations: [samples.reservation()],
        failedReservations: [{ index: 1, reason: 'SOLD_OUT', availableQuantity: 0 }],
      },
    }));
    const created = await client.createReservations(reservationInput, { language, idempotencyKey: 'k-1' });
    expect(created).toMatchObject({ kind: 'created', failed: [{ reason: 'SOLD_OUT' }] });
    expect(server.seen[0]).toMatchObject({ method: 'POST', path: '/v1/booking/reservations/_bulk' });
    expect(server.seen[0]?.headers).toMatchObject({
      'content-type': 'application/ld+json',
      'idempotency-key': 'k-1',
    });
  });

  it('returns expected failures as values', async () => {
    const violation = (propertyPath: string) => ({
      status: 422,
      body: { violations: [{ propertyPath, message: 'no', code: 'd53a91b0-def3-426a-83d7-269da7ab4200' }] },
    });
    const expired = await startClient(() => violation('reservations[0].expired'));
    expect(await expired.client.createOrders(orderInput, { language })).toEqual({
      kind: 'expired',
      retry: false,
      indexes: [0],
    });
    const invalid = await startClient(() => violation('customer.email'));
    expect(await invalid.client.createOrders(orderInput, { language })).toMatchObject({
      kind: 'invalid',
      violations: [{ propertyPath: 'customer.email' }],
    });
    const busy = await startClient(() => ({ status: 409, body: {}, headers: { 'retry-after': '3' } }));
    expect(await busy.client.createOrders(orderInput, { language })).toEqual({
      kind: 'busy',
      retry: true,
      retryAfterSeconds: 3,
      running: true,
    });
  });

  it('works without our additions to the specification', async () => {
    const { client } = await startClient(() => ({ status: 404, body: {} }));
    expect(await client.extendReservation(samples.id(1), { language })).toEqual({ kind: 'unavailable' });
    expect(await client.releaseReservation(samples.id(1), { language })).toEqual({ kind: 'unavailable' });
  });
});

describe('orders', () => {
  const orders = Array.from({ length: 130 }, (_, index) => samples.order(index + 1, `X-${(index % 10) + 1}`));

  it.each([
    ['by the server’s filter', ['externalReference']],
    ['from the whole list', undefined],
  ])('are found %s', async (_, filters) => {
    const { client, server } = await startClient((seen) => {
      const wanted = seen.query.get('externalReference');
      const chosen = orders.filter((order) => wanted === null || order.externalReference === wanted);
      return collection(seen, chosen, filters === undefined ? {} : { filters });
    });
    const { members, complete } = await client.listOrders({ externalReference: 'X-3' }, { language });
    expect(members).toHaveLength(13);
    expect(complete).toBe(true);
    expect(server.seen.some(({ query }) => query.has('externalReference'))).toBe(filters !== undefined);
  });

  describe('of a single ticket', () => {
    const path = '/v1/booking/orders/1/items/1/tickets/1';
    const ticket = {
      '@id': path,
      '@type': 'BookingOrderItemTicket',
      id: samples.id(3),
      reference: 'T-1',
      ticket: '/v1/ticketing/tickets/1',
      session: null,
      status: 'valid',
      redeemedAt: null,
      barcode: { format: 'QR_CODE', value: 'T-1' },
      holder: null,
      answers: [],
      updatedAt: '2027-05-04T12:00:00+00:00',
    };
    const item = {
      quantity: 1,
      offer: '/v1/ticketing/offers/1',
      product: '/v1/ticketing/products/1',
      offerTickets: [],
      tickets: [path],
      unitAmountInclTax: '1.00',
      unitAmountExclTax: null,
      totalAmountInclTax: '1.00',
      totalAmountExclTax: null,
    };
    const [first, second] = orders.map((order) => ({ ...order, items: [item] }));
    const find = async (answered: readonly unknown[], filters?: string[]) => {
      const { client, server } = await startClient((seen) =>
        seen.path === path ? { body: ticket } : collection(seen, answered, filters ? { filters } : {}),
      );
      const of = async (reference: string) => (await client.findOrderOfTicket(reference, { language }))?.id;
      return { of, queries: () => server.seen.flatMap(({ query }) => query.get('ticket') ?? []) };
    };

    it('are found by the server’s filter', async () => {
      const { of, queries } = await find([first], ['ticket']);
      expect(await of('T-1')).toBe(first?.id);
      expect(queries()).toEqual(['T-1']);
    });

    it('are not found at a server without that filter, and its list is not read', async () => {
      const { of, queries } = await find([first]);
      expect(await of('T-1')).toBeUndefined();
      expect(queries()).toEqual([]);
    });

    it('are not taken from a server that does not apply its filter', async () => {
      expect(await (await find([first, second], ['ticket'])).of('T-1')).toBeUndefined();
      expect(await (await find([first], ['ticket'])).of('T-2')).toBeUndefined();
    });
  });

  it('give a new address of a document, or say when to ask again', async () => {
    const { client, server } = await startClient(() => ({
      status: 409,
      body: {},
      headers: { 'retry-after': '4' },
    }));
    expect(await client.refreshDocument(samples.id(1), samples.id(2), { language })).toEqual({
      kind: 'preparing',
      retry: true,
      retryAfterSeconds: 4,
    });
    expect(server.seen[0]).toMatchObject({ method: 'PATCH', body: '{}' });
    expect(server.seen[0]?.headers['content-type']).toBe('application/merge-patch+json');
  });
});
