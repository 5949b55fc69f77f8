import { sql } from 'drizzle-orm';
import { removeItem } from '@/lib/shop/flows/basket/remove-item';
import { settleByHand } from '@/lib/shop/flows/attention/settle-by-hand';
import { placeOrder } from '@/lib/shop/flows/checkout/place-order';
import { askIfPaying } from './ask-if-paying';
import { readHolds } from '@/lib/shop/data/hold-store';
import { applyVoucher } from '@/lib/shop/flows/voucher/apply-voucher';
import { orderedWithTickets } from './cancellations';
import { orderOf, type TestShop } from './test-shop';

const oftenEnough = Array.from({ length: 9 }, () => 'cut_after' as const);

const manual = (shop: TestShop) => {
  shop.context.capture = 'manual';
};
const sold = async (shop: TestShop) => (await orderedWithTickets(shop)).id;
const withoutOrder = async (shop: TestShop) => {
  shop.ticketing.orderFaults.push('refuse');
  const id = await shop.paidByWebhook();
  await shop.settle();
  return id;
};
const orderUnknown = async (shop: TestShop) => {
  shop.ticketing.orderFaults.push('cut_before');
  shop.ticketing.readable = false;
  const id = await shop.paidByWebhook();
  for (let look = 0; look < 12; look += 1) {
    await shop.settle();
    await shop.later(id);
  }
  return id;
};
const settled = async (shop: TestShop, as: 'refunded' | 'ordered' | 'nothing', id: string) => {
  await settleByHand(shop.context, id, { as, staff: 'ada' });
  await shop.settle();
  return id;
};
const late = async (shop: TestShop, id: string) => {
  await shop.context.database.transaction((transaction) =>
    transaction.run(sql`update storefront.checkout set escalated_at = clock_timestamp() where id = ${id}`),
  );
  return id;
};
const free = async (shop: TestShop) => {
  shop.ticketing.price = '0.00';
  shop.ticketing.hasExtensions = true;
  shop.ticketing.tickets.support = 'change';
  const id = await shop.hold();
  await placeOrder(shop.context, orderOf(id, '0.00'));
  return id;
};
/** Paid, and nothing is ordered yet. */
const paidNow = async (shop: TestShop) => {
  const { id, sessionId } = await shop.paying();
  shop.provider.pay(sessionId);
  await askIfPaying(shop.context, id);
  return id;
};

const payLate = async (shop: TestShop, id: string, sessionId: string) => {
  shop.provider.pay(sessionId);
  await askIfPaying(shop.context, id);
  for (let look = 0; look < 4; look += 1) {
    await shop.later(id);
    await shop.settle();
  }
  return id;
};

/** Brings a purchase of two tickets at 18.00 into a state, up to its order. Resolves to its identifier. */
export const purchaseStates = {
  held: (shop: TestShop) => shop.hold(),
  paying: async (shop: TestShop) => (await shop.paying()).id,
  paid: (shop: TestShop) => paidNow(shop),
  ordering: async (shop: TestShop) => {
    shop.ticketing.orderFaults.push('cut_before');
    shop.ticketing.readable = false;
    const id = await shop.paidByWebhook();
    await shop.settle();
    return id;
  },
  capturing: async (shop: TestShop) => {
    manual(shop);
    shop.ticketing.tickets.support = 'change';
    shop.provider.captureFaults.push(...oftenEnough);
    const id = await shop.paidByWebhook();
    await shop.settle();
    return id;
  },
  sold,
  refunding: (shop: TestShop) => {
    shop.provider.refundFaults.push('pending');
    return withoutOrder(shop);
  },
  refunded: withoutOrder,
  voiding: (shop: TestShop) => {
    manual(shop);
    shop.provider.voidFaults.push(...oftenEnough);
    return withoutOrder(shop);
  },
  voided: (shop: TestShop) => {
    manual(shop);
    return withoutOrder(shop);
  },
  expired: async (shop: TestShop) => {
    const id = await shop.hold();
    await shop.later(id, { holdOver: true });
    await shop.settle();
    return id;
  },
  cancelled: async (shop: TestShop) => {
    const id = await shop.hold();
    const [hold] = await readHolds(shop.context.database, id);
    await removeItem(shop.context, id, hold?.id ?? '');
    return id;
  },
  free: async (shop: TestShop) => {
    const id = await free(shop);
    await shop.settle();
    return id;
  },
  freeRefused: async (shop: TestShop) => {
    shop.ticketing.orderFaults.push('refuse');
    const id = await free(shop);
    await shop.settle();
    return id;
  },
  byVoucher: async (shop: TestShop) => {
    shop.ticketing.hasExtensions = true;
    shop.ticketing.tickets.support = 'change';
    shop.ticketing.vouchers.set('ALL', '100.00');
    const id = await shop.hold();
    await applyVoucher(shop.context, id, 'ALL');
    await placeOrder(shop.context, orderOf(id, '0.00'));
    await shop.settle();
    return id;
  },
  orderUnknown,
  amountDiffers: async (shop: TestShop) => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId, { amount: 3599 });
    await shop.later(id, { holdOver: true });
    await shop.settle();
    return id;
  },
  refundFailed: (shop: TestShop) => {
    shop.provider.refundFaults.push('failed');
    return withoutOrder(shop);
  },
  voidFailed: (shop: TestShop) => {
    manual(shop);
    shop.provider.voidFaults.push('failed');
    return withoutOrder(shop);
  },
  captureFailed: async (shop: TestShop) => {
    manual(shop);
    shop.ticketing.tickets.support = 'change';
    shop.provider.captureFaults.push('failed');
    const id = await shop.paidByWebhook();
    await shop.settle();
    return id;
  },
  paymentUnknown: async (shop: TestShop) => {
    const { id, sessionId } = await shop.paying();
    shop.provider.sessions.delete(sessionId);
    await shop.later(id, { holdOver: true });
    await shop.settle();
    return id;
  },
  orderLate: async (shop: TestShop) => late(shop, await paidNow(shop)),
  paymentLate: async (shop: TestShop) => late(shop, (await shop.paying()).id),
  refundLate: async (shop: TestShop) => {
    shop.provider.refundFaults.push('pending');
    return late(shop, await withoutOrder(shop));
  },
  voidLate: async (shop: TestShop) => {
    manual(shop);
    shop.provider.voidFaults.push(...oftenEnough);
    return late(shop, await withoutOrder(shop));
  },
  settledRefunded: async (shop: TestShop) => settled(shop, 'refunded', await orderUnknown(shop)),
  settledInCash: async (shop: TestShop) => {
    const id = await orderUnknown(shop);
    const how = { as: 'refunded', paidBack: 'cash', reason: 'at the desk', staff: 'ada' } as const;
    await settleByHand(shop.context, id, how);
    await shop.settle();
    return id;
  },
  settledOrdered: async (shop: TestShop) => settled(shop, 'ordered', await orderUnknown(shop)),
  orderUnknownFree: async (shop: TestShop) => {
    shop.ticketing.orderFaults.push('cut_before');
    shop.ticketing.readable = false;
    const id = await free(shop);
    for (let look = 0; look < 12; look += 1) {
      await shop.settle();
      await shop.later(id);
    }
    return id;
  },
  orderingLong: async (shop: TestShop) => {
    const id = await paidNow(shop);
    await shop.context.database.transaction((transaction) =>
      transaction.run(
        sql`update storefront.checkout set entered_at = entered_at - interval '1 minute' where id = ${id}`,
      ),
    );
    return id;
  },
  unconfirmed: async (shop: TestShop) => {
    const { id } = await shop.paying();
    await shop.later(id, { holdOver: true });
    return id;
  },
  soldOut: async (shop: TestShop) => {
    const { id, sessionId } = await shop.paying();
    shop.ticketing.expire();
    shop.ticketing.stock = 0;
    return payLate(shop, id, sessionId);
  },
  priceChanged: async (shop: TestShop) => {
    const { id, sessionId } = await shop.paying();
    shop.ticketing.expire();
    shop.ticketing.price = '20.00';
    return payLate(shop, id, sessionId);
  },
  settledNothing: async (shop: TestShop) => {
    const { id, sessionId } = await shop.paying();
    shop.provider.sessions.delete(sessionId);
    await shop.later(id, { holdOver: true });
    await shop.settle();
    return settled(shop, 'nothing', id);
  },
} satisfies Record<string, (shop: TestShop) => Promise<string>>;
