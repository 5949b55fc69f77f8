import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeAll, failure, language, opened, startClient } from '@/testing/client/test-client';
import type { TicketingServer } from '@/testing/service/service';
import { startTicketingServer } from '@/testing/service/start-service';
import type { Order } from '../contract/order';
import { type Client, createClient } from './client';

let server: TicketingServer;
let client: Client;

beforeEach(async () => {
  server = await startTicketingServer();
  server.hasExtensions = true;
  server.tickets.support = 'change';
  server.cancelling.rule = { until: new Date(Date.now() + 60_000), share: 0.8 };
  client = createClient({ serviceUrl: server.url, getToken: () => Promise.resolve('token') });
  opened(client, server);
});
afterEach(closeAll);

const never = '00000000-0000-4000-8000-000000000000';
const options = { language };
const customer = { firstname: 'A', lastname: 'B', email: 'a@b.test', country: 'FR', language: 'fr' };

async function ordered(quantity = 3): Promise<Order> {
  const held = await client.createReservations({ items: [server.item(quantity)] }, options);
  const reservations = held.kind === 'created' ? held.reservations.map((one) => one['@id']) : [];
  const answer = await client.createOrders({ reservations, customer }, options);
  const [order] = answer.kind === 'ordered' ? answer.orders : [];
  if (order === undefined) throw new Error('nothing was ordered');
  return order;
}

const cancel = (order: Order, more: object = {}) =>
  client.cancelOrder(order.id, { reason: 'ill', ...more }, options);

describe('cancelling an order', () => {
  it('gives the cancellation, and the same one when it is repeated', async () => {
    const order = await ordered();
    const [first] = order.items[0]?.tickets ?? [];
    const made = await cancel(order, { tickets: [first] });
    expect(made).toMatchObject({
      kind: 'cancelled',
      cancellation: { order: order['@id'], tickets: [first], refundAmountInclTax: '14.40' },
    });
    expect(await cancel(order, { tickets: [first] })).toEqual(made);
    const rest = await cancel(order);
    expect(rest).toMatchObject({ cancellation: { refundAmountInclTax: '28.80' } });
    expect(await cancel(order)).toEqual(rest);
    expect(server.cancelling.returnedUnits).toBe(3);
    const listed = await client.listCancellations(order.id, options);
    expect(listed).toEqual({
      kind: 'found',
      cancellations: [made, rest].flatMap((one) => (one.kind === 'cancelled' ? one.cancellation : [])),
    });
    expect(await client.getOrder(order.id, options)).toMatchObject({
      value: { cancellations: [expect.any(String), expect.any(String)] },
    });
  });

  it.each(['cut_after', 'error_after', 'garbled_after', 'accepted'] as const)(
    'whose answer is %s was carried out, and the repetition gives its result',
    async (fault) => {
      const order = await ordered();
      server.cancelling.faults.push(fault);
      expect(await failure(cancel(order))).toMatchObject({ effect: 'unknown' });
      expect(server.cancelling.returnedUnits).toBe(3);
      expect(await cancel(order)).toMatchObject({ kind: 'cancelled' });
      expect(server.cancelling.returnedUnits).toBe(3);
      expect(server.cancelling.calls).toHaveLength(2);
    },
  );

  it.each([
    ['busy', { kind: 'busy', running: false }],
    ['running', { kind: 'busy', running: true }],
    ['refuse', { kind: 'refused', violations: [{ propertyPath: 'tickets', message: 'no' }] }],
  ] as const)('that is answered with %s changed nothing', async (fault, result) => {
    const order = await ordered();
    server.cancelling.faults.push(fault);
    expect(await cancel(order)).toMatchObject(result);
    expect(server.cancelling.returnedUnits).toBe(0);
  });

  it('that the token may not do is told apart, because asking again does not help', async () => {
    const order = await ordered();
    server.cancelling.mayOverride = false;
    expect(await cancel(order, { override: true })).toEqual({ kind: 'forbidden' });
  });

  it('is refused as strictly as by our service', async () => {
    const order = await ordered(2);
    const [first, second] = order.items[0]?.tickets ?? [];
    await cancel(order, { tickets: [first] });
    for (const refused of [
      { tickets: [first, second] },
      { tickets: [`${order['@id']}/items/${never}/tickets/${never}`] },
      { refundAmountInclTax: '18.01' },
    ]) {
      expect(await cancel(order, refused)).toMatchObject({ kind: 'refused' });
    }
    expect(await client.changeItemTicket(first ?? '', 'valid', options)).toBe('refused');
    server.cancelling.rule = { until: new Date(Date.now() - 1), share: 1 };
    expect(await cancel(order)).toMatchObject({ kind: 'refused' });
    expect(await cancel(order, { override: true })).toMatchObject({ kind: 'cancelled' });
  });
});

describe('the terms', () => {
  it('say for each unit what can be cancelled', async () => {
    const order = await ordered(2);
    const tickets = order.items[0]?.tickets ?? [];
    await cancel(order, { tickets: tickets.slice(0, 1) });
    expect(await client.getCancellationTerms(order.id, options)).toMatchObject({
      kind: 'found',
      terms: {
        units: [
          { tickets: tickets.slice(0, 1), cancellable: false, obstacle: 'CANCELLED' },
          { tickets: tickets.slice(1), cancellable: true, refundAmountInclTax: '14.40' },
        ],
      },
    });
  });
});

describe('a server without cancellations', () => {
  it('is told apart from an order that does not exist', async () => {
    const order = await ordered();
    const calls = (id: string) => [
      client.cancelOrder(id, { reason: 'ill' }, options),
      client.getCancellationTerms(id, options),
      client.listCancellations(id, options),
    ];
    for (const result of await Promise.all(calls(never))) expect(result).toEqual({ kind: 'missing' });
    server.hasExtensions = false;
    for (const result of await Promise.all(calls(order.id))) expect(result).toEqual({ kind: 'unsupported' });
    for (const result of await Promise.all(calls(never))) expect(result).toEqual({ kind: 'missing' });
  });

  it.each([405, 501])('may answer %d', async (status) => {
    const order = await ordered();
    const { client: other } = await startClient(({ method }) =>
      method === 'GET' ? { body: order } : { status },
    );
    expect(await other.cancelOrder(order.id, { reason: 'ill' }, options)).toEqual({ kind: 'unsupported' });
  });
});
