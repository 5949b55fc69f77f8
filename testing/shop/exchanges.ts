import { readOrders } from '@/lib/shop/data/order-store';
import { placeOrder } from '@/lib/shop/flows/checkout/place-order';
import { exchangeTickets } from '@/lib/shop/flows/exchange/exchange-tickets';
import { findUnsettled, readPayments } from '@/lib/shop/data/payment-store';
import type { Ordered } from './cancellations';
import { orderOf, type TestShop } from './test-shop';

/** A held checkout of one ticket at another price, paid with the first ticket of an order. */
export async function exchanging(
  shop: TestShop,
  earlier: Ordered,
  price = '18.00',
  tickets = earlier.tickets.slice(0, 1),
) {
  shop.ticketing.price = price;
  const id = await shop.hold(1);
  const request = { checkoutId: id, earlierId: earlier.id, tickets };
  return { id, answer: await exchangeTickets(shop.context, { ...request, staff: null, override: false }) };
}

export async function later(shop: TestShop): Promise<void> {
  await shop.laterAll();
  await shop.settle();
}

/** Orders a checkout and pays what is due. */
export async function ordered(shop: TestShop, id: string, due: string): Promise<Ordered> {
  const placed = await placeOrder(shop.context, orderOf(id, due));
  if (placed.kind === 'pay') {
    const payment = await findUnsettled(shop.context.database, id);
    shop.provider.pay(payment?.sessionId ?? '');
    await shop.later(id, { holdOver: true });
  }
  await shop.settle();
  await later(shop);
  const [order] = await readOrders(shop.context.database, id);
  const [payment] = await readPayments(shop.context.database, id);
  if (order === undefined) throw new Error(`not ordered: ${await shop.state(id)}`);
  return {
    id,
    orderId: order.id,
    tickets: order.data.items[0]?.tickets ?? [],
    intent: payment?.intent ?? '',
  };
}
