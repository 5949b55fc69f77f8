import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertPayment, savePage, settlePayment } from './payment-store';
import { reconcile } from './reconcile';
import { anHourAgo, booksOf } from './reconcile-testing';
import { askIfPaying } from './settle';
import { startStage, type Stage } from './testing';

let stage: Stage;
let books: ReturnType<typeof booksOf>;
beforeAll(async () => {
  stage = await startStage();
  books = booksOf(stage);
});
afterAll(() => stage.close());
beforeEach(() => stage.reset());

describe('a payment', () => {
  it('at the provider of which nothing is known here', async () => {
    const { sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    await books.change(sql`delete from storefront.payment where session_id = ${sessionId}`);
    const { findings } = await reconcile(stage.rooms, anHourAgo());
    expect(findings).toContainEqual({ kind: 'paid_unknown', reference: sessionId });
  });

  it('on a page of somebody else at the same account is not ours', async () => {
    const { sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    await books.change(sql`delete from storefront.payment where session_id = ${sessionId}`);
    Object.assign(stage.provider.sessions.get(sessionId) ?? {}, { reference: null });
    const { findings } = await reconcile(stage.rooms, anHourAgo());
    expect(findings).not.toContainEqual({ kind: 'paid_unknown', reference: sessionId });
  });

  it('there and not here', async () => {
    const id = await books.bought();
    await books.change(sql`update storefront.payment set state = 'closed' where checkout_id = ${id}`);
    expect(await books.told(id)).toEqual(['paid_there_only']);
  });

  it('here and not there', async () => {
    const id = await books.bought();
    Object.assign(stage.provider.sessions.get((await books.paymentOf(id)).session) ?? {}, {
      status: 'expired',
    });
    expect(await books.told(id)).toEqual(['paid_here_only']);
    stage.provider.sessions.delete((await books.paymentOf(id)).session);
    expect(await books.told(id)).toEqual(['paid_here_only']);
  });

  it.each([[{ received: 3601 }], [{ currency: 'usd' }]])('of another amount: %o', async (differently) => {
    const id = await books.bought();
    Object.assign(await books.intentOf(id), differently);
    expect(await books.told(id)).toEqual(['amount_differs']);
  });

  it('that is not there for an order', async () => {
    const id = await books.bought();
    stage.provider.sessions.delete((await books.paymentOf(id)).session);
    await books.change(sql`delete from storefront.payment where checkout_id = ${id}`);
    expect(await books.told(id)).toEqual(['ordered_unpaid']);
  });

  it('without an order and without a refund', async () => {
    const id = await books.bought();
    await books.change(sql`delete from storefront.placed_order where checkout_id = ${id}`);
    stage.ticketing.orders.length = 0;
    expect(await books.told(id)).toEqual(['paid_for_nothing']);
  });

  it('made twice for one purchase; not when one of them was given back', async () => {
    const id = await books.bought();
    const { rooms, provider } = stage;
    const { reference } = await stage.find(id);
    const line = { name: 'Adult', description: '', unitAmount: '36.00', quantity: 1 };
    const second = {
      id: crypto.randomUUID(),
      checkoutId: id,
      amount: '36.00',
      capture: 'automatic',
    } as const;
    const page = await rooms.payments.openPaymentSession({
      ...{ ...second, reference, lines: [line], email: 'ada@example.org', language: 'en' },
      ...{ successUrl: 'https://shop.example', cancelUrl: 'https://shop.example' },
      expiresAt: new Date(Date.now() + 60 * 60_000),
    });
    provider.pay(page.id);
    const intent = `pi_${page.id}`;
    await rooms.database.transaction(async (transaction) => {
      await insertPayment(transaction, { ...second, pageMinutes: 60 });
      await savePage(transaction, second.id, { sessionId: page.id, url: null });
      await settlePayment(transaction, second.id, { state: 'paid', intent });
    });
    expect(await books.told(id)).toEqual(['paid_twice']);
    await rooms.payments.refund({ id: second.id, checkoutId: id, intent, amount: '36.00' });
    await books.change(
      sql`update storefront.payment set refunded_at = clock_timestamp() where id = ${second.id}`,
    );
    expect(await books.told(id)).toEqual([]);
  });

  it('that is set aside for over an hour, and neither taken nor let go', async () => {
    stage.rooms.capture = 'manual';
    const { id, sessionId } = await stage.paying();
    stage.rooms.capture = 'automatic';
    stage.provider.pay(sessionId);
    expect(await askIfPaying(stage.rooms, id)).toBe(true);
    expect(await books.told(id)).toEqual([]);
    await books.change(
      sql`update storefront.payment set settled_at = settled_at - interval '61 minutes' where checkout_id = ${id}`,
    );
    expect(await books.told(id)).toEqual(['set_aside_too_long']);
  });
});

describe('a refund', () => {
  const giveBack = async (id: string) => {
    const { id: payment, paidAs, amount } = await books.paymentOf(id);
    await stage.rooms.payments.refund({ id: payment, checkoutId: id, intent: paidAs, amount });
  };

  it('beside an order', async () => {
    const id = await books.bought();
    await giveBack(id);
    await books.change(
      sql`update storefront.payment set refunded_at = clock_timestamp() where checkout_id = ${id}`,
    );
    expect(await books.told(id)).toEqual(['ordered_and_refunded']);
  });

  it('there and not here', async () => {
    const id = await books.bought();
    await giveBack(id);
    expect(await books.told(id)).toEqual(['refund_there_only', 'ordered_and_refunded']);
  });

  it('there and not here of a payment that is older than the report', async () => {
    const id = await books.bought();
    await giveBack(id);
    await books.longAgo(id);
    stage.provider.sessions.delete((await books.paymentOf(id)).session);
    expect(await books.told(id)).toEqual(['refund_there_only', 'ordered_and_refunded']);
  });

  it('here and not there: the bank sent it back', async () => {
    const id = await books.refunded();
    expect(await books.told(id)).toEqual([]);
    const intent = (await books.paymentOf(id)).paidAs;
    for (const refund of stage.provider.refunds.values()) {
      if (refund.intent === intent) refund.status = 'failed';
    }
    expect(await books.told(id)).toEqual(['refund_here_only']);
  });

  it('of a part only', async () => {
    const id = await books.refunded();
    const intent = (await books.paymentOf(id)).paidAs;
    for (const refund of stage.provider.refunds.values()) if (refund.intent === intent) refund.amount = 1000;
    expect(await books.told(id)).toEqual(['refund_differs']);
  });
});

describe('an order', () => {
  it('that the service does not know', async () => {
    const id = await books.bought();
    stage.ticketing.orders.length = 0;
    expect(await books.told(id)).toEqual(['order_missing']);
  });

  it('that the service does not list, and knows, is no matter', async () => {
    const id = await books.bought();
    stage.ticketing.reveals.list = false;
    expect(await books.told(id)).toEqual([]);
  });

  it('that is not written down here', async () => {
    const id = await books.bought();
    await books.change(sql`delete from storefront.placed_order where checkout_id = ${id}`);
    expect(await books.told(id)).toEqual(['order_there_only']);
  });

  it('made twice', async () => {
    const id = await books.bought();
    stage.ticketing.orders.push({ ...(await books.orderAt(id)), id: crypto.randomUUID() });
    expect(await books.told(id)).toEqual(['order_twice']);
  });

  it('of another total', async () => {
    const id = await books.bought();
    (await books.orderAt(id)).totalAmountInclTax = '36.01';
    expect(await books.told(id)).toEqual(['order_total_differs']);
  });
});
