import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fromCents } from '@/lib/money/money';
import {
  cancel,
  cancellationBooks,
  type Ordered,
  orderedWithTickets,
  statesOf,
} from '@/testing/checkout/cancellations';
import { findInAttention } from '@/testing/checkout/attention';
import { orderOf, startTestShop, type TestShop } from '@/testing/checkout/test-shop';
import { crashingContext } from '@/testing/faults/crash-injection';
import { readOrders } from '../order/order-store';
import { placeOrder } from '../payment/pay';
import { processCheckout } from '../queue/process-checkout';
import { findCheckout } from '../state/checkout-store';
import { findUnsettled, readPayments } from '../state/payment-store';
import { readCancellations, readShownCancellations } from '../cancellation/cancellation-store';
import { settleCancellation } from '../cancellation/settle-cancellation';
import { exchangeTickets, keepTickets } from './exchange-tickets';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

const refundedOf = (intent: string) => fromCents(shop.provider.refunded.get(intent) ?? 0);

/** A held checkout of one ticket at another price, paid with the first ticket of an order. */
async function exchanging(earlier: Ordered, price = '18.00', tickets = earlier.tickets.slice(0, 1)) {
  shop.ticketing.price = price;
  const id = await shop.hold(1);
  const request = { checkoutId: id, earlierId: earlier.id, orderId: earlier.orderId, tickets };
  return { id, answer: await exchangeTickets(shop.context, { ...request, staff: null, override: false }) };
}

async function later(): Promise<void> {
  await shop.laterAll();
  await shop.settle();
}

/** Orders a checkout and pays what is due. */
async function ordered(id: string, due: string): Promise<Ordered> {
  const placed = await placeOrder(shop.context, orderOf(id, due));
  if (placed.kind === 'pay') {
    const payment = await findUnsettled(shop.context.database, id);
    shop.provider.pay(payment?.sessionId ?? '');
    await shop.later(id, { holdOver: true });
  }
  await shop.settle();
  await later();
  const [order] = await readOrders(shop.context.database, id);
  const [payment] = await readPayments(shop.context.database, id);
  if (order === undefined) throw new Error(`not ordered: ${await shop.state(id)}`);
  return {
    ...{ id, orderId: order.id, tickets: order.data.items[0]?.tickets ?? [] },
    intent: payment?.intent ?? '',
  };
}

describe('exchanging a ticket', () => {
  it('for one of the same price moves no money, and voids the earlier ticket', async () => {
    const earlier = await orderedWithTickets(shop);
    const { id, answer } = await exchanging(earlier);
    expect(answer).toBe('credited');
    const made = await ordered(id, '0.00');
    expect(await shop.state(made.id)).toBe('ordered');
    const books = await cancellationBooks(shop, earlier);
    expect(books).toMatchObject({ cancelled: earlier.tickets.slice(0, 1), refunded: '0.00' });
    expect(books.rows).toMatchObject([{ state: 'done', amount: '0.00', rebookedTo: id, paymentId: null }]);
    expect(await readPayments(shop.context.database, id)).toEqual([]);
    const [checkout, [shown]] = await Promise.all([
      findCheckout(shop.context.database, id),
      readShownCancellations(shop.context.database, earlier.id),
    ]);
    expect(shown).toMatchObject({ rebookedReference: checkout?.reference, organiserMessage: null });
    const replaced = `1 ticket of booking ${(await findCheckout(shop.context.database, earlier.id))?.reference}`;
    const told = shop.mailbox.mails.filter(({ mail }) => mail.text?.includes(replaced));
    expect(told.map(({ mail }) => mail.text)).toEqual([
      expect.stringContaining(`is not valid any more. Credit note ${shown?.reference}.`),
    ]);
  });

  it('for a dearer one charges the difference only', async () => {
    const earlier = await orderedWithTickets(shop);
    const { id } = await exchanging(earlier, '25.00');
    expect(await placeOrder(shop.context, orderOf(id, '25.00'))).toEqual({ kind: 'total_changed' });
    const made = await ordered(id, '7.00');
    expect(await readPayments(shop.context.database, id)).toMatchObject([{ amount: '7.00', state: 'paid' }]);
    expect(await shop.state(made.id)).toBe('ordered');
    expect(refundedOf(earlier.intent)).toBe('0.00');
  });

  it('for a cheaper one refunds the difference, once', async () => {
    const earlier = await orderedWithTickets(shop);
    const { id } = await exchanging(earlier, '10.00');
    await ordered(id, '0.00');
    expect(refundedOf(earlier.intent)).toBe('8.00');
    const rows = await readCancellations(shop.context.database, earlier.id);
    expect(rows).toMatchObject([{ state: 'done', amount: '8.00', rebookedTo: id }]);
    const mails = shop.mailbox.mails.filter(({ mail }) => mail.subject?.startsWith('Tickets exchanged'));
    expect(mails[0]?.mail.text).toContain('1 ticket exchanged');
    expect(mails[0]?.mail.text).toContain('Your tickets were exchanged');
    const confirmations = shop.mailbox.mails.filter(({ mail }) => mail.text?.includes('You get back'));
    expect(confirmations).toHaveLength(1);
    expect(confirmations[0]?.mail.text).toContain('€8.00');
  });

  it('and cancelling the new one refunds from the payments that paid for it', async () => {
    const earlier = await orderedWithTickets(shop);
    const { id } = await exchanging(earlier, '25.00');
    const made = await ordered(id, '7.00');
    const answer = await cancel(shop, made, { amount: '25.00' });
    expect(answer).toMatchObject({ kind: 'requested' });
    await later();
    expect(refundedOf(made.intent)).toBe('7.00');
    expect(refundedOf(earlier.intent)).toBe('18.00');
    // The other ticket of the earlier order can still be cancelled, and no more than it.
    const other = { tickets: earlier.tickets.slice(1), amount: '18.00' };
    expect(await cancel(shop, earlier, other)).toMatchObject({ kind: 'requested' });
    await later();
    expect(refundedOf(earlier.intent)).toBe('36.00');
    const all = [
      ...(await readCancellations(shop.context.database, id)),
      ...(await readCancellations(shop.context.database, earlier.id)),
    ];
    expect(new Set(statesOf(all))).toEqual(new Set(['done']));
  });
});

it('a refund from two payments is told as refunded only when both have returned their part', async () => {
  const earlier = await orderedWithTickets(shop);
  const { id } = await exchanging(earlier, '25.00');
  const made = await ordered(id, '7.00');
  const refunds = () =>
    shop.mailbox.mails.filter(({ mail }) => mail.subject?.startsWith('Tickets cancelled'));
  const before = refunds().length;
  // The order of the two refunds is not certain: one of them is refused.
  shop.provider.refundFaults.push('failed');
  expect(await cancel(shop, made, { amount: '25.00' })).toMatchObject({ kind: 'requested' });
  await later();
  expect(refunds()).toHaveLength(before);
  const [whole] = await readShownCancellations(shop.context.database, id);
  expect(whole?.parts).toMatchObject([{ checkoutId: earlier.id, amount: '18.00' }]);
  const rows = [whole, ...(await readShownCancellations(shop.context.database, earlier.id))];
  const open = rows.find((row) => row?.state === 'attention');
  const settling = { as: 'refunded', paidBack: 'other', reason: 'by transfer', staff: 'ada' } as const;
  expect(await settleCancellation(shop.context, open?.id ?? '', settling)).toBe(true);
  await later();
  expect(refunds()).toHaveLength(before + 1);
  expect(refunds().at(-1)?.mail.text).toContain('€25.00');
});

it('a refund from two payments that staff settle before the parts are requested is told to the customer', async () => {
  const earlier = await orderedWithTickets(shop);
  const { id } = await exchanging(earlier, '25.00');
  const made = await ordered(id, '7.00');
  // The service answers late, and then with another amount: nothing is requested from the provider.
  shop.ticketing.cancelling.faults.push('error_before');
  expect(await cancel(shop, made, { amount: '25.00' })).toMatchObject({ kind: 'requested' });
  shop.ticketing.cancelling.rule = { until: new Date(Date.now() + 60_000), share: 0.5 };
  await later();
  const [whole] = await readShownCancellations(shop.context.database, id);
  expect(whole).toMatchObject({ state: 'attention', problem: 'amount_differs', isEnded: false });
  const settling = { as: 'refunded', paidBack: 'other', reason: 'by transfer', staff: 'ada' } as const;
  expect(await settleCancellation(shop.context, whole?.id ?? '', settling)).toBe(true);
  await later();
  const [settled] = await readShownCancellations(shop.context.database, id);
  expect(settled).toMatchObject({ isEnded: true, parts: [{ state: 'refused' }] });
  expect(settled?.toldAt).toBeInstanceOf(Date);
});

it('a refund from two payments that staff have to make is listed with the part of each', async () => {
  const earlier = await orderedWithTickets(shop);
  const { id } = await exchanging(earlier, '25.00');
  const made = await ordered(id, '7.00');
  shop.provider.refundFaults.push('failed', 'failed');
  expect(await cancel(shop, made, { amount: '25.00' })).toMatchObject({ kind: 'requested' });
  await later();
  const waiting = await findInAttention(shop.context.database);
  expect(waiting.find((one) => one.id === id)?.total).toBe('7.00');
  expect(waiting.find((one) => one.id === earlier.id)?.total).toBe('18.00');
  for (const checkoutId of [id, earlier.id]) {
    const [row] = (await readCancellations(shop.context.database, checkoutId)).filter(
      ({ state }) => state === 'attention',
    );
    const paidBack = checkoutId === id ? 'cash' : 'other';
    const settling = { as: 'refunded', paidBack, reason: 'at the desk', staff: 'ada' } as const;
    expect(await settleCancellation(shop.context, row?.id ?? '', settling)).toBe(true);
  }
  await later();
  const told = shop.mailbox.mails.findLast(({ mail }) => mail.subject?.startsWith('Tickets cancelled'));
  expect(told?.mail.text).toContain('€7.00: Paid back in cash');
  expect(told?.mail.text).toContain('€18.00: Paid back in another way');
  expect(told?.mail.text).not.toContain('means of payment');
});

describe('an exchange for a cheaper one', () => {
  it('pays back no more than cancelling the ticket would have, and else orders nothing', async () => {
    const rule = { until: new Date(Date.now() + 60_000), share: 0.5 };
    const earlier = await orderedWithTickets(shop);
    shop.ticketing.cancelling.rule = rule;
    const { id } = await exchanging(earlier, '8.99');
    expect(await placeOrder(shop.context, orderOf(id, '0.00'))).toEqual({
      kind: 'credit_left',
      least: '9.00',
    });
    expect(await shop.state(id)).toBe('held');
    const dear = await exchanging(earlier, '9.00');
    await ordered(dear.id, '0.00');
    expect(refundedOf(earlier.intent)).toBe('9.00');
  });

  it('pays nothing back when the ticket can’t be cancelled any more', async () => {
    const earlier = await orderedWithTickets(shop);
    shop.ticketing.cancelling.rule = { until: new Date(Date.now() + 60_000), share: 0 };
    const { id } = await exchanging(earlier, '17.99');
    expect(await placeOrder(shop.context, orderOf(id, '0.00'))).toMatchObject({ least: '18.00' });
    expect(await keepTickets(shop.context, id)).toBe(true);
    await ordered(id, '17.99');
    expect(refundedOf(earlier.intent)).toBe('0.00');
  });

  it('is paid back whole when an admin does it', async () => {
    const earlier = await orderedWithTickets(shop);
    shop.ticketing.cancelling.rule = null;
    shop.ticketing.price = '10.00';
    const id = await shop.hold(1);
    const request = { checkoutId: id, earlierId: earlier.id, orderId: earlier.orderId };
    const byAdmin = { tickets: earlier.tickets.slice(0, 1), staff: 'ada', override: true };
    expect(await exchangeTickets(shop.context, { ...request, ...byAdmin })).toBe('credited');
    await ordered(id, '0.00');
    expect(refundedOf(earlier.intent)).toBe('8.00');
  });
});

describe('an exchange that is not possible', () => {
  it('is refused when the tickets are cancelled, or the rule is over, or the checkout is paid', async () => {
    const earlier = await orderedWithTickets(shop);
    await cancel(shop, earlier, { tickets: earlier.tickets.slice(0, 1) });
    expect((await exchanging(earlier)).answer).toBe('changed');
    expect((await exchanging(earlier, '18.00', [])).answer).toBe('changed');
    shop.ticketing.cancelling.rule = null;
    expect((await exchanging(earlier, '18.00', earlier.tickets.slice(1))).answer).toBe('not_possible');
    const paying = await shop.paying(1);
    const request = { checkoutId: paying.id, earlierId: earlier.id, orderId: earlier.orderId };
    const rest = { tickets: earlier.tickets.slice(1), staff: 'ada', override: true };
    expect(await exchangeTickets(shop.context, { ...request, ...rest })).toBe('not_held');
  });

  it('costs the whole price when the ticket was cancelled before the payment, and stays held', async () => {
    const earlier = await orderedWithTickets(shop);
    const { id } = await exchanging(earlier, '25.00');
    const same = { tickets: earlier.tickets.slice(0, 1), amount: '18.00' };
    expect(await cancel(shop, earlier, same)).toMatchObject({ kind: 'requested' });
    const refused = await placeOrder(shop.context, orderOf(id, '7.00'));
    expect(refused).toEqual({ kind: 'credit_lost', why: 'changed' });
    expect(await shop.state(id)).toBe('held');
    await ordered(id, '25.00');
    expect(refundedOf(earlier.intent)).toBe('18.00');
  });

  it('is not paid on the page that is open, when the customer came back from it and ordered again', async () => {
    const earlier = await orderedWithTickets(shop);
    const { id } = await exchanging(earlier, '25.00');
    expect(await placeOrder(shop.context, orderOf(id, '7.00'))).toMatchObject({ kind: 'pay' });
    const same = { tickets: earlier.tickets.slice(0, 1), amount: '18.00' };
    expect(await cancel(shop, earlier, same)).toMatchObject({ kind: 'requested' });
    const refused = await placeOrder(shop.context, orderOf(id, '7.00'));
    expect(refused).toEqual({ kind: 'credit_lost', why: 'changed' });
    expect(await shop.state(id)).toBe('held');
    await ordered(id, '25.00');
  });

  it('is not paid while the service can’t say whether the ticket is still valid', async () => {
    const earlier = await orderedWithTickets(shop);
    const { id } = await exchanging(earlier, '25.00');
    shop.ticketing.away = true;
    expect(await placeOrder(shop.context, orderOf(id, '7.00'))).toEqual({ kind: 'service_away' });
    shop.ticketing.away = false;
    expect(await placeOrder(shop.context, orderOf(id, '7.00'))).toMatchObject({ kind: 'pay' });
  });

  it('returns what was paid when the ticket was cancelled meanwhile, and makes no order', async () => {
    const earlier = await orderedWithTickets(shop);
    const { id } = await exchanging(earlier, '25.00');
    const same = { tickets: earlier.tickets.slice(0, 1), amount: '18.00' };
    await placeOrder(shop.context, orderOf(id, '7.00'));
    expect(await cancel(shop, earlier, same)).toMatchObject({ kind: 'requested' });
    const payment = await findUnsettled(shop.context.database, id);
    shop.provider.pay(payment?.sessionId ?? '');
    for (let round = 0; round < 4; round += 1) {
      await shop.later(id, { holdOver: true });
      await shop.settle();
    }
    expect(await shop.state(id)).toBe('refunded');
    expect(await readOrders(shop.context.database, id)).toEqual([]);
    expect(refundedOf(earlier.intent)).toBe('18.00');
  });

  it('can be given up: the earlier tickets stay, and all is to be paid', async () => {
    const earlier = await orderedWithTickets(shop);
    const { id } = await exchanging(earlier, '25.00');
    expect(await keepTickets(shop.context, id)).toBe(true);
    expect(await placeOrder(shop.context, orderOf(id, '7.00'))).toEqual({ kind: 'total_changed' });
    await ordered(id, '25.00');
    expect(await cancellationBooks(shop, earlier)).toMatchObject({ cancelled: [], refunded: '0.00' });
  });
});

it(
  'a crash at any call leaves it exchanged, with the difference refunded once',
  { timeout: 60_000 },
  async () => {
    for (let at = 1; at <= 14; at += 1) {
      shop.reset();
      const earlier = await orderedWithTickets(shop);
      const { id } = await exchanging(earlier, '10.00');
      await placeOrder(shop.context, orderOf(id, '0.00'));
      const crashing = crashingContext(shop.context, { at, when: at % 2 === 0 ? 'before' : 'after' });
      await crashing.outcome(processCheckout(crashing.context, id));
      for (let round = 0; round < 6; round += 1) await later();
      const { refunded, cancelled, rows } = await cancellationBooks(shop, earlier);
      const [state, orders] = [await shop.state(id), await shop.ordersFor(id)];
      expect({ at, state, orders: orders.length, refunded, cancelled, rows: statesOf(rows) }).toEqual({
        ...{ at, state: 'ordered', orders: 1, refunded: '8.00' },
        ...{ cancelled: earlier.tickets.slice(0, 1), rows: ['done'] },
      });
    }
  },
);
