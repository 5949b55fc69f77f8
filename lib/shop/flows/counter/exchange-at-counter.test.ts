import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fromCents } from '@/lib/money/money';
import { cancel, cancellationBooks, type Ordered, orderedWithTickets } from '@/testing/shop/cancellations';
import { heldId, orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readCancellations } from '../../data/cancellation-store';
import { readRefunds, readRefundsFor } from '../../data/refund-store';
import { settleRefund } from '../refund/settle-refund';
import { readOrders } from '../../data/order-store';
import { readCheckout } from '../lookup/read-checkout';
import { exchangeTickets, keepTickets } from '../exchange/exchange-tickets';
import { readPayments } from '../../data/payment-store';
import { holdAtCounter } from './hold-at-counter';
import { type CounterPayment, takePayment } from './take-payment';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

async function hold(saleId: string = crypto.randomUUID()): Promise<string> {
  const { catalogId } = shop.ticketing;
  const items = [shop.ticketing.item(1)];
  const request = { saleId, mostTickets: 9, language: 'en' as const, catalogId, items };
  return heldId(await holdAtCounter(shop.context, request));
}

/** A sale of one ticket at another price, paid with the first ticket of an order of two for 18.00 each. */
async function exchanging(earlier: Ordered, price: string, override = false): Promise<string> {
  shop.ticketing.price = price;
  const checkoutId = await hold();
  const tickets = earlier.tickets.slice(0, 1);
  const exchange = { checkoutId, earlierId: earlier.id, tickets };
  expect(await exchangeTickets(shop.context, { ...exchange, staff: 'ada', override })).toBe('credited');
  return checkoutId;
}

async function pay(checkoutId: string, total: string, changes: Partial<CounterPayment> = {}) {
  const { customer } = orderOf(checkoutId, total);
  const tender = { method: 'cash', given: total } as const;
  const payment = { checkoutId, staff: 'ada', tender, total, customer, isReached: true, ...changes };
  const taken = await takePayment(shop.context, payment);
  await shop.settle();
  await shop.laterAll();
  await shop.settle();
  return taken.kind;
}

/** The order of a sale, whose tickets can be cancelled. */
async function orderedAs(id: string): Promise<Ordered> {
  const [order] = await readOrders(shop.context.database, id);
  return { id, orderId: order?.id ?? '', tickets: order?.data.items[0]?.tickets ?? [], intent: '' };
}

async function soldAtCounter(): Promise<Ordered> {
  shop.ticketing.hasExtensions = true;
  shop.ticketing.tickets.support = 'change';
  shop.ticketing.cancelling.rule = { until: new Date(Date.now() + 86_400_000), share: 1 };
  const sold = await hold();
  expect(await pay(sold, '18.00')).toBe('taken');
  return orderedAs(sold);
}

/** Resolves to the parts of the refund that other purchases' payments return. */
async function cancelAll(one: Ordered) {
  expect(await cancel(shop, one)).toMatchObject({ kind: 'requested' });
  await shop.laterAll();
  const [whole] = await readCancellations(shop.context.database, one.id);
  const refunds = await readRefundsFor(shop.context.database, one.id, [whole?.id ?? '']);
  return refunds.filter(({ checkoutId }) => checkoutId !== one.id);
}

describe('tickets that are exchanged at the counter', () => {
  it('pay for a part of the sale: the difference is taken in cash, and they are void', async () => {
    const earlier = await orderedWithTickets(shop);
    const id = await exchanging(earlier, '25.00');
    expect(await pay(id, '25.00')).toBe('total_changed');
    expect(await pay(id, '7.00')).toBe('taken');
    expect(await shop.find(id)).toMatchObject({ state: 'ordered', channel: 'counter' });
    expect(await readPayments(shop.context.database, id)).toMatchObject([{ method: 'cash', amount: '7.00' }]);
    expect(await cancellationBooks(shop, earlier)).toMatchObject({
      cancelled: earlier.tickets.slice(0, 1),
      refunded: '0.00',
    });
  });

  it('pay nothing when they were cancelled meanwhile: the sale stays held, at its whole price', async () => {
    const earlier = await orderedWithTickets(shop);
    const id = await exchanging(earlier, '25.00');
    await cancel(shop, earlier, { tickets: earlier.tickets.slice(0, 1), amount: '18.00' });
    expect(await pay(id, '7.00')).toBe('credit_lost');
    expect(await readPayments(shop.context.database, id)).toEqual([]);
    expect(await pay(id, '25.00')).toBe('taken');
  });

  it('are refunded what remains by the provider that was paid, and no money is taken', async () => {
    const earlier = await orderedWithTickets(shop);
    const id = await exchanging(earlier, '10.00');
    expect(await pay(id, '0.00', { tender: { method: 'cash', given: '0.00' } })).toBe('taken');
    expect(await readPayments(shop.context.database, id)).toEqual([]);
    expect(fromCents(shop.provider.refunded.get(earlier.intent) ?? 0)).toBe('8.00');
  });

  it('are paid back at the counter what remains, if they were sold there', async () => {
    const earlier = await soldAtCounter();
    expect(await pay(await exchanging(earlier, '10.00'), '0.00')).toBe('taken');
    expect(await readRefunds(shop.context.database, earlier.id)).toMatchObject([
      { state: 'failed', problem: 'pay_back_at_counter', amount: '8.00' },
    ]);
  });

  it('and cancelled later are refunded as the earlier ones were paid, and the e-mail says so', async () => {
    const earlier = await soldAtCounter();
    const id = await exchanging(earlier, '18.00');
    expect(await pay(id, '0.00')).toBe('taken');
    const [part] = await cancelAll(await orderedAs(id));
    expect(part).toMatchObject({ amount: '18.00', problem: 'pay_back_at_counter' });
    const settling = { as: 'refunded', paidBack: 'cash', reason: 'at the desk', staff: 'ada' } as const;
    expect(await settleRefund(shop.context, part?.id ?? '', settling)).toBe('settled');
    await shop.laterAll();
    await shop.settle();
    const told = shop.mailbox.mails.findLast(({ mail }) => mail.subject?.startsWith('Tickets cancelled'));
    expect(told?.mail.text).toContain('Paid back in cash');
    expect(told?.mail.text).not.toContain('means of payment');
  });

  it('are not paid back further than cancelling them would, except by an admin', async () => {
    const earlier = await orderedWithTickets(shop);
    shop.ticketing.cancelling.rule = { until: new Date(Date.now() + 60_000), share: 0.5 };
    const id = await exchanging(earlier, '8.99');
    expect(await pay(id, '0.00')).toBe('credit_left');
    expect(await shop.state(id)).toBe('held');
    expect(await pay(await exchanging(earlier, '8.99', true), '0.00')).toBe('taken');
    expect(fromCents(shop.provider.refunded.get(earlier.intent) ?? 0)).toBe('9.01');
  });

  it('do not pay for tickets of another organiser', async () => {
    const earlier = await orderedWithTickets(shop);
    shop.ticketing.cancelling.rule = { until: new Date(Date.now() + 60_000), share: 0.5 };
    const id = await exchanging(earlier, '5.00');
    shop.ticketing.price = '30.00';
    await hold(id);
    await shop.context.database.transaction((transaction) =>
      transaction.run(sql`update storefront.hold set catalog_id = ${crypto.randomUUID()}
                          where checkout_id = ${id} and reservation::text like '%30.00%'`),
    );
    expect(await pay(id, '30.00')).toBe('credit_left');
    expect(await readCheckout(shop.context, id, 'en')).toMatchObject({ total: '35.00', leastTotal: '39.00' });
  });

  it('that are kept leave nothing of their customer in the sale', async () => {
    const earlier = await orderedWithTickets(shop);
    const id = await exchanging(earlier, '25.00');
    expect(await keepTickets(shop.context, id)).toBe(true);
    expect((await shop.find(id)).entries).toMatchObject({ email: '', firstname: '', lastname: '' });
  });

  it('fill in who buys and the language, and not how the earlier ones were paid', async () => {
    const earlier = await orderedWithTickets(shop);
    const { customer } = orderOf(earlier.id, '36.00');
    const [before, sale] = [await shop.find(earlier.id), await shop.find(await exchanging(earlier, '25.00'))];
    expect(before.entries.email).toBe(customer.email);
    expect(sale.entries).toEqual({ ...before.entries, more: { language: [before.language] } });
  });
});
