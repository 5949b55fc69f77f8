import { afterAll, beforeAll, expect, it } from 'vitest';
import { cancel } from '@/testing/shop/cancellations';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readOrders } from '../../data/order-store';
import { placeOrder } from '../checkout/place-order';
import { readShownCancellations } from '../../data/shown-cancellations';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

it('the e-mail about cancelled tickets of a free order says nothing about money, and there is no credit note', async () => {
  const { ticketing } = shop;
  ticketing.price = '0.00';
  ticketing.hasExtensions = true;
  ticketing.tickets.support = 'change';
  ticketing.cancelling.rule = { until: new Date(Date.now() + 86_400_000), share: 1 };
  const id = await shop.hold(1);
  await placeOrder(shop.context, orderOf(id, '0.00'));
  await shop.settle();
  const [order] = await readOrders(shop.context.database, id);
  if (order === undefined) throw new Error('nothing was ordered');
  const { tickets = [] } = order.data.items[0] ?? {};
  await cancel(shop, { id, orderId: order.id, tickets, intent: '' });
  expect(await readShownCancellations(shop.context.database, id)).toMatchObject([
    { state: 'done', document: null },
  ]);
  const mail = shop.mailbox.mails.at(-1)?.mail;
  expect(mail?.subject).toMatch(/^Tickets cancelled/);
  expect(mail?.text).toContain('1 ticket\n');
  expect(mail?.text).not.toMatch(/€|refund|credit note|amount|payment/i);
});
