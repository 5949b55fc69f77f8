import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { placeOrder } from './pay';
import { readPayments } from './payment-store';
import { askIfPaying } from './settle';
import { orderOf, startStage, type Stage } from './testing';
import { readTimeline } from './timeline-store';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage({ capture: 'manual' });
});

afterAll(() => stage.close());

beforeEach(() => stage.reset());

const setAside = (sessionId: string) => {
  const intent = stage.provider.intents.get(`pi_${sessionId}`);
  if (intent === undefined) throw new Error('nothing was set aside');
  return intent;
};

const paymentOf = async (id: string) => {
  const [payment] = await readPayments(stage.rooms.database, id);
  return payment;
};

/** The kinds of the letters that a checkout was to get. */
const letters = async (id: string) => {
  const rows = await stage.rooms.database.rows(
    z.object({ kind: z.string() }),
    sql`select kind from storefront.mail where checkout_id = ${id} order by kind`,
  );
  return rows.map(({ kind }) => kind);
};

const steps = async (id: string) =>
  (await readTimeline(stage.rooms.database, id))
    .map(({ what }) => what)
    .filter((what) => !/^mail/.test(what));

/** The customer has agreed to the payment, and what was held is gone. */
async function soldOut(): Promise<{ id: string; sessionId: string }> {
  const { id, sessionId } = await stage.paying();
  stage.provider.pay(sessionId);
  stage.ticketing.expire();
  stage.ticketing.stock = 0;
  await stage.later(id);
  return { id, sessionId };
}

/** As often as the provider's SDK tries. */
const everyTry = ['cut_after', 'cut_after', 'cut_after'] as const;

describe('money that is set aside', () => {
  it('is taken when there is an order, and not before', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    expect(await askIfPaying(stage.rooms, id)).toBe(true);
    expect(setAside(sessionId)).toMatchObject({ status: 'requires_capture', received: 0 });
    expect(await paymentOf(id)).toMatchObject({ state: 'authorized', capture: 'manual', amount: '36.00' });
    await stage.settle();
    expect(await stage.state(id)).toBe('ordered');
    expect(setAside(sessionId)).toMatchObject({ status: 'succeeded', received: 3600 });
    expect(await paymentOf(id)).toMatchObject({ state: 'paid' });
    expect(await stage.ordersFor(id)).toHaveLength(1);
    expect(await steps(id)).toEqual(
      expect.arrayContaining(['payment_received', 'order_begun', 'order_made', 'capture_confirmed']),
    );
    expect(stage.provider.refunds.size).toBe(0);
  });

  it('is let go when there can be no order: nothing is charged, and the customer is told so', async () => {
    const { id, sessionId } = await soldOut();
    await stage.settle();
    expect(await stage.find(id)).toMatchObject({ state: 'voided', reason: 'sold_out' });
    expect(setAside(sessionId)).toMatchObject({ status: 'canceled', received: 0 });
    expect(await paymentOf(id)).toMatchObject({ state: 'closed' });
    expect(await stage.ordersFor(id)).toEqual([]);
    expect(await letters(id)).toEqual(['not_charged']);
  });

  it('is ordered for again when the hold died meanwhile', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    stage.ticketing.expire();
    await stage.later(id);
    await stage.settle();
    expect(await stage.state(id)).toBe('ordered');
    expect(setAside(sessionId)).toMatchObject({ status: 'succeeded', received: 3600 });
  });

  it('of another amount than was agreed to is neither taken nor ordered for', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId, { amount: 3601 });
    await stage.later(id);
    await stage.settle();
    expect(await stage.find(id)).toMatchObject({ state: 'attention', reason: 'amount_differs' });
    expect(setAside(sessionId)).toMatchObject({ status: 'requires_capture', received: 0 });
    expect(await stage.ordersFor(id)).toEqual([]);
  });

  it('is not asked for where there is nothing to pay', async () => {
    stage.ticketing.price = '0.00';
    const id = await stage.hold(1);
    expect(await placeOrder(stage.rooms, orderOf(id, '0.00'))).toEqual({ kind: 'placed' });
    await stage.settle();
    expect(await stage.state(id)).toBe('ordered');
    expect(await readPayments(stage.rooms.database, id)).toEqual([]);
    expect(await steps(id)).not.toContain('capture_confirmed');
  });

  it('is on a page that is not paid on twice, by whomever asks', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    expect(await placeOrder(stage.rooms, orderOf(id, '36.00'))).toEqual({ kind: 'placed' });
    expect(await stage.state(id)).toBe('paid');
    expect(await readPayments(stage.rooms.database, id)).toHaveLength(1);
    await stage.settle();
    expect(await stage.state(id)).toBe('ordered');
  });
});

describe('an answer that is lost', () => {
  it('to the capture: asked again under the same key, and taken once', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    stage.provider.captureFaults.push(...everyTry);
    await stage.later(id);
    await stage.settle();
    // The order stands already; whether the money was taken is not known yet.
    expect(await stage.state(id)).toBe('capturing');
    expect(await stage.ordersFor(id)).toHaveLength(1);
    expect(setAside(sessionId).status).toBe('succeeded');
    await stage.later(id);
    await stage.settle();
    expect(await stage.state(id)).toBe('ordered');
    expect(setAside(sessionId).received).toBe(3600);
    expect(await stage.ordersFor(id)).toHaveLength(1);
  });

  it('to the letting go: asked again, and said only when it is certain', async () => {
    const { id, sessionId } = await soldOut();
    stage.provider.voidFaults.push(...everyTry);
    await stage.settle();
    expect(await stage.state(id)).toBe('voiding');
    expect(await letters(id)).toEqual([]);
    await stage.later(id);
    await stage.settle();
    expect(await stage.state(id)).toBe('voided');
    expect(setAside(sessionId).status).toBe('canceled');
    expect(await letters(id)).toEqual(['not_charged']);
  });
});

describe('somebody at the provider’s own pages', () => {
  it('took the money before the order: it is ordered, and not taken again', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    expect(await askIfPaying(stage.rooms, id)).toBe(true);
    Object.assign(setAside(sessionId), { status: 'succeeded', received: 3600 });
    await stage.settle();
    expect(await stage.state(id)).toBe('ordered');
    expect(setAside(sessionId).received).toBe(3600);
  });

  it('took the money before it could be let go: it is given back', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    expect(await askIfPaying(stage.rooms, id)).toBe(true);
    stage.ticketing.expire();
    stage.ticketing.stock = 0;
    Object.assign(setAside(sessionId), { status: 'succeeded', received: 3600 });
    await stage.settle();
    expect(await stage.state(id)).toBe('refunded');
    expect(stage.provider.refunded.get(`pi_${sessionId}`)).toBe(3600);
    expect(await letters(id)).toEqual(['refund']);
  });

  it('took a part only: the order stands, and a person has to see to the rest', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    expect(await askIfPaying(stage.rooms, id)).toBe(true);
    Object.assign(setAside(sessionId), { status: 'succeeded', received: 1000 });
    await stage.settle();
    expect(await stage.find(id)).toMatchObject({ state: 'attention', reason: 'capture_failed' });
    expect(await stage.ordersFor(id)).toHaveLength(1);
  });

  it('let the money go before the shop had seen it: it is not paid, and can be', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    setAside(sessionId).status = 'canceled';
    await stage.later(id);
    await stage.settle();
    expect(await stage.state(id)).toBe('held');
    expect(await stage.ordersFor(id)).toEqual([]);
    expect(await placeOrder(stage.rooms, orderOf(id, '36.00'))).toMatchObject({ kind: 'pay' });
  });

  it('let the money go before the order: the order stands, and a person has to look', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    expect(await askIfPaying(stage.rooms, id)).toBe(true);
    setAside(sessionId).status = 'canceled';
    await stage.settle();
    expect(await stage.find(id)).toMatchObject({ state: 'attention', reason: 'capture_failed' });
    expect(await stage.ordersFor(id)).toHaveLength(1);
    expect(stage.reports).toContain('error: an order could not be charged');
  });

  it('let the money go before the shop did: that is what was wanted', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    expect(await askIfPaying(stage.rooms, id)).toBe(true);
    stage.ticketing.expire();
    stage.ticketing.stock = 0;
    setAside(sessionId).status = 'canceled';
    await stage.settle();
    expect(await stage.state(id)).toBe('voided');
    expect(await letters(id)).toEqual(['not_charged']);
  });
});

describe('a bank that refuses', () => {
  it('to pay: the order stands, and a person has to look', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    stage.provider.captureFaults.push('failed');
    await stage.later(id);
    await stage.settle();
    expect(await stage.find(id)).toMatchObject({ state: 'attention', reason: 'capture_failed' });
    expect(await stage.ordersFor(id)).toHaveLength(1);
    expect(await letters(id)).toContain('confirmation');
    expect(stage.reports).toContain('error: an order could not be charged');
  });

  it('to let go: nobody is told that nothing was charged', async () => {
    const { id } = await soldOut();
    stage.provider.voidFaults.push('failed');
    await stage.settle();
    expect(await stage.find(id)).toMatchObject({ state: 'attention', reason: 'void_failed' });
    expect(await letters(id)).toEqual(['staff_looking']);
    expect(stage.mailbox.mails[0]?.mail.text).not.toMatch(/charged/);
    expect(stage.reports).toContain('error: money could not be let go');
  });
});

describe('the provider', () => {
  it('refuses to take or let go a second time: what became of the money is looked up', async () => {
    const { payments } = stage.rooms;
    const { sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    const intent = `pi_${sessionId}`;
    expect(await payments.capture({ intent, amount: '36.00' })).toEqual({ status: 'done' });
    expect(await payments.capture({ intent, amount: '36.00' })).toEqual({ status: 'done' });
    expect(await payments.capture({ intent, amount: '35.99' })).toEqual({ status: 'failed' });
    expect(await payments.void({ intent })).toEqual({ status: 'captured' });
    expect(setAside(sessionId)).toMatchObject({ status: 'succeeded', received: 3600 });
  });

  it('gives nothing back of what was only set aside', async () => {
    const { sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    const intent = `pi_${sessionId}`;
    const early = stage.rooms.payments.refund({ id: 'early', checkoutId: 'c', intent, amount: '36.00' });
    await expect(early).rejects.toMatchObject({ name: 'PaymentError', retry: false });
    expect(stage.provider.refunded.has(intent)).toBe(false);
  });

  it('that is away is asked again later, and knows of nothing that was never asked', async () => {
    const { payments } = stage.rooms;
    const call = { id: 'nobody', intent: 'pi_nobody', amount: '36.00' };
    await expect(payments.capture(call)).rejects.toMatchObject({ name: 'PaymentError', retry: false });
    stage.provider.away = true;
    await expect(payments.capture(call)).rejects.toMatchObject({ name: 'PaymentError', retry: true });
    await expect(payments.void(call)).rejects.toMatchObject({ name: 'PaymentError', retry: true });
  });
});
