import { readRefunds } from '@/lib/shop/data/refund-store';
import { settleRefund } from '@/lib/shop/flows/refund/settle-refund';
import { acknowledgeTask } from '@/lib/shop/flows/attention/acknowledge-tasks';
import { blockTickets } from '@/lib/shop/flows/attention/block-tickets';
import { readOrders } from '@/lib/shop/data/order-store';
import { placeOrder } from '@/lib/shop/flows/checkout/place-order';
import { cancel, orderedWithTickets } from './cancellations';
import { sessionOfOrder, startFor, untilDone } from './event-changes';
import { exchanging, later, ordered } from './exchanges';
import { incidentsOn } from './incidents';
import { orderOf, type TestShop } from './test-shop';

const failLater = async (shop: TestShop): Promise<{ id: string; refundId: string }> => {
  const { id } = await incidentsOn(shop).refunded();
  const refundId = (await incidentsOn(shop).paymentOf(id)).refundId ?? '';
  await incidentsOn(shop).deliver(...shop.provider.incidents.failRefund(refundId).events);
  return { id, refundId };
};

const cancelledAndFailed = async (shop: TestShop, count = 2): Promise<{ id: string; refundId: string }> => {
  const { id, ...order } = await orderedWithTickets(shop);
  await cancel(shop, { id, ...order }, { tickets: order.tickets.slice(0, count) });
  const [row] = await readRefunds(shop.context.database, id);
  const refundId = row?.refundId ?? '';
  await incidentsOn(shop).deliver(...shop.provider.incidents.failRefund(refundId).events);
  return { id, refundId };
};

const disputeLost = async (shop: TestShop) => {
  const { id, intent } = await orderedWithTickets(shop);
  const { openDispute, closeDispute } = shop.provider.incidents;
  const dispute = openDispute(intent);
  await incidentsOn(shop).deliver(...dispute.events, ...closeDispute(dispute.id, 'lost').events);
  return id;
};

/** Staff refund a part at the provider's pages, and then the tickets are cancelled for what is left. */
const cancelledAfterRefund = async (shop: TestShop, cents: number, left: string) => {
  const order = await orderedWithTickets(shop);
  await incidentsOn(shop).deliver(...shop.provider.incidents.refundAtDashboard(order.intent, cents).events);
  await cancel(shop, order, { refund: left });
  await later(shop);
  return order.id;
};

/** What happens to a purchase of two tickets at 18.00 after its order or its refund. Resolves to its identifier. */
export const laterStates = {
  failedLater: async (shop: TestShop) => (await failLater(shop)).id,
  replaced: async (shop: TestShop) => {
    const { id, refundId } = await failLater(shop);
    const seen = { checkoutId: id, id: refundId, reason: 'refund_undelivered', paidBack: 'cash' } as const;
    await acknowledgeTask(shop.context, seen, 'ada');
    return id;
  },
  partCancelled: async (shop: TestShop) => {
    const order = await orderedWithTickets(shop);
    await cancel(shop, order, { tickets: order.tickets.slice(0, 1) });
    return order.id;
  },
  allCancelled: async (shop: TestShop) => {
    const order = await orderedWithTickets(shop);
    await cancel(shop, order);
    return order.id;
  },
  cancelling: async (shop: TestShop) => {
    const order = await orderedWithTickets(shop);
    shop.provider.refundFaults.push('pending');
    await cancel(shop, order);
    return order.id;
  },
  cancellationFailed: async (shop: TestShop) => {
    const order = await orderedWithTickets(shop);
    shop.provider.refundFaults.push('failed');
    await cancel(shop, order);
    return order.id;
  },
  cancellationInCash: async (shop: TestShop) => {
    const order = await orderedWithTickets(shop);
    shop.provider.refundFaults.push('failed');
    await cancel(shop, order);
    const [row] = await readRefunds(shop.context.database, order.id);
    const how = { as: 'refunded', paidBack: 'cash', reason: 'at the desk', staff: 'ada' } as const;
    await settleRefund(shop.context, row?.id ?? '', how);
    await shop.settle();
    return order.id;
  },
  cancellationFailedLater: async (shop: TestShop) => (await cancelledAndFailed(shop)).id,
  partFailedLater: async (shop: TestShop) => (await cancelledAndFailed(shop, 1)).id,
  refundedAtProvider: async (shop: TestShop) => {
    const id = (await orderedWithTickets(shop)).id;
    const { intent } = await incidentsOn(shop).paymentOf(id);
    await incidentsOn(shop).deliver(...shop.provider.incidents.refundAtDashboard(intent, 1000).events);
    return id;
  },
  cancelledAfterRefund: (shop: TestShop) => cancelledAfterRefund(shop, 3600, '0.00'),
  cancelledAfterPartRefund: (shop: TestShop) => cancelledAfterRefund(shop, 1000, '26.00'),
  exchanged: async (shop: TestShop) => {
    const earlier = await orderedWithTickets(shop, 1);
    await ordered(shop, (await exchanging(shop, earlier)).id, '0.00');
    return earlier.id;
  },
  exchangedAndCancelled: async (shop: TestShop) => {
    const earlier = await orderedWithTickets(shop);
    shop.network.mail.unavailable = true;
    await cancel(shop, earlier, { tickets: earlier.tickets.slice(1) });
    await ordered(shop, (await exchanging(shop, earlier, '10.00')).id, '0.00');
    shop.network.mail.unavailable = false;
    await later(shop);
    return earlier.id;
  },
  replacedPart: async (shop: TestShop) => {
    const { id, refundId } = await cancelledAndFailed(shop);
    const seen = { checkoutId: id, id: refundId, reason: 'refund_undelivered', paidBack: 'cash' } as const;
    await acknowledgeTask(shop.context, seen, 'ada');
    return id;
  },
  allRefundedAtProvider: async (shop: TestShop) => {
    const { id, intent } = await orderedWithTickets(shop);
    await incidentsOn(shop).deliver(...shop.provider.incidents.refundAtDashboard(intent).events);
    return id;
  },
  disputed: async (shop: TestShop) => {
    const { id, intent } = await orderedWithTickets(shop);
    await incidentsOn(shop).deliver(...shop.provider.incidents.openDispute(intent).events);
    return id;
  },
  disputeLost,
  blocked: async (shop: TestShop) => {
    const id = await disputeLost(shop);
    await blockTickets(shop.context, id, 'ada');
    return id;
  },
  byOrganiser: async (shop: TestShop) => {
    shop.ticketing.hasFilters = true;
    const order = await orderedWithTickets(shop);
    await untilDone(shop, await startFor(shop, await sessionOfOrder(shop, order), 'refund'));
    return order.id;
  },
  cancelRequested: async (shop: TestShop) => {
    const order = await orderedWithTickets(shop);
    shop.ticketing.cancelling.faults.push('busy');
    await cancel(shop, order);
    return order.id;
  },
  freeCancelled: async (shop: TestShop) => {
    shop.ticketing.price = '0.00';
    shop.ticketing.hasExtensions = true;
    shop.ticketing.tickets.support = 'change';
    shop.ticketing.cancelling.rule = { until: new Date(Date.now() + 86_400_000), share: 1 };
    const id = await shop.hold();
    await placeOrder(shop.context, orderOf(id, '0.00'));
    await shop.settle();
    const [order] = await readOrders(shop.context.database, id);
    const tickets = order?.data.items[0]?.tickets ?? [];
    await cancel(shop, { id, orderId: order?.id ?? '', tickets, intent: '' });
    return id;
  },
  exchangedCheaper: async (shop: TestShop) => {
    const earlier = await orderedWithTickets(shop, 1);
    await ordered(shop, (await exchanging(shop, earlier, '10.00')).id, '0.00');
    return earlier.id;
  },
  exchangedRefunding: async (shop: TestShop) => {
    const earlier = await orderedWithTickets(shop, 1);
    shop.provider.pendingForever = true;
    shop.provider.refundFaults.push('pending');
    await ordered(shop, (await exchanging(shop, earlier, '10.00')).id, '0.00');
    return earlier.id;
  },
} satisfies Record<string, (shop: TestShop) => Promise<string>>;
