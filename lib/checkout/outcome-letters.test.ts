import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enqueueStaffLooking } from './announce';
import { holdAgain } from './basket';
import { postOf, type Post } from './letters-testing';
import { placeOrder } from './pay';
import { settleByHand } from './settle-by-hand';
import { orderOf, startStage, type Stage } from './testing';
import { hashToken, newToken } from './tokens';
import { receiveWebhook } from './webhooks';

const customer = 'ada@example.org';
let stage: Stage;
let post: Post;

beforeAll(async () => {
  stage = await startStage();
  post = postOf(stage);
});

afterAll(() => stage.close());

beforeEach(async () => {
  stage.reset();
  stage.rooms.capture = 'automatic';
  await post.clear();
  await post.clearAttention();
});

const textOf = (index: number) => stage.mailbox.mails[index]?.mail.text ?? '';
/** What must not be said where it is not known. */
const claims = /charged|refunded|given your money back/;

async function tellOfPayment(sessionId: string): Promise<void> {
  const { body, signature } = stage.provider.webhook(sessionId);
  await receiveWebhook(stage.rooms, body, signature);
  await stage.settle();
}

async function paidOneCentLess(): Promise<string> {
  const { id, sessionId } = await stage.paying();
  stage.provider.pay(sessionId, { amount: 3599 });
  await tellOfPayment(sessionId);
  return id;
}

async function orderUnknown(): Promise<string> {
  stage.ticketing.orderFaults.push('cut_before');
  stage.ticketing.readable = false;
  const id = await stage.paidByWebhook();
  for (let look = 0; look < 12; look += 1) {
    await stage.settle();
    await stage.later(id);
  }
  return id;
}

async function withoutOrder(): Promise<string> {
  stage.ticketing.orderFaults.push('refuse');
  const id = await stage.paidByWebhook();
  await stage.settle();
  return id;
}

/** A free order of two. */
async function free(): Promise<string> {
  stage.ticketing.price = '0.00';
  const id = await stage.hold();
  expect(await placeOrder(stage.rooms, orderOf(id, '0.00'))).toEqual({ kind: 'placed' });
  return id;
}

/** As the worker does for a state that lasts too long. */
async function escalate(id: string): Promise<void> {
  await stage.rooms.database.transaction(async (transaction) => {
    await transaction.run(
      sql`update storefront.checkout set escalated_at = clock_timestamp() where id = ${id}`,
    );
    await enqueueStaffLooking(transaction, id);
  });
}

describe('a purchase that no program can finish', () => {
  it.each([
    { reason: 'amount_differs', begin: paidOneCentLess, says: 'not of the €36.00 that were agreed' },
    { reason: 'order_unknown', begin: orderUnknown, says: 'Your payment of €36.00 has arrived' },
    {
      reason: 'refund_failed',
      begin: () => {
        stage.provider.refundFaults.push('failed');
        return withoutOrder();
      },
      says: 'the refund of your €36.00 did not work',
    },
    {
      reason: 'void_failed',
      begin: () => {
        stage.rooms.capture = 'manual';
        stage.provider.voidFaults.push('failed');
        return withoutOrder();
      },
      says: '€36.00 is set aside at your bank',
    },
  ])('is told of to the customer, with what is known: $reason', async ({ reason, begin, says }) => {
    const id = await begin();
    expect(await stage.find(id)).toMatchObject({ state: 'attention', reason });
    expect(post.subjectsTo(customer)).toEqual(['We are looking into your order']);
    expect(textOf(0)).toContain(says);
    expect(textOf(0)).toContain(`we write to ${customer}`);
    expect(textOf(0)).toContain((await stage.find(id)).reference);
    expect(textOf(0)).not.toMatch(claims);
  });

  it('is not told of when there is an order that could not be charged: the customer has the tickets', async () => {
    stage.rooms.capture = 'manual';
    stage.provider.captureFaults.push('failed');
    const id = await stage.paidByWebhook();
    await stage.settle();
    expect(await stage.find(id)).toMatchObject({ state: 'attention', reason: 'capture_failed' });
    expect(post.subjectsTo(customer)).toEqual(['Your tickets']);
    await settleByHand(stage.rooms, id, { as: 'ordered', staff: 'ada' });
    await stage.settle();
    expect(post.subjectsTo(customer)).toEqual(['Your tickets']);
  });
});

describe('what staff settle', () => {
  it.each([
    { as: 'refunded', subject: 'Your money was given back', says: 'given your money back' },
    { as: 'ordered', subject: 'Your order stands', says: `Your tickets come by e-mail to ${customer}` },
  ] as const)('is told of as they say: $as', async ({ as, subject, says }) => {
    const id = await orderUnknown();
    expect(await settleByHand(stage.rooms, id, { as, staff: 'ada' })).toBe(true);
    expect(await settleByHand(stage.rooms, id, { as, staff: 'bo' })).toBe(false);
    await stage.settle();
    expect(post.subjectsTo(customer)).toEqual(['We are looking into your order', subject]);
    expect(textOf(1)).toContain(says);
  });

  it('is not "nothing was charged" while the shop has the money', async () => {
    const id = await paidOneCentLess();
    expect(await settleByHand(stage.rooms, id, { as: 'nothing', staff: 'ada' })).toBe(false);
    expect(await stage.find(id)).toMatchObject({ settledAs: null });
    await stage.settle();
    expect(post.subjectsTo(customer)).toEqual(['We are looking into your order']);
  });

  it('is "nothing was charged" where nothing was', async () => {
    stage.ticketing.orderFaults.push('cut_before');
    stage.ticketing.readable = false;
    const id = await free();
    for (let look = 0; look < 12; look += 1) {
      await stage.settle();
      await stage.later(id);
    }
    expect(await stage.state(id)).toBe('attention');
    expect(await settleByHand(stage.rooms, id, { as: 'nothing', staff: 'ada' })).toBe(true);
    await stage.settle();
    expect(post.subjectsTo(customer)).toEqual(['We are looking into your order', 'This booking is closed']);
    expect(textOf(1)).toContain('nothing was charged, and there is no order');
  });

  it('before the first e-mail has gone is told of in one', async () => {
    stage.network.mail.away = true;
    const id = await paidOneCentLess();
    await settleByHand(stage.rooms, id, { as: 'refunded', staff: 'ada' });
    stage.network.mail.away = false;
    await post.later();
    expect(post.subjectsTo(customer)).toEqual(['Your money was given back']);
    expect(await post.queued()).toEqual([]);
  });
});

describe('a free order that can not be made', () => {
  it('is told of, each time that it is tried', async () => {
    stage.ticketing.orderFaults.push('refuse', 'refuse');
    const id = await free();
    await stage.settle();
    expect(await stage.find(id)).toMatchObject({ state: 'expired', reason: 'order_refused' });
    expect(post.subjectsTo(customer)).toEqual(['We could not complete your order']);
    expect(textOf(0)).toContain('There is no order, and nothing was charged.');
    expect(textOf(0)).toContain('The ticket issuer did not accept the order.');
    expect(textOf(0)).not.toMatch(/payment/i);
    const holder = { tokenHash: hashToken(newToken()), network: 'home', site: null };
    await stage.later(id, { holdOver: true });
    expect(await holdAgain(stage.rooms, id, holder)).toMatchObject({ kind: 'held' });
    // What was held anew has not failed: its end is no failed order.
    expect(await stage.find(id)).toMatchObject({ reason: null });
    await placeOrder(stage.rooms, orderOf(id, '0.00'));
    await stage.settle();
    const subject = 'We could not complete your order';
    expect(post.subjectsTo(customer)).toEqual([subject, subject]);
    const [first, second] = stage.mailbox.mails.map(({ mail }) => mail.messageId);
    expect(first).not.toBe(second);
  });

  it('is not told of to those who let a hold end', async () => {
    const { id, sessionId } = await stage.paying();
    await stage.later(id, { holdOver: true });
    await stage.settle();
    expect(await stage.state(id)).toBe('expired');
    expect(stage.provider.sessions.get(sessionId)?.status).toBe('expired');
    expect(stage.mailbox.mails).toEqual([]);
  });
});

describe('a purchase that takes too long', () => {
  it('is told of once, without saying whether it was paid, and then what came of it', async () => {
    const { id, sessionId } = await stage.paying();
    await escalate(id);
    await escalate(id);
    await stage.settle();
    expect(post.subjectsTo(customer)).toEqual(['We are looking into your order']);
    expect(textOf(0)).toContain('to tell us whether your payment of €36.00 went through');
    expect(textOf(0)).not.toMatch(claims);
    stage.provider.pay(sessionId);
    await tellOfPayment(sessionId);
    expect(await stage.find(id)).toMatchObject({ state: 'ordered', escalatedAt: null });
    expect(post.subjectsTo(customer)).toEqual(['We are looking into your order', 'Your tickets']);
  });

  it('is told of when it turns out that it was not paid', async () => {
    const { id } = await stage.paying();
    stage.provider.away = true;
    await stage.later(id, { holdOver: true });
    await stage.settle();
    await escalate(id);
    await stage.settle();
    stage.provider.away = false;
    await stage.later(id);
    await stage.settle();
    expect(await stage.state(id)).toBe('expired');
    expect(post.subjectsTo(customer)).toEqual([
      'We are looking into your order',
      'We could not complete your order',
    ]);
    expect(textOf(1)).toContain('There is no order, and nothing was charged.');
  });

  it('is not told of any more when it has ended before the e-mail went', async () => {
    const { id, sessionId } = await stage.paying();
    stage.network.mail.away = true;
    await escalate(id);
    stage.provider.pay(sessionId);
    await tellOfPayment(sessionId);
    stage.network.mail.away = false;
    await post.later();
    expect(post.subjectsTo(customer)).toEqual(['Your tickets']);
  });

  it('is told of to nobody while there is no customer', async () => {
    const id = await stage.hold();
    await escalate(id);
    await stage.settle();
    expect(await post.queued()).toEqual([]);
    expect(stage.mailbox.mails).toEqual([]);
  });
});
