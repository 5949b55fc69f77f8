import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { placeOrder } from './pay';
import { readOrders } from './order-store';
import { findUnsettled, readPayments } from './payment-store';
import { askIfPaying } from './settle';
import { orderOf, startStage, type Stage } from './testing';
import { receiveWebhook } from './webhooks';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});

afterAll(() => stage.close());

beforeEach(() => stage.reset());

describe('a purchase', () => {
  it('goes from the hold over the payment to the order and the letter, to the cent', async () => {
    const id = await stage.paidByWebhook();
    await stage.settle();
    expect(await stage.state(id)).toBe('ordered');
    const [order] = await stage.ordersFor(id);
    expect(order?.totalAmountInclTax).toBe('36.00');
    const [payment] = await readPayments(stage.rooms.database, id);
    expect(payment).toMatchObject({ state: 'paid', amount: '36.00' });
    expect(stage.provider.sessions.get(payment?.sessionId ?? '')).toMatchObject({
      amount: 3600,
      currency: 'eur',
    });
    expect(await readOrders(stage.rooms.database, id)).toHaveLength(1);
    expect(stage.mailbox.mails).toHaveLength(1);
    expect(stage.mailbox.mails[0]?.recipients).toEqual(['ada@example.org']);
    expect(JSON.parse(stage.ticketing.orderCalls[0] ?? '')).toMatchObject({
      customer: {
        firstname: 'Ada',
        lastname: 'Martin',
        email: 'ada@example.org',
        country: 'FR',
        language: 'en',
      },
      externalReference: (await stage.find(id)).reference,
    });
  });

  it('without a webhook is found out by the page that asks', async () => {
    const { id, sessionId } = await stage.paying();
    expect(await askIfPaying(stage.rooms, id)).toBe(false);
    stage.provider.pay(sessionId);
    await stage.later(id);
    expect(await askIfPaying(stage.rooms, id)).toBe(true);
    await stage.settle();
    expect(await stage.state(id)).toBe('ordered');
  });

  it('without webhook and without anybody looking is found out by the reconciliation', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    await stage.later(id);
    await stage.settle();
    expect(await stage.state(id)).toBe('ordered');
  });

  it('of nothing to pay skips the payment', async () => {
    stage.ticketing.price = '0.00';
    const id = await stage.hold(1);
    expect(await placeOrder(stage.rooms, orderOf(id, '0.00'))).toEqual({ kind: 'placed' });
    await stage.settle();
    expect(await stage.state(id)).toBe('ordered');
    expect(await readPayments(stage.rooms.database, id)).toEqual([]);
  });

  it('clicked again has the same page to pay on, and after paying none', async () => {
    const { id, sessionId } = await stage.paying();
    const clicks = await Promise.all([1, 2, 3].map(() => placeOrder(stage.rooms, orderOf(id, '36.00'))));
    expect(new Set(clicks.map((click) => JSON.stringify(click))).size).toBe(1);
    expect(await readPayments(stage.rooms.database, id)).toHaveLength(1);
    stage.provider.pay(sessionId);
    await stage.later(id);
    expect(await placeOrder(stage.rooms, orderOf(id, '36.00'))).toEqual({ kind: 'placed' });
    expect(await stage.state(id)).toBe('paid');
  });

  it('clicked twice at once opens one page', async () => {
    const id = await stage.hold();
    const clicks = await Promise.all([1, 2].map(() => placeOrder(stage.rooms, orderOf(id, '36.00'))));
    expect(clicks[0]).toEqual(clicks[1]);
    expect(await readPayments(stage.rooms.database, id)).toHaveLength(1);
  });

  it('with another e-mail has another page, and the old one is closed', async () => {
    const { id, sessionId } = await stage.paying();
    const again = await placeOrder(stage.rooms, orderOf(id, '36.00', { email: 'other@example.org' }));
    expect(again).toMatchObject({ kind: 'pay' });
    expect(stage.provider.sessions.get(sessionId)?.status).toBe('expired');
    expect(await findUnsettled(stage.rooms.database, id)).not.toMatchObject({ sessionId });
  });

  it('of a total that the customer did not see does not begin', async () => {
    const id = await stage.hold();
    expect(await placeOrder(stage.rooms, orderOf(id, '35.99'))).toEqual({ kind: 'total_changed' });
    expect(await stage.state(id)).toBe('held');
  });

  it('waits when the provider is away, with the hold still there', async () => {
    const id = await stage.hold();
    stage.provider.away = true;
    expect(await placeOrder(stage.rooms, orderOf(id, '36.00'))).toEqual({
      kind: 'provider_away',
      mayHavePaid: false,
    });
    stage.provider.away = false;
    expect(await placeOrder(stage.rooms, orderOf(id, '36.00'))).toMatchObject({ kind: 'pay' });
    expect(await readPayments(stage.rooms.database, id)).toHaveLength(1);
  });
});

describe('money that is not as agreed', () => {
  it.each([[{ amount: 3601 }], [{ currency: 'usd' }]])(
    '%o makes no order and calls a person',
    async (differently) => {
      const { id, sessionId } = await stage.paying();
      stage.provider.pay(sessionId, differently);
      await stage.later(id);
      await stage.settle();
      expect(await stage.find(id)).toMatchObject({ state: 'attention', reason: 'amount_differs' });
      expect(await stage.ordersFor(id)).toEqual([]);
      expect(stage.reports).toContain('error: a payment does not fit its checkout');
    },
  );
});

describe('webhooks', () => {
  it('by the dozen, with browsers coming back, make one order and one letter', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    const same = stage.provider.webhook(sessionId);
    const others = Array.from({ length: 10 }, () => stage.provider.webhook(sessionId));
    const calls = [...others, ...Array.from({ length: 10 }, () => same)].map(({ body, signature }) =>
      receiveWebhook(stage.rooms, body, signature),
    );
    await Promise.all([...calls, ...Array.from({ length: 10 }, () => askIfPaying(stage.rooms, id))]);
    await Promise.all([stage.settle(), stage.settle(), stage.settle()]);
    expect(await stage.state(id)).toBe('ordered');
    expect(await stage.ordersFor(id)).toHaveLength(1);
    expect(stage.mailbox.mails).toHaveLength(1);
    const stored = await stage.rooms.database.rows(
      z.object({ count: z.int() }),
      sql`select count(*)::int as count from storefront.webhook where session_id = ${sessionId}`,
    );
    expect(stored).toEqual([{ count: 11 }]);
  });

  it('that are not authentic write nothing', async () => {
    const { sessionId } = await stage.paying();
    const { body, signature } = stage.provider.webhook(sessionId);
    expect(await receiveWebhook(stage.rooms, `${body} `, signature)).toMatchObject({ kind: 'refused' });
    const stored = await stage.rooms.database.rows(
      z.object({ count: z.int() }),
      sql`select count(*)::int as count from storefront.webhook where session_id = ${sessionId}`,
    );
    expect(stored).toEqual([{ count: 0 }]);
  });
});
