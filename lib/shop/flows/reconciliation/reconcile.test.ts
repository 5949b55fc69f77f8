import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '../../../contract/order';
import { learnRefunds } from '../payment/known-refunds';
import { placeOrder } from '../checkout/place-order';
import { readPayments } from '../../data/payment-store';
import { reconcile } from './reconcile';
import { advice, reconciliationText } from '../../rules/reconcile-findings';
import { anHourAgo, booksOf } from '@/testing/shop/reconcile';
import { askIfPaying } from '@/testing/shop/ask-if-paying';
import { settleByHand } from '../attention/settle-by-hand';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';

let shop: TestShop;
let books: ReturnType<typeof booksOf>;
beforeAll(async () => {
  shop = await startTestShop();
  books = booksOf(shop);
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

describe('the three sides', () => {
  it('agree after purchases of all kinds, page after page of the lists', async () => {
    const orders: Order[] = [];
    for (let round = 0; round < 3; round += 1) {
      await books.bought();
      orders.push(...shop.ticketing.orders.splice(0));
    }
    const given = await books.refunded();
    const { id: left } = await shop.paying();
    await shop.later(left, { holdOver: true });
    shop.ticketing.price = '0.00';
    await placeOrder(shop.context, orderOf(await shop.hold(1), '0.00'));
    await shop.settle();
    shop.ticketing.price = '18.00';
    shop.context.capture = 'manual';
    await books.bought();
    const { id: voided, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    shop.ticketing.expire();
    shop.ticketing.stock = 0;
    await shop.later(voided);
    await shop.settle();
    expect([await shop.state(given), await shop.state(left)]).toEqual(['refunded', 'expired']);
    expect(await shop.state(voided)).toBe('voided');
    shop.context.capture = 'automatic';
    shop.provider.mostPerPage = 100;
    shop.ticketing.orders.push(...orders);
    shop.provider.mostPerPage = 2;
    const found = await reconcile(shop.context, anHourAgo());
    expect(found).toEqual({
      counts: { paid: 5, ordered: 5, free: 1, refunded: 1, voided: 1 },
      inHand: [],
      findings: [],
    });
    expect(reconciliationText(found, new Date('2026-11-01'))).toBe(
      'Since 2026-11-01: 5 paid, 5 ordered (1 of them free of charge), 1 refunded, 1 voided, 0 in hand.\n\nAll matches.\n',
    );
  });

  it('are compared only from that day on', async () => {
    expect((await reconcile(shop.context, new Date(Date.now() + 60_000))).counts.paid).toBe(0);
  });
});

describe('a purchase in progress', () => {
  const inHand = async (id: string) => {
    const { reference } = await shop.find(id);
    const found = await reconcile(shop.context, anHourAgo());
    expect(found.findings.filter((finding) => finding.reference === reference)).toEqual([]);
    return found.inHand.find((one) => one.reference === reference);
  };

  it('is listed without a finding when it was just paid', async () => {
    const { id, sessionId } = await shop.paying();
    expect(await inHand(id)).toBeUndefined();
    shop.provider.pay(sessionId);
    expect(await inHand(id)).toMatchObject({ state: 'paying', reason: null });
    await books.change(
      sql`update storefront.checkout set entered_at = entered_at - interval '61 minutes' where id = ${id}`,
    );
    expect(await books.findingKinds(id)).toEqual(['paid_there_only']);
  });

  it('is listed without a finding while staff have to look at it', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId, { amount: 3601 });
    await shop.later(id);
    await shop.settle();
    expect(await inHand(id)).toMatchObject({ state: 'attention', reason: 'amount_differs' });
    await settleByHand(shop.context, id, { as: 'ordered', staff: 'ada' });
    expect(await inHand(id)).toMatchObject({ state: 'attention' });
  });

  it('is a finding when staff say that it was refunded, but it was not', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId, { amount: 3601 });
    await shop.later(id);
    await shop.settle();
    await settleByHand(shop.context, id, { as: 'refunded', staff: 'ada' });
    expect(await books.findingKinds(id)).toContain('amount_differs');
    expect(await books.findingKinds(id)).toContain('paid_for_nothing');
    const { id: payment, paidAs: intent } = await books.paymentOf(id);
    await shop.context.payments.refund({ id: payment, checkoutId: id, intent, amount: '36.01' });
    expect(await books.findingKinds(id)).toEqual([]);
    // Also once the refund is known here.
    await learnRefunds(shop.context, id);
    expect((await readPayments(shop.context.database, id))[0]?.refundedAt).not.toBeNull();
    expect(await books.findingKinds(id)).toEqual([]);
  });

  it('for over a day is a finding', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    expect(await askIfPaying(shop.context, id)).toBe(true);
    expect(await inHand(id)).toMatchObject({ state: 'paid' });
    await books.change(
      sql`update storefront.checkout set entered_at = entered_at - interval '26 hours' where id = ${id}`,
    );
    expect(await books.findingKinds(id)).toEqual(['paid_for_nothing']);
  });

  it('that continues between two readings is no finding', async () => {
    const id = await books.bought();
    const { session } = await books.paymentOf(id);
    await books.change(sql`update storefront.payment set state = 'closed' where checkout_id = ${id}`);
    const { paidAs } = await books.paymentOf(id);
    let looks = 0;
    // The data agrees again when the purchase is checked by itself.
    shop.provider.meanwhile = async ({ path, query }) => {
      if (path !== '/v1/refunds' || query.get('payment_intent') !== paidAs) return;
      looks += 1;
      await books.change(sql`update storefront.payment set state = 'paid' where session_id = ${session}`);
    };
    expect(await books.findingKinds(id)).toEqual([]);
    shop.provider.meanwhile = null;
    expect(looks).toBe(1);
  });
});

it('the report says for each finding what to do about it', async () => {
  const id = await books.bought();
  shop.ticketing.orders.length = 0;
  const { reference } = await shop.find(id);
  const text = reconciliationText(await reconcile(shop.context, anHourAgo()), anHourAgo());
  const line = text.split('\n').find((one) => one.startsWith(reference));
  expect(line).toContain('order_missing');
  expect(line).toContain(advice.order_missing);
  expect(text).not.toContain('All matches');
});

it('the comparison fails when one side can not be asked', async () => {
  await books.bought();
  shop.ticketing.unavailable = true;
  await expect(reconcile(shop.context, anHourAgo())).rejects.toMatchObject({ name: 'ServiceError' });
  shop.ticketing.unavailable = false;
  shop.provider.unavailable = true;
  await expect(reconcile(shop.context, anHourAgo())).rejects.toMatchObject({ name: 'PaymentError' });
});
