import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fromCents } from '@/lib/money/money';
import { cancel, cancellationBooks, orderedWithTickets, statesOf } from '@/testing/shop/cancellations';
import { exchanging, later, ordered } from '@/testing/shop/exchanges';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { numberedSubject } from '@/testing/shop/numbered-subject';
import { crashingContext } from '@/testing/faults/crash-injection';
import { readOrders } from '../../data/order-store';
import { placeOrder } from '../checkout/place-order';
import { correctContact } from '../mail/correct-contact';
import { processCheckout } from '../order/process-checkout';
import { findLink } from '../../data/access-store';
import { findCheckout } from '../../data/checkout-store';
import { hashLink } from '../../tokens';
import { readWholeCheckout } from '../../data/whole-checkout-store';
import { findUnsettled, readPayments } from '../../data/payment-store';
import { readShownCancellations } from '../../data/shown-cancellations';
import { exchangeTickets, keepTickets } from './exchange-tickets';
import { startExchange } from './started-exchange';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

const refundedOf = (intent: string) => fromCents(shop.provider.refunded.get(intent) ?? 0);

describe('exchanging a ticket', () => {
  it('for one of the same price moves no money, and voids the earlier ticket', async () => {
    const earlier = await orderedWithTickets(shop);
    const { id, answer } = await exchanging(shop, earlier);
    expect(answer).toBe('credited');
    const made = await ordered(shop, id, '0.00');
    expect(await shop.state(made.id)).toBe('ordered');
    const books = await cancellationBooks(shop, earlier);
    expect(books).toMatchObject({ cancelled: earlier.tickets.slice(0, 1), refunded: '0.00' });
    expect(books.rows).toMatchObject([{ state: 'done', amount: '0.00', rebookedTo: id, refund: null }]);
    expect(await readPayments(shop.context.database, id)).toEqual([]);
    const [checkout, [shown]] = await Promise.all([
      findCheckout(shop.context.database, id),
      readShownCancellations(shop.context.database, earlier.id),
    ]);
    expect(shown).toMatchObject({ rebookedReference: checkout?.reference, organiserMessage: null });
    const replaced = `1 ticket of booking ${(await findCheckout(shop.context.database, earlier.id))?.reference}`;
    const mails = shop.mailbox.mails.filter(({ mail }) => mail.text?.includes(replaced));
    expect(mails.map(({ mail }) => mail.text)).toEqual([
      expect.stringContaining(`is not valid any more. Confirmation of exchange ${shown?.reference}.`),
    ]);
    // No other e-mail brings it.
    expect(mails[0]?.mail.attachments.map(({ filename }) => filename)).toContainEqual(
      expect.stringMatching(/^credit-note-/),
    );
  });

  it('fills in the address and the number to which staff have corrected the earlier ones', async () => {
    const earlier = await orderedWithTickets(shop);
    const right = { email: 'right@example.org', phone: '+33612345678' };
    await correctContact(shop.context, earlier.id, right, 'ada');
    const { id } = await exchanging(shop, earlier);
    expect((await shop.find(id)).entries).toMatchObject(right);
  });

  it('for a dearer one charges the difference only', async () => {
    const earlier = await orderedWithTickets(shop);
    const { id } = await exchanging(shop, earlier, '25.00');
    expect(await placeOrder(shop.context, orderOf(id, '25.00'))).toEqual({ kind: 'total_changed' });
    const made = await ordered(shop, id, '7.00');
    expect(await readPayments(shop.context.database, id)).toMatchObject([{ amount: '7.00', state: 'paid' }]);
    const { reference } = await shop.find(id);
    const confirmation = shop.mailbox.mails.find(({ mail }) => numberedSubject(mail).includes(reference));
    expect(confirmation?.mail.text).toMatch(
      /Credit for your earlier tickets\s+[-−]€18\.00\s+Paid now\s+€7\.00/,
    );
    expect(await shop.state(made.id)).toBe('ordered');
    expect(refundedOf(earlier.intent)).toBe('0.00');
  });

  it('for a cheaper one refunds the difference, once', async () => {
    const earlier = await orderedWithTickets(shop);
    const { id } = await exchanging(shop, earlier, '10.00');
    await ordered(shop, id, '0.00');
    expect(refundedOf(earlier.intent)).toBe('8.00');
    const rows = await readShownCancellations(shop.context.database, earlier.id);
    expect(rows).toMatchObject([{ state: 'done', amount: '8.00', rebookedTo: id }]);
    const mails = shop.mailbox.mails.filter(({ mail }) => mail.subject?.startsWith('Tickets exchanged'));
    const other = (await shop.find(id)).reference;
    expect(mails[0]?.mail.text).toContain(`1 ticket exchanged for booking ${other}`);
    expect(mails[0]?.mail.text).toContain('€10.00 credited');
    // What they were exchanged for, and how the rest is given back.
    expect(mails[0]?.mail.text).toMatch(
      new RegExp(`^Your new tickets, booking ${other}\n1 × .+  €10\\.00$`, 'm'),
    );
    expect(mails[0]?.mail.text).toContain('goes back to the means of payment');
    // As a link of an e-mail it opens in every browser.
    const [, link = ''] =
      new RegExp(`See booking ${other}:\\nhttps://shop\\.example/en/orders/link/(\\S+)`).exec(
        mails[0]?.mail.text ?? '',
      ) ?? [];
    expect(await findLink(shop.context.database, hashLink(link, shop.context.linkSecret))).toBe(id);
    expect(mails[0]?.mail.text).toContain('Your tickets were exchanged');
    const confirmations = shop.mailbox.mails.filter(({ mail }) => mail.text?.includes('You get back'));
    expect(confirmations).toHaveLength(1);
    expect(confirmations[0]?.mail.text).toContain('€8.00');
  });

  it('and cancelling the new one refunds from the payments that paid for it', async () => {
    const earlier = await orderedWithTickets(shop);
    const { id } = await exchanging(shop, earlier, '25.00');
    const made = await ordered(shop, id, '7.00');
    const answer = await cancel(shop, made, { amount: '25.00' });
    expect(answer).toMatchObject({ kind: 'requested' });
    await later(shop);
    expect(refundedOf(made.intent)).toBe('7.00');
    expect(refundedOf(earlier.intent)).toBe('18.00');
    // The other ticket of the earlier order can still be cancelled, and no more than it.
    const other = { tickets: earlier.tickets.slice(1), amount: '18.00' };
    expect(await cancel(shop, earlier, other)).toMatchObject({ kind: 'requested' });
    await later(shop);
    expect(refundedOf(earlier.intent)).toBe('36.00');
    const all = [
      ...(await readShownCancellations(shop.context.database, id)),
      ...(await readShownCancellations(shop.context.database, earlier.id)),
    ];
    expect(new Set(statesOf(all))).toEqual(new Set(['done']));
  });
});

describe('an exchange for a cheaper one', () => {
  it('pays back no more than cancelling the ticket would have, and else orders nothing', async () => {
    const rule = { until: new Date(Date.now() + 60_000), share: 0.5 };
    const earlier = await orderedWithTickets(shop);
    shop.ticketing.cancelling.rule = rule;
    const { id } = await exchanging(shop, earlier, '8.99');
    expect(await placeOrder(shop.context, orderOf(id, '0.00'))).toEqual({
      kind: 'credit_left',
      least: '9.00',
    });
    expect(await shop.state(id)).toBe('held');
    const dear = await exchanging(shop, earlier, '9.00');
    await ordered(shop, dear.id, '0.00');
    expect(refundedOf(earlier.intent)).toBe('9.00');
  });

  it('pays nothing back when the ticket can’t be cancelled any more', async () => {
    const earlier = await orderedWithTickets(shop);
    shop.ticketing.cancelling.rule = { until: new Date(Date.now() + 60_000), share: 0 };
    const { id } = await exchanging(shop, earlier, '17.99');
    expect(await placeOrder(shop.context, orderOf(id, '0.00'))).toMatchObject({ least: '18.00' });
    expect(await keepTickets(shop.context, id)).toBe(true);
    await ordered(shop, id, '17.99');
    expect(refundedOf(earlier.intent)).toBe('0.00');
  });

  it('is paid back whole when an admin does it', async () => {
    const earlier = await orderedWithTickets(shop);
    shop.ticketing.cancelling.rule = null;
    shop.ticketing.price = '10.00';
    const id = await shop.hold(1);
    const request = { checkoutId: id, earlierId: earlier.id };
    const byAdmin = { tickets: earlier.tickets.slice(0, 1), staff: 'ada', override: true };
    expect(await exchangeTickets(shop.context, { ...request, ...byAdmin })).toBe('credited');
    await ordered(shop, id, '0.00');
    expect(refundedOf(earlier.intent)).toBe('8.00');
  });
});

describe('an exchange that is not possible', () => {
  it('is refused when the tickets are cancelled, or the rule is over, or the checkout is paid', async () => {
    const earlier = await orderedWithTickets(shop);
    await cancel(shop, earlier, { tickets: earlier.tickets.slice(0, 1) });
    expect((await exchanging(shop, earlier)).answer).toBe('changed');
    expect((await exchanging(shop, earlier, '18.00', [])).answer).toBe('changed');
    shop.ticketing.cancelling.rule = null;
    expect((await exchanging(shop, earlier, '18.00', earlier.tickets.slice(1))).answer).toBe('not_possible');
    const paying = await shop.paying(1);
    const request = { checkoutId: paying.id, earlierId: earlier.id };
    const rest = { tickets: earlier.tickets.slice(1), staff: 'ada', override: true };
    expect(await exchangeTickets(shop.context, { ...request, ...rest })).toBe('not_held');
  });

  it('is refused for a gift card of the same seller, and can be made once it is removed', async () => {
    const earlier = await orderedWithTickets(shop);
    const units = [`${earlier.orderId}/0`];
    await startExchange(shop.context, { earlierId: earlier.id, units, products: {}, amount: '18.00' });
    const { id } = await exchanging(shop, earlier, '25.00');
    const change = (statement: ReturnType<typeof sql>) =>
      shop.context.database.transaction((transaction) => transaction.run(statement));
    const asGiftCard = (is: boolean) =>
      change(sql`update storefront.hold set reservation =
        jsonb_set(reservation, '{items,0,giftCard}', ${JSON.stringify(is)}::jsonb) where checkout_id = ${id}`);
    const request = { checkoutId: id, earlierId: earlier.id, tickets: earlier.tickets.slice(0, 1) };
    const exchange = () => exchangeTickets(shop.context, { ...request, staff: null, override: false });

    await asGiftCard(true);
    expect(await placeOrder(shop.context, orderOf(id, '7.00'))).toEqual({
      kind: 'credit_lost',
      why: 'gift_card',
    });
    expect(await exchange()).toBe('gift_card');
    expect((await readWholeCheckout(shop.context.database, earlier.id))?.started).toMatchObject({ units });

    await asGiftCard(false);
    expect(await exchange()).toBe('credited');
    await asGiftCard(true);
    await change(sql`update storefront.hold set catalog_id = gen_random_uuid() where checkout_id = ${id}`);
    // A gift card of another seller is paid with money anyway.
    expect(await exchange()).toBe('credited');
  });

  it('costs the whole price when the ticket was cancelled before the payment, and stays held', async () => {
    const earlier = await orderedWithTickets(shop);
    const { id } = await exchanging(shop, earlier, '25.00');
    const same = { tickets: earlier.tickets.slice(0, 1), amount: '18.00' };
    expect(await cancel(shop, earlier, same)).toMatchObject({ kind: 'requested' });
    const refused = await placeOrder(shop.context, orderOf(id, '7.00'));
    expect(refused).toEqual({ kind: 'credit_lost', why: 'changed' });
    expect(await shop.state(id)).toBe('held');
    await ordered(shop, id, '25.00');
    expect(refundedOf(earlier.intent)).toBe('18.00');
  });

  it('is not paid on the page that is open, when the customer came back from it and ordered again', async () => {
    const earlier = await orderedWithTickets(shop);
    const { id } = await exchanging(shop, earlier, '25.00');
    expect(await placeOrder(shop.context, orderOf(id, '7.00'))).toMatchObject({ kind: 'pay' });
    const same = { tickets: earlier.tickets.slice(0, 1), amount: '18.00' };
    expect(await cancel(shop, earlier, same)).toMatchObject({ kind: 'requested' });
    const refused = await placeOrder(shop.context, orderOf(id, '7.00'));
    expect(refused).toEqual({ kind: 'credit_lost', why: 'changed' });
    expect(await shop.state(id)).toBe('held');
    await ordered(shop, id, '25.00');
  });

  it('is not paid while the service can’t say whether the ticket is still valid', async () => {
    const earlier = await orderedWithTickets(shop);
    const { id } = await exchanging(shop, earlier, '25.00');
    shop.ticketing.unavailable = true;
    expect(await placeOrder(shop.context, orderOf(id, '7.00'))).toEqual({ kind: 'service_unavailable' });
    shop.ticketing.unavailable = false;
    expect(await placeOrder(shop.context, orderOf(id, '7.00'))).toMatchObject({ kind: 'pay' });
  });

  it('returns what was paid when the ticket was cancelled meanwhile, and makes no order', async () => {
    const earlier = await orderedWithTickets(shop);
    const { id } = await exchanging(shop, earlier, '25.00');
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
    const { id } = await exchanging(shop, earlier, '25.00');
    expect(await keepTickets(shop.context, id)).toBe(true);
    expect(await placeOrder(shop.context, orderOf(id, '7.00'))).toEqual({ kind: 'total_changed' });
    await ordered(shop, id, '25.00');
    expect(await cancellationBooks(shop, earlier)).toMatchObject({ cancelled: [], refunded: '0.00' });
  });
});

it('a crash at any call leaves it exchanged, with the difference refunded once', async () => {
  for (let at = 1; at <= 14; at += 1) {
    shop.reset();
    const earlier = await orderedWithTickets(shop);
    const { id } = await exchanging(shop, earlier, '10.00');
    await placeOrder(shop.context, orderOf(id, '0.00'));
    const crashing = crashingContext(shop.context, { at, when: at % 2 === 0 ? 'before' : 'after' });
    await crashing.outcome(processCheckout(crashing.context, id));
    for (let round = 0; round < 6; round += 1) await later(shop);
    const { refunded, cancelled, rows } = await cancellationBooks(shop, earlier);
    const [state, orders] = [await shop.state(id), await shop.ordersFor(id)];
    expect({ at, state, orders: orders.length, refunded, cancelled, rows: statesOf(rows) }).toEqual({
      at,
      state: 'ordered',
      orders: 1,
      refunded: '8.00',
      cancelled: earlier.tickets.slice(0, 1),
      rows: ['done'],
    });
  }
});
