import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { cancel, orderedWithTickets } from '@/testing/checkout/cancellations';
import { exchanging, ordered } from '@/testing/checkout/exchanges';
import { startTestShop, type TestShop } from '@/testing/checkout/test-shop';
import { findOrders } from './find-orders';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

async function found(id: string) {
  const [one] = await findOrders(shop.context.database, id);
  return one;
}

it('the staff’s list knows how much of a purchase was refunded, and how many tickets are left', async () => {
  const order = await orderedWithTickets(shop);
  const [first = '', second = ''] = order.tickets;
  expect(await found(order.id)).toMatchObject({
    refunded: '0.00',
    toRefund: '0.00',
    cancelled: 0,
  });
  await cancel(shop, order, { tickets: [first] });
  expect(await found(order.id)).toMatchObject({ refunded: '18.00', tickets: 2, cancelled: 1, exchanged: 0 });
  const { id } = await exchanging(shop, order, '10.00', [second]);
  await ordered(shop, id, '0.00');
  expect(await found(order.id)).toMatchObject({
    refunded: '26.00',
    toRefund: '0.00',
    cancelled: 1,
    exchanged: 1,
  });
});

it('a refund that the provider refuses is still to be made', async () => {
  const order = await orderedWithTickets(shop);
  shop.provider.refundFaults.push('failed');
  await cancel(shop, order);
  expect(await found(order.id)).toMatchObject({ refunded: '0.00', toRefund: '36.00', cancelled: 2 });
});
