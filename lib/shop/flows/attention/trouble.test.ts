import { jobsOf } from '@/testing/shop/jobs';
import { learnRefunds } from '../payment/known-refunds';
import { stateRules } from '../../values/checkout-state';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readHolds } from '../../data/hold-store';
import { placeOrder } from '../checkout/place-order';
import { findUnsettled } from '../../data/payment-store';
import { claimJob } from '../../data/job-store';
import { claimCheckouts } from '@/testing/shop/jobs';
import { askIfPaying } from '@/testing/shop/ask-if-paying';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});

afterAll(() => shop.close());

beforeEach(() => shop.reset());

describe('an ambiguous response to the order request', () => {
  it.each(['cut_after', 'error_after'] as const)('%s: the order is found, not made twice', async (fault) => {
    shop.ticketing.orderFaults.push(fault);
    const id = await shop.paidByWebhook();
    await shop.settle();
    expect(await shop.state(id)).toBe('ordering');
    await shop.later(id);
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
    expect(await shop.ordersFor(id)).toHaveLength(1);
    expect(shop.ticketing.orderCalls).toHaveLength(1);
  });

  it.each([
    ['the list only', { reservation: false, list: true }],
    ['the reservation only', { reservation: true, list: false }],
  ])('an order that shows in %s is found', async (_, reveals) => {
    shop.ticketing.orderFaults.push('cut_after');
    Object.assign(shop.ticketing.reveals, reveals);
    const id = await shop.paidByWebhook();
    await shop.settle();
    await shop.later(id);
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
    expect(await shop.ordersFor(id)).toHaveLength(1);
  });

  it('after a repeated request is waited for as long as after the first request', async () => {
    shop.ticketing.orderFaults.push('cut_before', { lateLooks: 4 });
    const id = await shop.paidByWebhook();
    await shop.settle();
    for (let look = 0; look < 8; look += 1) {
      expect(await shop.state(id)).toBe('ordering');
      await shop.later(id);
      await shop.settle();
    }
    expect(await shop.state(id)).toBe('ordered');
    expect(shop.ticketing.orderCalls).toHaveLength(2);
    expect(await shop.ordersFor(id)).toHaveLength(1);
  });

  it.each([
    'cut_before',
    'error_before',
    { lateLooks: 1 },
    { lateLooks: 4 },
    { lateMilliseconds: 1 },
  ] as const)('%o: ends in one order', async (fault) => {
    shop.ticketing.orderFaults.push(fault);
    const id = await shop.paidByWebhook();
    await shop.settle();
    for (let look = 0; look < 4 && (await shop.state(id)) === 'ordering'; look += 1) {
      await shop.later(id);
      await shop.settle();
    }
    expect(await shop.state(id)).toBe('ordered');
    expect(await shop.ordersFor(id)).toHaveLength(1);
    expect(new Set(shop.ticketing.orderCalls).size).toBe(1);
  });

  it('is not interpreted as "there is no order" after the first lookup', async () => {
    shop.ticketing.orderFaults.push('cut_before');
    const id = await shop.paidByWebhook();
    await shop.settle();
    await shop.later(id);
    await shop.settle();
    expect(shop.ticketing.orderCalls).toHaveLength(1);
    expect(await shop.state(id)).toBe('ordering');
  });

  it('that no lookup can resolve needs staff; the order is neither requested again nor refunded', async () => {
    shop.ticketing.orderFaults.push('cut_before');
    shop.ticketing.readable = false;
    const id = await shop.paidByWebhook();
    for (let look = 0; look < 12; look += 1) {
      await shop.settle();
      await shop.later(id);
    }
    expect(await shop.find(id)).toMatchObject({ state: 'attention', reason: 'order_unknown' });
    expect(shop.ticketing.orderCalls).toHaveLength(1);
    expect(shop.provider.refunded.size).toBe(0);
  });

  it('while the service is unavailable for long neither refunds nor gives up', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    shop.ticketing.unavailable = true;
    for (let look = 0; look < 12; look += 1) {
      await shop.later(id);
      await shop.settle();
    }
    expect(await shop.state(id)).toBe('ordering');
    shop.ticketing.unavailable = false;
    await shop.later(id);
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
  });
});

describe('a hold that expires during the payment', () => {
  it('is reserved again at the same total and ordered', async () => {
    const { id, sessionId } = await shop.paying();
    shop.ticketing.expire();
    shop.provider.pay(sessionId);
    await shop.later(id, { holdOver: true });
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
    expect(await shop.ordersFor(id)).toHaveLength(1);
    expect(await readHolds(shop.context.database, id)).toHaveLength(1);
  });

  it('is requested again when the service is busy or still processes the first request: that is no refusal', async () => {
    const { id, sessionId } = await shop.paying();
    shop.ticketing.expire();
    shop.ticketing.reserveFaults.push('running', 'running');
    shop.provider.pay(sessionId);
    for (let round = 0; round < 3; round += 1) {
      await shop.later(id, { holdOver: true });
      await shop.settle();
    }
    expect(await shop.state(id)).toBe('ordered');
    expect(await shop.ordersFor(id)).toHaveLength(1);
    const [first, second, third] = shop.ticketing.reserveKeys.slice(-3);
    expect([second, third]).toEqual([first, first]);
  });

  it('and is sold out meanwhile is refunded in full, with an e-mail', async () => {
    const { id, sessionId } = await shop.paying();
    shop.ticketing.expire();
    shop.ticketing.stock = 0;
    shop.provider.pay(sessionId);
    await shop.later(id);
    await shop.settle();
    expect(await shop.find(id)).toMatchObject({ state: 'refunded', reason: 'sold_out' });
    expect(shop.provider.refunded.get(shop.provider.intentOf(sessionId))).toBe(3600);
    expect(await shop.ordersFor(id)).toEqual([]);
    expect(shop.mailbox.mails.map(({ mail }) => mail.subject)).toEqual([
      `Your money is on its way back – booking ${(await shop.find(id)).reference}`,
    ]);
  });

  it('and costs more meanwhile is refunded, not charged more', async () => {
    const { id, sessionId } = await shop.paying();
    shop.ticketing.expire();
    shop.ticketing.price = '19.00';
    shop.provider.pay(sessionId);
    await shop.later(id);
    await shop.settle();
    expect(await shop.find(id)).toMatchObject({ state: 'refunded', reason: 'price_changed' });
  });

  it('and is unpaid closes the payment page, so that no customer can pay without a reservation', async () => {
    const { id, sessionId } = await shop.paying();
    await shop.later(id, { holdOver: true });
    await shop.settle();
    expect(shop.provider.sessions.get(sessionId)?.status).toBe('expired');
    expect(await shop.state(id)).toBe('expired');
  });
});

describe('a refund', () => {
  async function refunding(): Promise<{ id: string; sessionId: string }> {
    const { id, sessionId } = await shop.paying();
    shop.ticketing.orderFaults.push('refuse');
    shop.provider.pay(sessionId);
    await shop.later(id);
    return { id, sessionId };
  }

  it.each(['cut_after', 'cut_and_forgotten'] as const)(
    'whose response was lost (%s) is not made twice',
    async (fault) => {
      shop.provider.refundFaults.push(fault);
      const { id, sessionId } = await refunding();
      await shop.settle();
      await shop.later(id);
      await shop.settle();
      expect(await shop.state(id)).toBe('refunded');
      expect(shop.provider.refunded.get(shop.provider.intentOf(sessionId))).toBe(3600);
    },
  );

  it('is reported as done only when the provider has confirmed it', async () => {
    shop.provider.refundFaults.push('pending');
    const { id } = await refunding();
    await shop.settle();
    expect(await shop.state(id)).toBe('refunding');
    expect(shop.mailbox.mails).toEqual([]);
    await shop.later(id);
    await shop.settle();
    expect(await shop.state(id)).toBe('refunded');
    expect(shop.mailbox.mails).toHaveLength(1);
  });

  it('that is confirmed while staff look for it is told by the worker, and ends the purchase', async () => {
    shop.provider.refundFaults.push('pending');
    const { id } = await refunding();
    await shop.settle();
    for (const refund of shop.provider.refunds.values()) refund.status = 'succeeded';
    await learnRefunds(shop.context, id);
    expect(await shop.state(id)).toBe('refunding');
    await shop.later(id);
    await shop.settle();
    expect(await shop.state(id)).toBe('refunded');
    expect(shop.mailbox.mails).toHaveLength(1);
  });

  it('is looked at by its purchase when it is overdue, and not before', async () => {
    shop.provider.refundFaults.push('pending');
    const { id } = await refunding();
    await shop.settle();
    const [job] = await jobsOf(shop.context.database, 'checkout', id);
    expect(job?.seconds).toBeGreaterThan(stateRules.refunding.overdue);
  });

  it('that fails needs staff', async () => {
    shop.provider.refundFaults.push('failed');
    const { id } = await refunding();
    await shop.settle();
    expect(await shop.find(id)).toMatchObject({ state: 'attention', reason: 'refund_failed' });
  });
});

describe('a process that crashes', () => {
  it('between opening the page and storing it opens no second page', async () => {
    const { id, sessionId } = await shop.paying();
    const pages = shop.provider.sessions.size;
    await shop.context.database.transaction((transaction) =>
      transaction.run(
        sql`update storefront.payment set state = 'opening', session_id = null where session_id = ${sessionId}`,
      ),
    );
    expect(await placeOrder(shop.context, orderOf(id, '36.00'))).toMatchObject({ kind: 'pay' });
    expect(shop.provider.sessions.size).toBe(pages);
    expect(await findUnsettled(shop.context.database, id)).toMatchObject({ sessionId, state: 'open' });
  });

  it('delays only the rows that it had leased: a process that finishes releases its rows at once', async () => {
    const { id, sessionId } = await shop.paying();
    await shop.context.payments.expirePaymentSession(sessionId);
    await shop.later(id);
    await shop.settle();
    expect(await shop.state(id)).toBe('held');
    expect(await claimJob(shop.context.database, 'checkout', id)).toBe(true);
  });

  it('after the payment leaves the order to another process', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    await askIfPaying(shop.context, id);
    // A worker has leased the row and crashed.
    expect(await claimCheckouts(shop.context.database, 10)).toContain(id);
    await shop.settle();
    expect(await shop.state(id)).toBe('paid');
    await shop.later(id);
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
  });

  it('between requesting the order and receiving the response leaves one order', async () => {
    shop.ticketing.orderFaults.push('cut_after');
    const id = await shop.paidByWebhook();
    await shop.settle();
    await shop.later(id);
    await shop.settle();
    expect(await shop.ordersFor(id)).toHaveLength(1);
    expect(await shop.state(id)).toBe('ordered');
  });
});
