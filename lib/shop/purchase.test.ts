import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { placeOrder } from './flows/checkout/place-order';
import { readOrders } from './data/order-store';
import { findUnsettled, readPayments } from './data/payment-store';
import { readTimeline } from './data/timeline-store';
import { readWholeCheckout } from './data/whole-checkout-store';
import { askAboutPaying } from './flows/payment/settle';
import { askIfPaying } from '@/testing/shop/ask-if-paying';
import { jobsOf } from '@/testing/shop/jobs';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { receiveWebhook } from './flows/payment/webhooks';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});

afterAll(() => shop.close());

beforeEach(() => shop.reset());

describe('a purchase', () => {
  it('continues from the hold over the payment to the order and the e-mail, to the cent', async () => {
    const id = await shop.paidByWebhook();
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
    const [order] = await shop.ordersFor(id);
    expect(order?.totalAmountInclTax).toBe('36.00');
    const [payment] = await readPayments(shop.context.database, id);
    expect(payment).toMatchObject({ state: 'paid', amount: '36.00' });
    expect(shop.provider.sessions.get(payment?.sessionId ?? '')).toMatchObject({
      amountTotal: 3600,
      currency: 'eur',
    });
    expect(await readOrders(shop.context.database, id)).toHaveLength(1);
    expect(shop.mailbox.mails).toHaveLength(1);
    expect(shop.mailbox.mails[0]?.recipients).toEqual(['ada@example.org']);
    expect(JSON.parse(shop.ticketing.orderCalls[0] ?? '')).toMatchObject({
      customer: {
        firstname: 'Ada',
        lastname: 'Martin',
        email: 'ada@example.org',
        country: 'FR',
        language: 'en',
      },
      externalReference: (await shop.find(id)).reference,
    });
  });

  it('without a webhook is completed when the page asks the provider', async () => {
    const { id, sessionId } = await shop.paying();
    expect(await askIfPaying(shop.context, id)).toBe(false);
    shop.provider.pay(sessionId);
    await shop.later(id);
    expect(await askIfPaying(shop.context, id)).toBe(true);
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
  });

  it('is paid once if the webhook comes while the page asks the provider', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    const whole = await readWholeCheckout(shop.context.database, id);
    if (whole === null) throw new Error('there is no checkout');
    const seen: (string | undefined)[] = [];
    const read = async () => {
      if (seen.length === 0) {
        const { body, signature } = shop.provider.webhook(sessionId);
        await receiveWebhook(shop.context, body, signature);
        await shop.settle();
      }
      const now = await readWholeCheckout(shop.context.database, id);
      seen.push(now?.checkout.state);
      return now;
    };
    expect(await askAboutPaying(shop.context, whole, null, read)).toBe(true);
    // The last reading shows what the webhook did: nothing else was done.
    expect(seen).toEqual(['ordered']);
    const timeline = await readTimeline(shop.context.database, id);
    expect(timeline.filter(({ what }) => what === 'payment_received')).toHaveLength(1);
    expect(await jobsOf(shop.context.database, 'webhook')).toEqual([]);
  });

  it('leaves no job when it has its order', async () => {
    const id = await shop.paidByWebhook();
    await shop.settle();
    expect(await jobsOf(shop.context.database, 'checkout')).toEqual([]);
    const [payment] = await readPayments(shop.context.database, id);
    expect(payment?.state).toBe('paid');
  });

  it('without a webhook and without a page view is completed by the worker', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    await shop.later(id);
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
  });

  it('with nothing to pay skips the payment', async () => {
    shop.ticketing.price = '0.00';
    const id = await shop.hold(1);
    expect(await placeOrder(shop.context, orderOf(id, '0.00'))).toEqual({ kind: 'placed' });
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
    expect(await readPayments(shop.context.database, id)).toEqual([]);
  });

  it('leads repeated clicks to the same payment page, and to none after paying', async () => {
    const { id, sessionId } = await shop.paying();
    const clicks = await Promise.all([1, 2, 3].map(() => placeOrder(shop.context, orderOf(id, '36.00'))));
    expect(new Set(clicks.map((click) => JSON.stringify(click))).size).toBe(1);
    expect(await readPayments(shop.context.database, id)).toHaveLength(1);
    shop.provider.pay(sessionId);
    await shop.later(id);
    expect(await placeOrder(shop.context, orderOf(id, '36.00'))).toEqual({ kind: 'placed' });
    expect(await shop.state(id)).toBe('paid');
  });

  it('clicked twice at once opens one payment page', async () => {
    const id = await shop.hold();
    const clicks = await Promise.all([1, 2].map(() => placeOrder(shop.context, orderOf(id, '36.00'))));
    expect(clicks[0]).toEqual(clicks[1]);
    expect(await readPayments(shop.context.database, id)).toHaveLength(1);
  });

  it('with another e-mail address gets another page, and the old one is closed', async () => {
    const { id, sessionId } = await shop.paying();
    const again = await placeOrder(shop.context, orderOf(id, '36.00', { email: 'other@example.org' }));
    expect(again).toMatchObject({ kind: 'pay' });
    expect(shop.provider.sessions.get(sessionId)?.status).toBe('expired');
    expect(await findUnsettled(shop.context.database, id)).not.toMatchObject({ sessionId });
  });

  it('with a total that the customer did not see does not begin', async () => {
    const id = await shop.hold();
    expect(await placeOrder(shop.context, orderOf(id, '35.99'))).toEqual({ kind: 'total_changed' });
    expect(await shop.state(id)).toBe('held');
  });

  it('continues to hold the items while the provider is unreachable', async () => {
    const id = await shop.hold();
    shop.provider.unavailable = true;
    expect(await placeOrder(shop.context, orderOf(id, '36.00'))).toEqual({
      kind: 'provider_unavailable',
      mayHavePaid: false,
    });
    shop.provider.unavailable = false;
    expect(await placeOrder(shop.context, orderOf(id, '36.00'))).toMatchObject({ kind: 'pay' });
    expect(await readPayments(shop.context.database, id)).toHaveLength(1);
  });
});

describe('a payment that is not as agreed', () => {
  it.each([[{ amount: 3601 }], [{ currency: 'usd' }]])(
    '(%o) makes no order and needs staff',
    async (differently) => {
      const { id, sessionId } = await shop.paying();
      shop.provider.pay(sessionId, differently);
      await shop.later(id);
      await shop.settle();
      expect(await shop.find(id)).toMatchObject({ state: 'attention', reason: 'amount_differs' });
      expect(await shop.ordersFor(id)).toEqual([]);
      expect(shop.reports).toContain('error: a payment does not fit its checkout');
    },
  );
});

describe('webhooks', () => {
  it('that arrive a dozen times, with browsers coming back, make one order and one e-mail', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    const same = shop.provider.webhook(sessionId);
    const others = Array.from({ length: 10 }, () => shop.provider.webhook(sessionId));
    const calls = [...others, ...Array.from({ length: 10 }, () => same)].map(({ body, signature }) =>
      receiveWebhook(shop.context, body, signature),
    );
    await Promise.all([...calls, ...Array.from({ length: 10 }, () => askIfPaying(shop.context, id))]);
    await Promise.all([shop.settle(), shop.settle(), shop.settle()]);
    expect(await shop.state(id)).toBe('ordered');
    expect(await shop.ordersFor(id)).toHaveLength(1);
    expect(shop.mailbox.mails).toHaveLength(1);
    const stored = await shop.context.database.rows(
      z.object({ count: z.int() }),
      sql`select count(*)::int as count from storefront.webhook where session_id = ${sessionId}`,
    );
    expect(stored).toEqual([{ count: 11 }]);
  });

  it('that are not authentic write nothing', async () => {
    const { sessionId } = await shop.paying();
    const { body, signature } = shop.provider.webhook(sessionId);
    expect(await receiveWebhook(shop.context, `${body} `, signature)).toMatchObject({ kind: 'refused' });
    const stored = await shop.context.database.rows(
      z.object({ count: z.int() }),
      sql`select count(*)::int as count from storefront.webhook where session_id = ${sessionId}`,
    );
    expect(stored).toEqual([{ count: 0 }]);
  });
});
