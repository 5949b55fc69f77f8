import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readHolds } from './hold-store';
import { placeOrder } from './pay';
import { findUnsettled } from './payment-store';
import { takeCheckout, takeDue } from './queue-store';
import { askIfPaying } from './settle';
import { orderOf, startStage, type Stage } from './testing';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});

afterAll(() => stage.close());

beforeEach(() => stage.reset());

describe('the ambiguous answer', () => {
  it.each(['cut_after', 'error_after'] as const)('%s: the order is found, not made twice', async (fault) => {
    stage.ticketing.orderFaults.push(fault);
    const id = await stage.paidByWebhook();
    await stage.settle();
    expect(await stage.state(id)).toBe('ordering');
    await stage.later(id);
    await stage.settle();
    expect(await stage.state(id)).toBe('ordered');
    expect(await stage.ordersFor(id)).toHaveLength(1);
    expect(stage.ticketing.orderCalls).toHaveLength(1);
  });

  it.each([
    ['the list only', { reservation: false, list: true }],
    ['the reservation only', { reservation: true, list: false }],
  ])('an order that shows in %s is found', async (_, reveals) => {
    stage.ticketing.orderFaults.push('cut_after');
    Object.assign(stage.ticketing.reveals, reveals);
    const id = await stage.paidByWebhook();
    await stage.settle();
    await stage.later(id);
    await stage.settle();
    expect(await stage.state(id)).toBe('ordered');
    expect(await stage.ordersFor(id)).toHaveLength(1);
  });

  it('after asking again is waited for as long as after the first time', async () => {
    stage.ticketing.orderFaults.push('cut_before', { lateLooks: 4 });
    const id = await stage.paidByWebhook();
    await stage.settle();
    for (let look = 0; look < 8; look += 1) {
      expect(await stage.state(id)).toBe('ordering');
      await stage.later(id);
      await stage.settle();
    }
    expect(await stage.state(id)).toBe('ordered');
    expect(stage.ticketing.orderCalls).toHaveLength(2);
    expect(await stage.ordersFor(id)).toHaveLength(1);
  });

  it.each([
    'cut_before',
    'error_before',
    { lateLooks: 1 },
    { lateLooks: 4 },
    { lateMilliseconds: 1 },
  ] as const)('%o: ends in one order', async (fault) => {
    stage.ticketing.orderFaults.push(fault);
    const id = await stage.paidByWebhook();
    await stage.settle();
    for (let look = 0; look < 4 && (await stage.state(id)) === 'ordering'; look += 1) {
      await stage.later(id);
      await stage.settle();
    }
    expect(await stage.state(id)).toBe('ordered');
    expect(await stage.ordersFor(id)).toHaveLength(1);
    expect(new Set(stage.ticketing.orderCalls).size).toBe(1);
  });

  it('is not believed at once to mean "there is none"', async () => {
    stage.ticketing.orderFaults.push('cut_before');
    const id = await stage.paidByWebhook();
    await stage.settle();
    await stage.later(id);
    await stage.settle();
    expect(stage.ticketing.orderCalls).toHaveLength(1);
    expect(await stage.state(id)).toBe('ordering');
  });

  it('of which nobody can tell calls a person, and is neither asked for again nor refunded', async () => {
    stage.ticketing.orderFaults.push('cut_before');
    stage.ticketing.readable = false;
    const id = await stage.paidByWebhook();
    for (let look = 0; look < 12; look += 1) {
      await stage.settle();
      await stage.later(id);
    }
    expect(await stage.find(id)).toMatchObject({ state: 'attention', reason: 'order_unknown' });
    expect(stage.ticketing.orderCalls).toHaveLength(1);
    expect(stage.provider.refunded.size).toBe(0);
  });

  it('with the service away for long neither refunds nor gives up', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    stage.ticketing.away = true;
    for (let look = 0; look < 12; look += 1) {
      await stage.later(id);
      await stage.settle();
    }
    expect(await stage.state(id)).toBe('ordering');
    stage.ticketing.away = false;
    await stage.later(id);
    await stage.settle();
    expect(await stage.state(id)).toBe('ordered');
  });
});

describe('a hold that dies while it is being paid', () => {
  it('is taken again at the same total and ordered', async () => {
    const { id, sessionId } = await stage.paying();
    stage.ticketing.expire();
    stage.provider.pay(sessionId);
    await stage.later(id, { holdOver: true });
    await stage.settle();
    expect(await stage.state(id)).toBe('ordered');
    expect(await stage.ordersFor(id)).toHaveLength(1);
    expect(await readHolds(stage.rooms.database, id)).toHaveLength(1);
  });

  it('is asked for again when the service has no time, or is at it: that is no refusal', async () => {
    const { id, sessionId } = await stage.paying();
    stage.ticketing.expire();
    stage.ticketing.reserveFaults.push('running', 'running');
    stage.provider.pay(sessionId);
    for (let round = 0; round < 3; round += 1) {
      await stage.later(id, { holdOver: true });
      await stage.settle();
    }
    expect(await stage.state(id)).toBe('ordered');
    expect(await stage.ordersFor(id)).toHaveLength(1);
    const [first, second, third] = stage.ticketing.reserveKeys.slice(-3);
    expect([second, third]).toEqual([first, first]);
  });

  it('and is sold out meanwhile is refunded in full, with a letter', async () => {
    const { id, sessionId } = await stage.paying();
    stage.ticketing.expire();
    stage.ticketing.stock = 0;
    stage.provider.pay(sessionId);
    await stage.later(id);
    await stage.settle();
    expect(await stage.find(id)).toMatchObject({ state: 'refunded', reason: 'sold_out' });
    expect(stage.provider.refunded.get(`pi_${sessionId}`)).toBe(3600);
    expect(await stage.ordersFor(id)).toEqual([]);
    expect(stage.mailbox.mails.map(({ mail }) => mail.subject)).toEqual([
      `Your money is on its way back – order ${(await stage.find(id)).reference}`,
    ]);
  });

  it('and costs more meanwhile is refunded, not charged more', async () => {
    const { id, sessionId } = await stage.paying();
    stage.ticketing.expire();
    stage.ticketing.price = '19.00';
    stage.provider.pay(sessionId);
    await stage.later(id);
    await stage.settle();
    expect(await stage.find(id)).toMatchObject({ state: 'refunded', reason: 'price_changed' });
  });

  it('unpaid closes the page, so that nobody can pay for nothing', async () => {
    const { id, sessionId } = await stage.paying();
    await stage.later(id, { holdOver: true });
    await stage.settle();
    expect(stage.provider.sessions.get(sessionId)?.status).toBe('expired');
    expect(await stage.state(id)).toBe('expired');
  });
});

describe('a refund', () => {
  async function refunding(): Promise<{ id: string; sessionId: string }> {
    const { id, sessionId } = await stage.paying();
    stage.ticketing.orderFaults.push('refuse');
    stage.provider.pay(sessionId);
    await stage.later(id);
    return { id, sessionId };
  }

  it('whose answer was lost is not given twice', async () => {
    stage.provider.refundFaults.push('cut_after');
    const { id, sessionId } = await refunding();
    await stage.settle();
    await stage.later(id);
    await stage.settle();
    expect(await stage.state(id)).toBe('refunded');
    expect(stage.provider.refunded.get(`pi_${sessionId}`)).toBe(3600);
  });

  it('is called done only when the provider has confirmed it', async () => {
    stage.provider.refundFaults.push('pending');
    const { id } = await refunding();
    await stage.settle();
    expect(await stage.state(id)).toBe('refunding');
    expect(stage.mailbox.mails).toEqual([]);
    await stage.later(id);
    await stage.settle();
    expect(await stage.state(id)).toBe('refunded');
    expect(stage.mailbox.mails).toHaveLength(1);
  });

  it('that fails calls a person', async () => {
    stage.provider.refundFaults.push('failed');
    const { id } = await refunding();
    await stage.settle();
    expect(await stage.find(id)).toMatchObject({ state: 'attention', reason: 'refund_failed' });
  });
});

describe('a process that dies', () => {
  it('between opening the page and storing it opens no second one', async () => {
    const { id, sessionId } = await stage.paying();
    const pages = stage.provider.sessions.size;
    await stage.rooms.database.transaction((transaction) =>
      transaction.run(
        sql`update storefront.payment set state = 'opening', session_id = null where session_id = ${sessionId}`,
      ),
    );
    expect(await placeOrder(stage.rooms, orderOf(id, '36.00'))).toMatchObject({ kind: 'pay' });
    expect(stage.provider.sessions.size).toBe(pages);
    expect(await findUnsettled(stage.rooms.database, id)).toMatchObject({ sessionId, state: 'open' });
  });

  it('is the only one whose rows wait: who finishes gives them back at once', async () => {
    const { id, sessionId } = await stage.paying();
    await stage.rooms.payments.expirePaymentSession(sessionId);
    await stage.later(id);
    await stage.settle();
    expect(await stage.state(id)).toBe('held');
    expect(await takeCheckout(stage.rooms.database, id)).toBe(true);
  });

  it('after the payment leaves the order to another', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    await askIfPaying(stage.rooms, id);
    // The worker took the row, and is never heard of again.
    expect(await takeDue(stage.rooms.database, 'checkout', 10)).toContain(id);
    await stage.settle();
    expect(await stage.state(id)).toBe('paid');
    await stage.later(id);
    await stage.settle();
    expect(await stage.state(id)).toBe('ordered');
  });

  it('between asking for the order and hearing of it leaves one order', async () => {
    stage.ticketing.orderFaults.push('cut_after');
    const id = await stage.paidByWebhook();
    await stage.settle();
    await stage.later(id);
    await stage.settle();
    expect(await stage.ordersFor(id)).toHaveLength(1);
    expect(await stage.state(id)).toBe('ordered');
  });
});
