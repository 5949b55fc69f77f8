import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertPayment, paymentsWhere, savePage, settlePayment } from '../data/payment-store';
import { recordReturned } from '../data/refund-store';
import { reconcile } from '../flows/reconciliation/reconcile';
import { anHourAgo, booksOf } from '@/testing/shop/reconcile';
import { askIfPaying } from '@/testing/shop/ask-if-paying';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';

let shop: TestShop;
let books: ReturnType<typeof booksOf>;
beforeAll(async () => {
  shop = await startTestShop();
  books = booksOf(shop);
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

/** The shop has written down that a payment was refunded. */
async function markReturned(id: string): Promise<void> {
  const [payment] = await paymentsWhere(shop.context.database, sql`payment.id = ${id}`);
  if (payment === undefined) throw new Error('no payment');
  const how = { cause: 'no_order', state: 'done' } as const;
  await shop.context.database.transaction((transaction) => recordReturned(transaction, payment, how));
}

describe('a payment', () => {
  it('at the provider that is unknown here', async () => {
    const { sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    await books.change(sql`delete from storefront.payment where session_id = ${sessionId}`);
    const { findings } = await reconcile(shop.context, anHourAgo());
    expect(findings).toContainEqual({ kind: 'paid_unknown', reference: sessionId });
  });

  it('on a page of another program at the same account is no finding', async () => {
    const { sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    await books.change(sql`delete from storefront.payment where session_id = ${sessionId}`);
    Object.assign(shop.provider.sessions.get(sessionId) ?? {}, { clientReferenceId: null });
    const { findings } = await reconcile(shop.context, anHourAgo());
    expect(findings).not.toContainEqual({ kind: 'paid_unknown', reference: sessionId });
  });

  it('there and not here', async () => {
    const id = await books.bought();
    await books.change(sql`update storefront.payment set state = 'closed' where checkout_id = ${id}`);
    expect(await books.findingKinds(id)).toEqual(['paid_there_only']);
  });

  it('here and not there', async () => {
    const id = await books.bought();
    Object.assign(shop.provider.sessions.get((await books.paymentOf(id)).session) ?? {}, {
      status: 'expired',
    });
    expect(await books.findingKinds(id)).toEqual(['paid_here_only']);
    shop.provider.sessions.delete((await books.paymentOf(id)).session);
    expect(await books.findingKinds(id)).toEqual(['paid_here_only']);
  });

  it.each([[{ amountReceived: 3601 }], [{ currency: 'usd' }]])(
    'of another amount: %o',
    async (differently) => {
      const id = await books.bought();
      Object.assign(await books.intentOf(id), differently);
      expect(await books.findingKinds(id)).toEqual(['amount_differs']);
    },
  );

  it('missing at the provider for an order', async () => {
    const id = await books.bought();
    shop.provider.sessions.delete((await books.paymentOf(id)).session);
    await books.change(sql`delete from storefront.payment where checkout_id = ${id}`);
    expect(await books.findingKinds(id)).toEqual(['ordered_unpaid']);
  });

  it('without an order and without a refund', async () => {
    const id = await books.bought();
    await books.change(sql`delete from storefront.placed_order where checkout_id = ${id}`);
    shop.ticketing.orders.length = 0;
    expect(await books.findingKinds(id)).toEqual(['paid_for_nothing']);
  });

  it('made twice for one purchase; no finding when one of them was refunded', async () => {
    const id = await books.bought();
    const { context, provider } = shop;
    const { reference } = await shop.find(id);
    const line = { name: 'Adult', description: '', unitAmount: '36.00', quantity: 1 };
    const second = {
      id: crypto.randomUUID(),
      checkoutId: id,
      amount: '36.00',
      capture: 'automatic',
    } as const;
    const page = await context.payments.openPaymentSession({
      ...second,
      note: '',
      reference,
      lines: [line],
      email: 'ada@example.org',
      language: 'en',
      successUrl: 'https://shop.example',
      cancelUrl: 'https://shop.example',
      expiresAt: new Date(Date.now() + 60 * 60_000),
    });
    provider.pay(page.id);
    const intent = shop.provider.intentOf(page.id);
    await context.database.transaction(async (transaction) => {
      await insertPayment(transaction, { ...second, pageMinutes: 60 });
      await savePage(transaction, second.id, { sessionId: page.id, url: null });
      await settlePayment(transaction, second.id, { state: 'paid', intent, received: null });
    });
    expect(await books.findingKinds(id)).toEqual(['paid_twice']);
    await context.payments.refund({ id: second.id, checkoutId: id, intent, amount: '36.00' });
    await markReturned(second.id);
    expect(await books.findingKinds(id)).toEqual([]);
  });

  it('that was authorized over an hour ago, and neither captured nor voided', async () => {
    shop.context.capture = 'manual';
    const { id, sessionId } = await shop.paying();
    shop.context.capture = 'automatic';
    shop.provider.pay(sessionId);
    expect(await askIfPaying(shop.context, id)).toBe(true);
    expect(await books.findingKinds(id)).toEqual([]);
    await books.change(
      sql`update storefront.payment set settled_at = settled_at - interval '61 minutes' where checkout_id = ${id}`,
    );
    expect(await books.findingKinds(id)).toEqual(['authorized_too_long']);
  });
});

describe('a refund', () => {
  const requeue = async (id: string) => {
    const { id: payment, paidAs, amount } = await books.paymentOf(id);
    await shop.context.payments.refund({ id: payment, checkoutId: id, intent: paidAs, amount });
  };

  it('of an ordered purchase', async () => {
    const id = await books.bought();
    await requeue(id);
    await markReturned((await books.paymentOf(id)).id);
    expect(await books.findingKinds(id)).toEqual(['ordered_and_refunded']);
  });

  it('recorded there and not here', async () => {
    const id = await books.bought();
    await requeue(id);
    expect(await books.findingKinds(id)).toEqual(['refund_there_only', 'ordered_and_refunded']);
  });

  it('recorded there and not here, of a payment that is older than the report', async () => {
    const id = await books.bought();
    await requeue(id);
    await books.longAgo(id);
    shop.provider.sessions.delete((await books.paymentOf(id)).session);
    expect(await books.findingKinds(id)).toEqual(['refund_there_only', 'ordered_and_refunded']);
  });

  it('recorded here and not there: the bank sent it back', async () => {
    const id = await books.refunded();
    expect(await books.findingKinds(id)).toEqual([]);
    const intent = (await books.paymentOf(id)).paidAs;
    for (const refund of shop.provider.refunds.values()) {
      if (refund.intentId === intent) refund.status = 'failed';
    }
    expect(await books.findingKinds(id)).toEqual(['refund_here_only']);
  });

  it('of a part only', async () => {
    const id = await books.refunded();
    const intent = (await books.paymentOf(id)).paidAs;
    for (const refund of shop.provider.refunds.values()) if (refund.intentId === intent) refund.amount = 1000;
    expect(await books.findingKinds(id)).toEqual(['refund_differs']);
  });
});

describe('an order', () => {
  it('that the service does not know', async () => {
    const id = await books.bought();
    shop.ticketing.orders.length = 0;
    expect(await books.findingKinds(id)).toEqual(['order_missing']);
  });

  it('that the service does not list, but knows, is no finding', async () => {
    const id = await books.bought();
    shop.ticketing.reveals.list = false;
    expect(await books.findingKinds(id)).toEqual([]);
  });

  it('that is not recorded here', async () => {
    const id = await books.bought();
    await books.change(sql`delete from storefront.placed_order where checkout_id = ${id}`);
    expect(await books.findingKinds(id)).toEqual(['order_there_only']);
  });

  it('made twice', async () => {
    const id = await books.bought();
    shop.ticketing.orders.push({ ...(await books.orderAt(id)), id: crypto.randomUUID() });
    expect(await books.findingKinds(id)).toEqual(['order_twice']);
  });

  it('of another total', async () => {
    const id = await books.bought();
    (await books.orderAt(id)).totalAmountInclTax = '36.01';
    expect(await books.findingKinds(id)).toEqual(['order_total_differs']);
  });
});
