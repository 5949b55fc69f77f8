import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { placeOrder } from '../checkout/place-order';
import { readPayments } from '../../data/payment-store';
import { askIfPaying } from '@/testing/shop/ask-if-paying';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readTimeline } from '../../data/timeline-store';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop({ capture: 'manual' });
});

afterAll(() => shop.close());

beforeEach(() => shop.reset());

const authorization = (sessionId: string) => {
  const intent = shop.provider.intents.get(shop.provider.intentOf(sessionId));
  if (intent === undefined) throw new Error('nothing was authorized');
  return intent;
};

const paymentOf = async (id: string) => {
  const [payment] = await readPayments(shop.context.database, id);
  return payment;
};

/** The kinds of the e-mails that were enqueued for a checkout. */
const emails = async (id: string) => {
  const rows = await shop.context.database.rows(
    z.object({ kind: z.string() }),
    sql`select kind from storefront.mail where checkout_id = ${id} order by kind`,
  );
  return rows.map(({ kind }) => kind);
};

const steps = async (id: string) =>
  (await readTimeline(shop.context.database, id))
    .map(({ what }) => what)
    .filter((what) => !/^mail/.test(what));

/** The customer has authorized the payment, and the tickets are sold out. */
async function soldOut(): Promise<{ id: string; sessionId: string }> {
  const { id, sessionId } = await shop.paying();
  shop.provider.pay(sessionId);
  shop.ticketing.expire();
  shop.ticketing.stock = 0;
  await shop.later(id);
  return { id, sessionId };
}

/** The provider's SDK tries three times. */
const everyTry = ['cut_after', 'cut_after', 'cut_after'] as const;

describe('an authorized payment', () => {
  it('is captured when there is an order, and not before', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    expect(await askIfPaying(shop.context, id)).toBe(true);
    expect(authorization(sessionId)).toMatchObject({ status: 'requires_capture', amountReceived: 0 });
    expect(await paymentOf(id)).toMatchObject({ state: 'authorized', capture: 'manual', amount: '36.00' });
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
    expect(authorization(sessionId)).toMatchObject({ status: 'succeeded', amountReceived: 3600 });
    expect(await paymentOf(id)).toMatchObject({ state: 'paid' });
    expect(await shop.ordersFor(id)).toHaveLength(1);
    expect(await steps(id)).toEqual(
      expect.arrayContaining(['payment_received', 'order_begun', 'order_made', 'capture_confirmed']),
    );
    expect(shop.provider.refunds.size).toBe(0);
  });

  it('is voided when there can be no order: nothing is charged, and the customer is told so', async () => {
    const { id, sessionId } = await soldOut();
    await shop.settle();
    expect(await shop.find(id)).toMatchObject({ state: 'voided', reason: 'sold_out' });
    expect(authorization(sessionId)).toMatchObject({ status: 'canceled', amountReceived: 0 });
    expect(await paymentOf(id)).toMatchObject({ state: 'closed' });
    expect(await shop.ordersFor(id)).toEqual([]);
    expect(await emails(id)).toEqual(['not_charged']);
  });

  it('is ordered for again when the hold expired meanwhile', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    shop.ticketing.expire();
    await shop.later(id);
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
    expect(authorization(sessionId)).toMatchObject({ status: 'succeeded', amountReceived: 3600 });
  });

  it('of another amount than agreed is neither captured nor ordered for', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId, { amount: 3601 });
    await shop.later(id);
    await shop.settle();
    expect(await shop.find(id)).toMatchObject({ state: 'attention', reason: 'amount_differs' });
    expect(authorization(sessionId)).toMatchObject({ status: 'requires_capture', amountReceived: 0 });
    expect(await shop.ordersFor(id)).toEqual([]);
  });

  it('is not requested where there is nothing to pay', async () => {
    shop.ticketing.price = '0.00';
    const id = await shop.hold(1);
    expect(await placeOrder(shop.context, orderOf(id, '0.00'))).toEqual({ kind: 'placed' });
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
    expect(await readPayments(shop.context.database, id)).toEqual([]);
    expect(await steps(id)).not.toContain('capture_confirmed');
  });

  it('can not be paid a second time on its page', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    expect(await placeOrder(shop.context, orderOf(id, '36.00'))).toEqual({ kind: 'placed' });
    expect(await shop.state(id)).toBe('paid');
    expect(await readPayments(shop.context.database, id)).toHaveLength(1);
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
  });
});

describe('a lost response', () => {
  it('to the capture: the request is repeated under the same key, and the money is captured once', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    shop.provider.captureFaults.push(...everyTry);
    await shop.later(id);
    await shop.settle();
    // The order exists already; whether the money was captured is not known yet.
    expect(await shop.state(id)).toBe('capturing');
    expect(await shop.ordersFor(id)).toHaveLength(1);
    expect(authorization(sessionId).status).toBe('succeeded');
    await shop.later(id);
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
    expect(authorization(sessionId).amountReceived).toBe(3600);
    expect(await shop.ordersFor(id)).toHaveLength(1);
  });

  it('to the void: the request is repeated, and the customer is told only when the void is certain', async () => {
    const { id, sessionId } = await soldOut();
    shop.provider.voidFaults.push(...everyTry);
    await shop.settle();
    expect(await shop.state(id)).toBe('voiding');
    expect(await emails(id)).toEqual([]);
    await shop.later(id);
    await shop.settle();
    expect(await shop.state(id)).toBe('voided');
    expect(authorization(sessionId).status).toBe('canceled');
    expect(await emails(id)).toEqual(['not_charged']);
  });
});

describe('staff at the provider’s own pages', () => {
  it('captured the money before the order: it is ordered, and not captured again', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    expect(await askIfPaying(shop.context, id)).toBe(true);
    Object.assign(authorization(sessionId), { status: 'succeeded', amountReceived: 3600 });
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
    expect(authorization(sessionId).amountReceived).toBe(3600);
  });

  it('captured the money before it could be voided: it is refunded', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    expect(await askIfPaying(shop.context, id)).toBe(true);
    shop.ticketing.expire();
    shop.ticketing.stock = 0;
    Object.assign(authorization(sessionId), { status: 'succeeded', amountReceived: 3600 });
    await shop.settle();
    expect(await shop.state(id)).toBe('refunded');
    expect(shop.provider.refunded.get(shop.provider.intentOf(sessionId))).toBe(3600);
    expect(await emails(id)).toEqual(['refund']);
  });

  it('captured a part only: the order stands, and staff have to settle the rest', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    expect(await askIfPaying(shop.context, id)).toBe(true);
    Object.assign(authorization(sessionId), { status: 'succeeded', amountReceived: 1000 });
    await shop.settle();
    expect(await shop.find(id)).toMatchObject({ state: 'attention', reason: 'capture_failed' });
    expect(await shop.ordersFor(id)).toHaveLength(1);
  });

  it('voided the payment before the shop had seen it: the checkout is unpaid, and can be paid again', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    authorization(sessionId).status = 'canceled';
    await shop.later(id);
    await shop.settle();
    expect(await shop.state(id)).toBe('held');
    expect(await shop.ordersFor(id)).toEqual([]);
    expect(await placeOrder(shop.context, orderOf(id, '36.00'))).toMatchObject({ kind: 'pay' });
  });

  it('voided the payment before the order: the order stands, and staff have to look', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    expect(await askIfPaying(shop.context, id)).toBe(true);
    authorization(sessionId).status = 'canceled';
    await shop.settle();
    expect(await shop.find(id)).toMatchObject({ state: 'attention', reason: 'capture_failed' });
    expect(await shop.ordersFor(id)).toHaveLength(1);
    expect(shop.reports).toContain('error: an order could not be charged');
  });

  it('voided the payment before the shop did: the void succeeds', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    expect(await askIfPaying(shop.context, id)).toBe(true);
    shop.ticketing.expire();
    shop.ticketing.stock = 0;
    authorization(sessionId).status = 'canceled';
    await shop.settle();
    expect(await shop.state(id)).toBe('voided');
    expect(await emails(id)).toEqual(['not_charged']);
  });
});

describe('a bank that refuses', () => {
  it('the capture: the order stands, and staff have to look', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    shop.provider.captureFaults.push('failed');
    await shop.later(id);
    await shop.settle();
    expect(await shop.find(id)).toMatchObject({ state: 'attention', reason: 'capture_failed' });
    expect(await shop.ordersFor(id)).toHaveLength(1);
    expect(await emails(id)).toContain('confirmation');
    expect(shop.reports).toContain('error: an order could not be charged');
  });

  it('the void: the customer is not told that nothing was charged', async () => {
    const { id } = await soldOut();
    shop.provider.voidFaults.push('failed');
    await shop.settle();
    expect(await shop.find(id)).toMatchObject({ state: 'attention', reason: 'void_failed' });
    expect(await emails(id)).toEqual(['staff_looking']);
    expect(shop.mailbox.mails[0]?.mail.text).not.toMatch(/charged/);
    expect(shop.reports).toContain('error: money could not be let go');
  });
});

describe('the provider', () => {
  it('refuses a second capture or void: the state of the payment is looked up', async () => {
    const { payments } = shop.context;
    const { sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    const intent = shop.provider.intentOf(sessionId);
    expect(await payments.capture({ intent, amount: '36.00' })).toEqual({ status: 'done' });
    expect(await payments.capture({ intent, amount: '36.00' })).toEqual({ status: 'done' });
    expect(await payments.capture({ intent, amount: '35.99' })).toEqual({ status: 'failed' });
    expect(await payments.void({ intent })).toEqual({ status: 'captured' });
    expect(authorization(sessionId)).toMatchObject({ status: 'succeeded', amountReceived: 3600 });
  });

  it('does not refund a payment that was only authorized', async () => {
    const { sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    const intent = shop.provider.intentOf(sessionId);
    const early = shop.context.payments.refund({ id: 'early', checkoutId: 'c', intent, amount: '36.00' });
    await expect(early).rejects.toMatchObject({ name: 'PaymentError', retry: false });
    expect(shop.provider.refunded.has(intent)).toBe(false);
  });

  it('is asked again later when it is unreachable, and rejects an unknown payment permanently', async () => {
    const { payments } = shop.context;
    const call = { id: 'unknown', intent: 'pi_unknown', amount: '36.00' };
    await expect(payments.capture(call)).rejects.toMatchObject({ name: 'PaymentError', retry: false });
    shop.provider.unavailable = true;
    await expect(payments.capture(call)).rejects.toMatchObject({ name: 'PaymentError', retry: true });
    await expect(payments.void(call)).rejects.toMatchObject({ name: 'PaymentError', retry: true });
  });
});
