import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '../../../contract/order';
import { readOrders } from '../../data/order-store';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import type { OrderFault } from '@/testing/service/service';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});

afterAll(() => shop.close());

beforeEach(() => shop.reset());

/** Lets the worker look so often, each time when the lookup is due. */
async function looks(id: string, count: number): Promise<void> {
  for (let look = 0; look < count; look += 1) {
    await shop.later(id);
    await shop.settle();
  }
}

/** Two reservations of one checkout, so that a response can name only some of the orders. */
async function paidForTwo(): Promise<string> {
  const { id, sessionId } = await shop.paying(2, 2);
  shop.provider.pay(sessionId);
  await shop.later(id);
  return id;
}

const isHidden = { reservation: false, list: false };

describe('a response to the order request that does not say what was done', () => {
  const carriedOut: OrderFault[] = ['accepted', 'moved', 'none', 'some', 'other'];

  it.each(carriedOut)('%s: the orders are looked up, not requested again', async (fault) => {
    shop.ticketing.orderFaults.push(fault);
    const id = await paidForTwo();
    await looks(id, 2);
    expect(await shop.state(id)).toBe('ordered');
    expect(await readOrders(shop.context.database, id)).toHaveLength(2);
    expect(await shop.ordersFor(id)).toHaveLength(2);
    expect(shop.ticketing.orderCalls).toHaveLength(1);
    expect(shop.provider.refunded.size).toBe(0);
  });

  it.each(['none', 'some', 'other'] as const)(
    '%s, and no order can be found: staff look, nothing is requested again or refunded',
    async (fault) => {
      shop.ticketing.orderFaults.push(fault);
      Object.assign(shop.ticketing.reveals, isHidden);
      const id = await paidForTwo();
      await looks(id, 8);
      expect(await shop.find(id)).toMatchObject({ state: 'attention', reason: 'order_unknown' });
      expect(shop.ticketing.orderCalls).toHaveLength(1);
      expect(shop.provider.refunded.size).toBe(0);
      expect(shop.reports).toContain('error: the service answered with other orders than were requested');
    },
  );

  it('207, and nothing was done: requested again when neither the reservations nor the list show an order', async () => {
    shop.ticketing.orderFaults.push('multi_status');
    const id = await paidForTwo();
    await looks(id, 6);
    expect(await shop.state(id)).toBe('ordered');
    expect(await shop.ordersFor(id)).toHaveLength(2);
    expect(shop.ticketing.orderCalls).toHaveLength(2);
  });
});

describe('orders that differ from what was paid', () => {
  async function withOrders(change: (orders: Order[]) => void): Promise<string> {
    shop.ticketing.orderFaults.push('cut_after');
    const id = await paidForTwo();
    await shop.settle();
    change(shop.ticketing.orders);
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
    expect(await shop.find(id)).toMatchObject({ state: 'attention', reason: 'orders_differ' });
    expect(shop.ticketing.orderCalls).toHaveLength(1);
    expect(shop.provider.refunded.size).toBe(0);
  });
});

describe('a refusal after an unanswered request', () => {
  const refusals: OrderFault[] = ['refuse', 'expire_after', 'refuse_after'];

  it.each(refusals)('%s, and the first request had made the order: it is found', async (refusal) => {
    shop.ticketing.orderFaults.push('cut_before', refusal);
    const id = await shop.paidByWebhook();
    await looks(id, 5);
    expect(shop.ticketing.orderCalls).toHaveLength(2);
    expect(await shop.state(id)).toBe('ordering');
    if (refusal === 'refuse') {
      // The first request is processed only now.
      const body: unknown = JSON.parse(shop.ticketing.orderCalls[0] ?? '');
      await fetch(`${shop.ticketing.url}/v1/booking/orders/_bulk`, {
        method: 'POST',
        body: JSON.stringify(body),
      });
    }
    await looks(id, 1);
    expect(await shop.state(id)).toBe('ordered');
    expect(await shop.ordersFor(id)).toHaveLength(1);
    expect(shop.provider.refunded.size).toBe(0);
  });

  it('and no order can be found: staff decide, nothing is refunded', async () => {
    shop.ticketing.orderFaults.push('cut_before', 'refuse');
    const id = await shop.paidByWebhook();
    await looks(id, 12);
    expect(await shop.find(id)).toMatchObject({ state: 'attention', reason: 'order_unknown' });
    expect(shop.ticketing.orderCalls).toHaveLength(2);
    expect(shop.provider.refunded.size).toBe(0);
  });

  it('because the reservation has expired by now, and no order can be found: reserved again and ordered', async () => {
    shop.ticketing.orderFaults.push('cut_before');
    const id = await shop.paidByWebhook();
    await shop.settle();
    shop.ticketing.expire();
    await looks(id, 12);
    expect(await shop.state(id)).toBe('ordered');
    expect(await shop.ordersFor(id)).toHaveLength(1);
  });

  it('because the reservation has expired by now, and it is sold out: staff decide', async () => {
    shop.ticketing.orderFaults.push('cut_before');
    const id = await shop.paidByWebhook();
    await shop.settle();
    shop.ticketing.expire();
    shop.ticketing.stock = 0;
    await looks(id, 12);
    expect(await shop.find(id)).toMatchObject({ state: 'attention', reason: 'order_unknown' });
    expect(shop.provider.refunded.size).toBe(0);
  });

  it('without an unanswered request before it is accepted: the payment is refunded', async () => {
    shop.ticketing.orderFaults.push('busy', 'refuse');
    const id = await shop.paidByWebhook();
    await looks(id, 3);
    expect(await shop.state(id)).toBe('refunded');
  });
});

describe('a refusal of the first request, although the order was made', () => {
  it.each<OrderFault>(['refuse_after', 'expire_after'])('%s: the order is found', async (fault) => {
    shop.ticketing.orderFaults.push(fault);
    const refunds = shop.provider.refunded.size;
    const id = await shop.paidByWebhook();
    await looks(id, 1);
    expect(await shop.state(id)).toBe('ordered');
    expect(shop.ticketing.orderCalls).toHaveLength(1);
    expect(await shop.ordersFor(id)).toHaveLength(1);
    expect(shop.provider.refunded.size).toBe(refunds);
  });

  it('and the lookup fails: it is repeated later, and nothing is refunded', async () => {
    shop.ticketing.orderFaults.push('refuse_after');
    const refunds = shop.provider.refunded.size;
    const id = await shop.paidByWebhook();
    shop.network.service.faults.push(null, { kind: 'reset' }, { kind: 'reset' }, { kind: 'reset' });
    await looks(id, 3);
    expect(await shop.state(id)).toBe('ordered');
    expect(shop.ticketing.orderCalls).toHaveLength(1);
    expect(shop.provider.refunded.size).toBe(refunds);
  });
});

it('a server that calls every reservation expired gets four requests, and the payment is refunded', async () => {
  const id = await shop.paidByWebhook();
  shop.ticketing.expire();
  shop.ticketing.holdMilliseconds = 0;
  await looks(id, 6);
  expect(await shop.find(id)).toMatchObject({ state: 'refunded', reason: 'order_refused' });
  expect(shop.ticketing.orderCalls).toHaveLength(4);
});

describe('a server without filters that lists 10,000 orders of other customers', () => {
  const others = (count: number): Order[] =>
    Array.from({ length: count }, (_, index): Order => {
      const id = randomUUID();
      return {
        '@id': `/v1/booking/orders/${id}`,
        '@type': 'BookingOrder',
        id,
        organization: '/v1/organizations/1',
        createdAt: new Date(Date.UTC(2025, 0, 1) + index * 60_000).toISOString(),
        reference: `O-${index}`,
        externalReference: `O-${index}`,
        customer: [],
        items: [],
        documents: [],
        totalAmountInclTax: '18.00',
        totalAmountExclTax: null,
        reservation: `/v1/booking/reservations/${randomUUID()}`,
      };
    });

  it.each([
    ['oldest first', false, true],
    ['newest first', true, true],
    ['oldest first, and reservations that name no order', false, false],
  ])('%s: the list is read only as far back as needed', async (_, newestFirst, reservation) => {
    Object.assign(shop.ticketing, { newestFirst, mostPerPage: 30 });
    shop.ticketing.reveals.reservation = reservation;
    shop.ticketing.orders.push(...others(10_000));
    shop.ticketing.orderFaults.push('cut_after');
    const before = shop.ticketing.listLooks();
    const id = await shop.paidByWebhook();
    await looks(id, 2);
    expect(await shop.state(id)).toBe('ordered');
    expect(shop.ticketing.listLooks() - before).toBeLessThan(8);
  });

  it('the shop concludes that there is no order, and requests it again', async () => {
    shop.ticketing.orders.push(...others(10_000));
    shop.ticketing.orderFaults.push('cut_before');
    const before = shop.ticketing.listLooks();
    const id = await shop.paidByWebhook();
    await looks(id, 6);
    expect(await shop.state(id)).toBe('ordered');
    expect(shop.ticketing.listLooks() - before).toBeLessThan(30);
  });

  it('unsorted: the shop relies on the reservations, after more lookups', async () => {
    const mixed = others(3_000).map((order, index) => ({
      ...order,
      createdAt: new Date(Date.UTC(2031, 0, 1) - (index % 7) * 86_400_000).toISOString(),
    }));
    shop.ticketing.orders.push(...mixed);
    shop.ticketing.orderFaults.push('cut_before');
    const id = await shop.paidByWebhook();
    await looks(id, 7);
    expect(shop.ticketing.orderCalls).toHaveLength(1);
    await looks(id, 4);
    expect(await shop.state(id)).toBe('ordered');
    expect(shop.ticketing.orderCalls).toHaveLength(2);
  });
});
