import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '../contract/order';
import { readOrders } from './order-store';
import { startStage, type Stage } from './testing';
import type { OrderFault } from './testing/ticketing';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});

afterAll(() => stage.close());

beforeEach(() => stage.reset());

/** The worker looks so often, each time when it is due. */
async function looks(id: string, count: number): Promise<void> {
  for (let look = 0; look < count; look += 1) {
    await stage.later(id);
    await stage.settle();
  }
}

/** Two reservations of one checkout, so that a response can name only some of the orders. */
async function paidForTwo(): Promise<string> {
  const { id, sessionId } = await stage.paying(2, 2);
  stage.provider.pay(sessionId);
  await stage.later(id);
  return id;
}

const isHidden = { reservation: false, list: false };

describe('a response to the order request that does not tell what was done', () => {
  const carriedOut: OrderFault[] = ['accepted', 'moved', 'none', 'some', 'other'];

  it.each(carriedOut)('%s: the orders are looked up, not requested again', async (fault) => {
    stage.ticketing.orderFaults.push(fault);
    const id = await paidForTwo();
    await looks(id, 2);
    expect(await stage.state(id)).toBe('ordered');
    expect(await readOrders(stage.rooms.database, id)).toHaveLength(2);
    expect(await stage.ordersFor(id)).toHaveLength(2);
    expect(stage.ticketing.orderCalls).toHaveLength(1);
    expect(stage.provider.refunded.size).toBe(0);
  });

  it.each(['none', 'some', 'other'] as const)(
    '%s, and no order is to be found: staff look, nothing is requested again or refunded',
    async (fault) => {
      stage.ticketing.orderFaults.push(fault);
      Object.assign(stage.ticketing.reveals, isHidden);
      const id = await paidForTwo();
      await looks(id, 8);
      expect(await stage.find(id)).toMatchObject({ state: 'attention', reason: 'order_unknown' });
      expect(stage.ticketing.orderCalls).toHaveLength(1);
      expect(stage.provider.refunded.size).toBe(0);
      expect(stage.reports).toContain('error: the service answered with other orders than were requested');
    },
  );

  it('207, and nothing was done: requested again when both places name no order', async () => {
    stage.ticketing.orderFaults.push('multi_status');
    const id = await paidForTwo();
    await looks(id, 6);
    expect(await stage.state(id)).toBe('ordered');
    expect(await stage.ordersFor(id)).toHaveLength(2);
    expect(stage.ticketing.orderCalls).toHaveLength(2);
  });
});

describe('orders that differ from what was paid', () => {
  async function withOrders(change: (orders: Order[]) => void): Promise<string> {
    stage.ticketing.orderFaults.push('cut_after');
    const id = await paidForTwo();
    await stage.settle();
    change(stage.ticketing.orders);
    await looks(id, 12);
    return id;
  }

  it.each<[string, (orders: Order[]) => void]>([
    ['another total', ([first]) => Object.assign(first ?? {}, { totalAmountInclTax: '35.99' })],
    ['one order too few', (orders) => orders.pop()],
    [
      'one order too many',
      (orders) => orders.push(...orders.slice(0, 1).map((order) => ({ ...order, id: randomUUID() }))),
    ],
  ])('%s: staff look, and no confirmation is sent', async (_, change) => {
    const id = await withOrders(change);
    expect(await stage.find(id)).toMatchObject({ state: 'attention', reason: 'orders_differ' });
    expect(stage.ticketing.orderCalls).toHaveLength(1);
    expect(stage.provider.refunded.size).toBe(0);
  });
});

describe('a refusal after a request that was never answered', () => {
  const refusals: OrderFault[] = ['refuse', 'expire_after', 'refuse_after'];

  it.each(refusals)('%s, and the first request had made the order: it is found', async (refusal) => {
    stage.ticketing.orderFaults.push('cut_before', refusal);
    const id = await stage.paidByWebhook();
    await looks(id, 5);
    expect(stage.ticketing.orderCalls).toHaveLength(2);
    expect(await stage.state(id)).toBe('ordering');
    if (refusal === 'refuse') {
      // The first request is carried out only now.
      const body: unknown = JSON.parse(stage.ticketing.orderCalls[0] ?? '');
      await fetch(`${stage.ticketing.url}/v1/booking/orders/_bulk`, {
        method: 'POST',
        body: JSON.stringify(body),
      });
    }
    await looks(id, 1);
    expect(await stage.state(id)).toBe('ordered');
    expect(await stage.ordersFor(id)).toHaveLength(1);
    expect(stage.provider.refunded.size).toBe(0);
  });

  it('and no order is to be found: staff decide, nothing is refunded', async () => {
    stage.ticketing.orderFaults.push('cut_before', 'refuse');
    const id = await stage.paidByWebhook();
    await looks(id, 12);
    expect(await stage.find(id)).toMatchObject({ state: 'attention', reason: 'order_unknown' });
    expect(stage.ticketing.orderCalls).toHaveLength(2);
    expect(stage.provider.refunded.size).toBe(0);
  });

  it('because it has expired by now, and both places name no order: reserved again and ordered', async () => {
    stage.ticketing.orderFaults.push('cut_before');
    const id = await stage.paidByWebhook();
    await stage.settle();
    stage.ticketing.expire();
    await looks(id, 12);
    expect(await stage.state(id)).toBe('ordered');
    expect(await stage.ordersFor(id)).toHaveLength(1);
  });

  it('because it has expired by now, and it is sold out: staff decide', async () => {
    stage.ticketing.orderFaults.push('cut_before');
    const id = await stage.paidByWebhook();
    await stage.settle();
    stage.ticketing.expire();
    stage.ticketing.stock = 0;
    await looks(id, 12);
    expect(await stage.find(id)).toMatchObject({ state: 'attention', reason: 'order_unknown' });
    expect(stage.provider.refunded.size).toBe(0);
  });

  it('without such a request before is believed: the money goes back', async () => {
    stage.ticketing.orderFaults.push('busy', 'refuse');
    const id = await stage.paidByWebhook();
    await looks(id, 3);
    expect(await stage.state(id)).toBe('refunded');
  });
});

describe('a refusal of the first request, although the order was made', () => {
  it.each<OrderFault>(['refuse_after', 'expire_after'])('%s: the order is found', async (fault) => {
    stage.ticketing.orderFaults.push(fault);
    const refunds = stage.provider.refunded.size;
    const id = await stage.paidByWebhook();
    await looks(id, 1);
    expect(await stage.state(id)).toBe('ordered');
    expect(stage.ticketing.orderCalls).toHaveLength(1);
    expect(await stage.ordersFor(id)).toHaveLength(1);
    expect(stage.provider.refunded.size).toBe(refunds);
  });

  it('and it can not be looked for: it is looked for later, and nothing is refunded', async () => {
    stage.ticketing.orderFaults.push('refuse_after');
    const refunds = stage.provider.refunded.size;
    const id = await stage.paidByWebhook();
    stage.network.service.faults.push(null, { kind: 'reset' }, { kind: 'reset' }, { kind: 'reset' });
    await looks(id, 3);
    expect(await stage.state(id)).toBe('ordered');
    expect(stage.ticketing.orderCalls).toHaveLength(1);
    expect(stage.provider.refunded.size).toBe(refunds);
  });
});

it('a server that calls every reservation expired gets four requests, and the money goes back', async () => {
  const id = await stage.paidByWebhook();
  stage.ticketing.expire();
  stage.ticketing.holdMilliseconds = 0;
  await looks(id, 6);
  expect(await stage.find(id)).toMatchObject({ state: 'refunded', reason: 'order_refused' });
  expect(stage.ticketing.orderCalls).toHaveLength(4);
});

describe('a server without filters that has 10,000 orders of others', () => {
  const others = (count: number): Order[] =>
    Array.from({ length: count }, (_, index): Order => {
      const id = randomUUID();
      return {
        ...{
          '@id': `/v1/booking/orders/${id}`,
          '@type': 'BookingOrder',
          id,
          organization: '/v1/organizations/1',
        },
        createdAt: new Date(Date.UTC(2025, 0, 1) + index * 60_000).toISOString(),
        ...{
          reference: `O-${index}`,
          externalReference: `O-${index}`,
          customer: [],
          items: [],
          documents: [],
        },
        ...{ totalAmountInclTax: '18.00', totalAmountExclTax: null },
        reservation: `/v1/booking/reservations/${randomUUID()}`,
      };
    });

  it.each([
    ['oldest first', false, true],
    ['newest first', true, true],
    ['oldest first, and reservations that name no order', false, false],
  ])('%s: is read only as far back as needed', async (_, newestFirst, reservation) => {
    Object.assign(stage.ticketing, { newestFirst, mostPerPage: 30 });
    stage.ticketing.reveals.reservation = reservation;
    stage.ticketing.orders.push(...others(10_000));
    stage.ticketing.orderFaults.push('cut_after');
    const before = stage.ticketing.listLooks();
    const id = await stage.paidByWebhook();
    await looks(id, 2);
    expect(await stage.state(id)).toBe('ordered');
    expect(stage.ticketing.listLooks() - before).toBeLessThan(8);
  });

  it('"there is none" is concluded, and the order requested again', async () => {
    stage.ticketing.orders.push(...others(10_000));
    stage.ticketing.orderFaults.push('cut_before');
    const before = stage.ticketing.listLooks();
    const id = await stage.paidByWebhook();
    await looks(id, 6);
    expect(await stage.state(id)).toBe('ordered');
    expect(stage.ticketing.listLooks() - before).toBeLessThan(30);
  });

  it('in no order at all: the reservations are believed, later', async () => {
    const mixed = others(3_000).map((order, index) => ({
      ...order,
      createdAt: new Date(Date.UTC(2031, 0, 1) - (index % 7) * 86_400_000).toISOString(),
    }));
    stage.ticketing.orders.push(...mixed);
    stage.ticketing.orderFaults.push('cut_before');
    const id = await stage.paidByWebhook();
    await looks(id, 7);
    expect(stage.ticketing.orderCalls).toHaveLength(1);
    await looks(id, 4);
    expect(await stage.state(id)).toBe('ordered');
    expect(stage.ticketing.orderCalls).toHaveLength(2);
  });
});
