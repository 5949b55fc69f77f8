import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atOnce } from '@/testing/shop/at-once';
import { enqueueEmail } from '../../data/mail-store';
import { holdAgain } from '../basket/basket';
import { postOf, type Post } from '@/testing/shop/emails';
import { placeOrder } from '../checkout/place-order';
import { settleByHand } from '../attention/settle-by-hand';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { hashToken, newToken } from '../../tokens';
import { receiveWebhook } from '../payment/webhooks';

const customer = 'ada@example.org';
let shop: TestShop;
let post: Post;

beforeAll(async () => {
  shop = await startTestShop();
  post = postOf(shop);
});

afterAll(() => shop.close());

beforeEach(async () => {
  shop.reset();
  shop.context.capture = 'automatic';
  await post.clear();
  await post.clearAttention();
});

const textOf = (index: number) => shop.mailbox.mails[index]?.mail.text ?? '';
/** Claims that an e-mail must not make while they are not known to be true. */
const claims = /charged|refunded|given your money back/;

async function tellOfPayment(sessionId: string): Promise<void> {
  const { body, signature } = shop.provider.webhook(sessionId);
  await receiveWebhook(shop.context, body, signature);
  await shop.settle();
}

async function orderUnknown(): Promise<string> {
  shop.ticketing.orderFaults.push('cut_before');
  shop.ticketing.readable = false;
  const id = await shop.paidByWebhook();
  for (let look = 0; look < 12; look += 1) {
    await shop.settle();
    await shop.later(id);
  }
  return id;
}

async function withoutOrder(): Promise<string> {
  shop.ticketing.orderFaults.push('refuse');
  const id = await shop.paidByWebhook();
  await shop.settle();
  return id;
}

/** A free order of two tickets. */
async function free(): Promise<string> {
  shop.ticketing.price = '0.00';
  const id = await shop.hold();
  expect(await placeOrder(shop.context, orderOf(id, '0.00'))).toEqual({ kind: 'placed' });
  return id;
}

/** Escalates a checkout, as the worker does when a state lasts too long. */
async function escalate(id: string): Promise<void> {
  await shop.context.database.transaction(async (transaction) => {
    await transaction.run(
      sql`update storefront.checkout set escalated_at = clock_timestamp() where id = ${id}`,
    );
    await enqueueEmail(transaction, { checkoutId: id, kind: 'staff_looking' });
  });
}

describe('a purchase that no program can finish', () => {
  it.each([
    {
      reason: 'amount_differs',
      begin: () => post.paidOneCentLess(),
      says: 'not of the €36.00 that were agreed',
    },
    { reason: 'order_unknown', begin: orderUnknown, says: 'Your payment of €36.00 has arrived' },
    {
      reason: 'refund_failed',
      begin: () => {
        shop.provider.refundFaults.push('failed');
        return withoutOrder();
      },
      says: 'the refund of your €36.00 did not work',
    },
    {
      reason: 'void_failed',
      begin: () => {
        shop.context.capture = 'manual';
        shop.provider.voidFaults.push('failed');
        return withoutOrder();
      },
      says: '€36.00 is set aside at your bank',
    },
  ])('is announced to the customer with what is known: $reason', async ({ reason, begin, says }) => {
    const id = await begin();
    expect(await shop.find(id)).toMatchObject({ state: 'attention', reason });
    expect(post.subjectsTo(customer)).toEqual(['We are looking into your order']);
    expect(textOf(0)).toContain(says);
    expect(textOf(0)).toContain(`we write to ${customer}`);
    expect(textOf(0)).toContain((await shop.find(id)).reference);
    expect(textOf(0)).not.toMatch(claims);
  });

  it('is not announced when there is an order that could not be charged: the customer has the tickets', async () => {
    shop.context.capture = 'manual';
    shop.provider.captureFaults.push('failed');
    const id = await shop.paidByWebhook();
    await shop.settle();
    expect(await shop.find(id)).toMatchObject({ state: 'attention', reason: 'capture_failed' });
    expect(post.subjectsTo(customer)).toEqual(['Your tickets']);
    await settleByHand(shop.context, id, { as: 'ordered', staff: 'ada' });
    await shop.settle();
    expect(post.subjectsTo(customer)).toEqual(['Your tickets']);
  });
});

describe('a purchase that staff have settled', () => {
  it.each([
    { as: 'refunded', subject: 'Your money has been returned', says: 'returned your money' },
    { as: 'ordered', subject: 'Your order stands', says: `Your tickets come by e-mail to ${customer}` },
  ] as const)('is announced with the outcome that staff chose: $as', async ({ as, subject, says }) => {
    const id = await orderUnknown();
    expect(await settleByHand(shop.context, id, { as, staff: 'ada' })).toBe(true);
    expect(await settleByHand(shop.context, id, { as, staff: 'bo' })).toBe(false);
    await shop.settle();
    expect(post.subjectsTo(customer)).toEqual(['We are looking into your order', subject]);
    expect(textOf(1)).toContain(says);
  });

  it('can not be settled as "nothing was charged" while the shop has the money', async () => {
    const id = await post.paidOneCentLess();
    expect(await settleByHand(shop.context, id, { as: 'nothing', staff: 'ada' })).toBe(false);
    expect(await shop.find(id)).toMatchObject({ settledAs: null });
    await shop.settle();
    expect(post.subjectsTo(customer)).toEqual(['We are looking into your order']);
  });

  it('is announced as "nothing was charged" where nothing was charged', async () => {
    shop.ticketing.orderFaults.push('cut_before');
    shop.ticketing.readable = false;
    const id = await free();
    for (let look = 0; look < 12; look += 1) {
      await shop.settle();
      await shop.later(id);
    }
    expect(await shop.state(id)).toBe('attention');
    expect(await settleByHand(shop.context, id, { as: 'nothing', staff: 'ada' })).toBe(true);
    await shop.settle();
    expect(post.subjectsTo(customer)).toEqual(['We are looking into your order', 'This booking is closed']);
    expect(textOf(1)).toContain('nothing was charged, and there is no order');
  });

  it('before the first e-mail was sent is announced in one e-mail', async () => {
    shop.network.mail.unavailable = true;
    const id = await post.paidOneCentLess();
    await settleByHand(shop.context, id, { as: 'refunded', staff: 'ada' });
    shop.network.mail.unavailable = false;
    await post.later();
    expect(post.subjectsTo(customer)).toEqual(['Your money has been returned']);
    expect(await post.queued()).toEqual([]);
  });
});

describe('a free order that can not be made', () => {
  it('is announced, each time that the order fails', async () => {
    shop.ticketing.orderFaults.push('refuse', 'refuse');
    const id = await free();
    await shop.settle();
    expect(await shop.find(id)).toMatchObject({ state: 'expired', reason: 'order_refused' });
    expect(post.subjectsTo(customer)).toEqual(['We could not complete your order']);
    expect(textOf(0)).toContain('There is no order, and nothing was charged.');
    expect(textOf(0)).toContain('The ticket issuer did not accept the order.');
    expect(textOf(0)).not.toMatch(/payment/i);
    const holder = { tokenHash: hashToken(newToken()), network: 'home', site: null };
    await shop.later(id, { holdOver: true });
    expect(await holdAgain(shop.context, id, { ...holder, inTurn: atOnce })).toMatchObject({ kind: 'held' });
    // The reservations were renewed: the checkout has no failed order any more.
    expect(await shop.find(id)).toMatchObject({ reason: null });
    await placeOrder(shop.context, orderOf(id, '0.00'));
    await shop.settle();
    const subject = 'We could not complete your order';
    expect(post.subjectsTo(customer)).toEqual([subject, subject]);
    const [first, second] = shop.mailbox.mails.map(({ mail }) => mail.messageId);
    expect(first).not.toBe(second);
  });

  it('is not announced to customers who let a hold expire', async () => {
    const { id, sessionId } = await shop.paying();
    await shop.later(id, { holdOver: true });
    await shop.settle();
    expect(await shop.state(id)).toBe('expired');
    expect(shop.provider.sessions.get(sessionId)?.status).toBe('expired');
    expect(shop.mailbox.mails).toEqual([]);
  });
});

describe('a purchase that takes too long', () => {
  it('is announced once, without a claim whether it was paid, and then its outcome is announced', async () => {
    const { id, sessionId } = await shop.paying();
    await escalate(id);
    await escalate(id);
    await shop.settle();
    expect(post.subjectsTo(customer)).toEqual(['We are looking into your order']);
    expect(textOf(0)).toContain('to tell us whether your payment of €36.00 went through');
    expect(textOf(0)).not.toMatch(claims);
    shop.provider.pay(sessionId);
    await tellOfPayment(sessionId);
    expect(await shop.find(id)).toMatchObject({ state: 'ordered', escalatedAt: null });
    expect(post.subjectsTo(customer)).toEqual(['We are looking into your order', 'Your tickets']);
  });

  it('is announced when it turns out that it was not paid', async () => {
    const { id } = await shop.paying();
    shop.provider.unavailable = true;
    await shop.later(id, { holdOver: true });
    await shop.settle();
    await escalate(id);
    await shop.settle();
    shop.provider.unavailable = false;
    await shop.later(id);
    await shop.settle();
    expect(await shop.state(id)).toBe('expired');
    expect(post.subjectsTo(customer)).toEqual([
      'We are looking into your order',
      'We could not complete your order',
    ]);
    expect(textOf(1)).toContain('There is no order, and nothing was charged.');
  });

  it('is not announced any more when it has ended before the e-mail was sent', async () => {
    const { id, sessionId } = await shop.paying();
    shop.network.mail.unavailable = true;
    await escalate(id);
    shop.provider.pay(sessionId);
    await tellOfPayment(sessionId);
    shop.network.mail.unavailable = false;
    await post.later();
    expect(post.subjectsTo(customer)).toEqual(['Your tickets']);
  });

  it('is not announced while there is no customer', async () => {
    const id = await shop.hold();
    await escalate(id);
    await shop.settle();
    expect(await post.queued()).toEqual([]);
    expect(shop.mailbox.mails).toEqual([]);
  });
});
