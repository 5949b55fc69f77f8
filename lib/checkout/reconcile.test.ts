import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '../contract/order';
import { learnRefunds } from './known-refunds';
import { placeOrder } from './pay';
import { readPayments } from './payment-store';
import { reconcile } from './reconcile';
import { advice, reconciliationText } from './reconcile-findings';
import { anHourAgo, booksOf } from './reconcile-testing';
import { askIfPaying } from './settle';
import { settleByHand } from './settle-by-hand';
import { orderOf, startStage, type Stage } from './testing';

let stage: Stage;
let books: ReturnType<typeof booksOf>;
beforeAll(async () => {
  stage = await startStage();
  books = booksOf(stage);
});
afterAll(() => stage.close());
beforeEach(() => stage.reset());

describe('the three sides', () => {
  it('match after purchases of all kinds, page after page of the lists', async () => {
    const orders: Order[] = [];
    for (let round = 0; round < 3; round += 1) {
      await books.bought();
      orders.push(...stage.ticketing.orders.splice(0));
    }
    const given = await books.refunded();
    const { id: left } = await stage.paying();
    await stage.later(left, { holdOver: true });
    stage.ticketing.price = '0.00';
    await placeOrder(stage.rooms, orderOf(await stage.hold(1), '0.00'));
    await stage.settle();
    stage.ticketing.price = '18.00';
    stage.rooms.capture = 'manual';
    await books.bought();
    const { id: voided, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    stage.ticketing.expire();
    stage.ticketing.stock = 0;
    await stage.later(voided);
    await stage.settle();
    expect([await stage.state(given), await stage.state(left)]).toEqual(['refunded', 'expired']);
    expect(await stage.state(voided)).toBe('voided');
    stage.rooms.capture = 'automatic';
    stage.provider.mostPerPage = 100;
    stage.ticketing.orders.push(...orders);
    stage.provider.mostPerPage = 2;
    const found = await reconcile(stage.rooms, anHourAgo());
    expect(found).toEqual({
      counts: { paid: 5, ordered: 5, free: 1, refunded: 1, voided: 1 },
      inHand: [],
      findings: [],
    });
    expect(reconciliationText(found, new Date('2026-11-01'))).toBe(
      'Since 2026-11-01: 5 paid, 5 ordered (1 of them free of charge), 1 refunded, 1 voided, 0 in hand.\n\nAll matches.\n',
    );
  });

  it('are compared from that day on only', async () => {
    expect((await reconcile(stage.rooms, new Date(Date.now() + 60_000))).counts.paid).toBe(0);
  });
});

describe('what somebody is at', () => {
  const inHand = async (id: string) => {
    const { reference } = await stage.find(id);
    const found = await reconcile(stage.rooms, anHourAgo());
    expect(found.findings.filter((finding) => finding.reference === reference)).toEqual([]);
    return found.inHand.find((one) => one.reference === reference);
  };

  it('is listed, not told: what was just paid', async () => {
    const { id, sessionId } = await stage.paying();
    expect(await inHand(id)).toBeUndefined();
    stage.provider.pay(sessionId);
    expect(await inHand(id)).toMatchObject({ state: 'paying', reason: null });
    await books.change(
      sql`update storefront.checkout set entered_at = entered_at - interval '61 minutes' where id = ${id}`,
    );
    expect(await books.told(id)).toEqual(['paid_there_only']);
  });

  it('is listed, not told: what waits for a person', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId, { amount: 3601 });
    await stage.later(id);
    await stage.settle();
    expect(await inHand(id)).toMatchObject({ state: 'attention', reason: 'amount_differs' });
    await settleByHand(stage.rooms, id, { as: 'ordered', staff: 'ada' });
    expect(await inHand(id)).toMatchObject({ state: 'attention' });
  });

  it('is told again when a person says that the money went back, and it did not', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId, { amount: 3601 });
    await stage.later(id);
    await stage.settle();
    await settleByHand(stage.rooms, id, { as: 'refunded', staff: 'ada' });
    expect(await books.told(id)).toContain('amount_differs');
    expect(await books.told(id)).toContain('paid_for_nothing');
    const { id: payment, paidAs: intent } = await books.paymentOf(id);
    await stage.rooms.payments.refund({ id: payment, checkoutId: id, intent, amount: '36.01' });
    expect(await books.told(id)).toEqual([]);
    // Also once the refund is known here.
    await learnRefunds(stage.rooms, id);
    expect((await readPayments(stage.rooms.database, id))[0]?.refundedAt).not.toBeNull();
    expect(await books.told(id)).toEqual([]);
  });

  it('for over a day is told', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    expect(await askIfPaying(stage.rooms, id)).toBe(true);
    expect(await inHand(id)).toMatchObject({ state: 'paid' });
    await books.change(
      sql`update storefront.checkout set entered_at = entered_at - interval '26 hours' where id = ${id}`,
    );
    expect(await books.told(id)).toEqual(['paid_for_nothing']);
  });

  it('and goes on between two readings is no finding', async () => {
    const id = await books.bought();
    const { session } = await books.paymentOf(id);
    await books.change(sql`update storefront.payment set state = 'closed' where checkout_id = ${id}`);
    const { paidAs } = await books.paymentOf(id);
    let looks = 0;
    // When the purchase is looked at by itself, all is well again.
    stage.provider.meanwhile = async ({ path, query }) => {
      if (path !== '/v1/refunds' || query.get('payment_intent') !== paidAs) return;
      looks += 1;
      await books.change(sql`update storefront.payment set state = 'paid' where session_id = ${session}`);
    };
    expect(await books.told(id)).toEqual([]);
    stage.provider.meanwhile = null;
    expect(looks).toBe(1);
  });
});

it('says for each thing that does not match what to do about it', async () => {
  const id = await books.bought();
  stage.ticketing.orders.length = 0;
  const { reference } = await stage.find(id);
  const text = reconciliationText(await reconcile(stage.rooms, anHourAgo()), anHourAgo());
  const line = text.split('\n').find((one) => one.startsWith(reference));
  expect(line).toContain('order_missing');
  expect(line).toContain(advice.order_missing);
  expect(text).not.toContain('All matches');
});

it('says so when one side can not be asked', async () => {
  await books.bought();
  stage.ticketing.away = true;
  await expect(reconcile(stage.rooms, anHourAgo())).rejects.toMatchObject({ name: 'ServiceError' });
  stage.ticketing.away = false;
  stage.provider.away = true;
  await expect(reconcile(stage.rooms, anHourAgo())).rejects.toMatchObject({ name: 'PaymentError' });
});
