import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { cancel, orderedWithTickets } from '@/testing/shop/cancellations';
import { exchanging, ordered } from '@/testing/shop/exchanges';
import { incidentsOn } from '@/testing/shop/incidents';
import { purchaseStates } from '@/testing/shop/purchase-states';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readRefunds } from '../../data/refund-store';
import { settleRefund } from '../refund/settle-refund';
import { findOrders } from './find-orders';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

async function found(id: string) {
  const [one] = await findOrders(shop.context.database, id, 'all');
  return one;
}

it('the staff’s list knows how much of a purchase was refunded, and how many tickets are left', async () => {
  const order = await orderedWithTickets(shop);
  const [first = '', second = ''] = order.tickets;
  expect(await found(order.id)).toMatchObject({
    refunded: '0.00',
    toRefund: '0.00',
    cancelled: 0,
    count: 2,
    valid: 2,
    net: '36.00',
    replacedBy: null,
  });
  await cancel(shop, order, { tickets: [first] });
  expect(await found(order.id)).toMatchObject({
    refunded: '18.00',
    tickets: 2,
    cancelled: 1,
    exchanged: 0,
    valid: 1,
    net: '18.00',
  });
  const { id } = await exchanging(shop, order, '10.00', [second]);
  await ordered(shop, id, '0.00');
  expect(await found(order.id)).toMatchObject({
    refunded: '26.00',
    toRefund: '0.00',
    cancelled: 1,
    exchanged: 1,
    count: 2,
    valid: 0,
    net: '10.00',
    replacedBy: { id, reference: (await found(id))?.reference },
  });
});

it('a payment without an order leaves nothing when it was refunded', async () => {
  const id = await purchaseStates.refunded(shop);
  expect(await found(id)).toMatchObject({ state: 'refunded', net: '0.00', count: 0 });
});

it('a refund that the provider refuses is still to be made', async () => {
  const order = await orderedWithTickets(shop);
  shop.provider.refundFaults.push('failed');
  await cancel(shop, order);
  expect(await found(order.id)).toMatchObject({ refunded: '0.00', toRefund: '36.00', cancelled: 2 });
});

it('what staff have refunded at the provider counts, and once if it is the refund of cancelled tickets', async () => {
  const order = await orderedWithTickets(shop);
  const { deliver } = incidentsOn(shop);
  await deliver(...shop.provider.incidents.refundAtDashboard(order.intent, 1000).events);
  expect(await found(order.id)).toMatchObject({ refunded: '10.00', toRefund: '0.00', tickets: 0 });
  shop.provider.refundFaults.push('failed');
  await cancel(shop, order, { tickets: order.tickets.slice(0, 1) });
  expect(await found(order.id)).toMatchObject({ refunded: '10.00', toRefund: '18.00', cancelled: 1 });
  await deliver(...shop.provider.incidents.refundAtDashboard(order.intent, 1800).events);
  const [row] = await readRefunds(shop.context.database, order.id);
  const settled = { as: 'refunded', paidBack: 'provider', reason: 'by hand', staff: 'ada' } as const;
  await settleRefund(shop.context, row?.id ?? '', settled);
  expect(await found(order.id)).toMatchObject({ refunded: '28.00', toRefund: '0.00', cancelled: 1 });
});
