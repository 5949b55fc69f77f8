import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { intentIdOf, startTestStripe, type TestStripe } from './test-stripe';

let test: TestStripe;
beforeEach(async () => {
  test = await startTestStripe();
});
afterEach(() => test.close());

describe('the lists', () => {
  const now = () => Math.floor(test.clock.now() / 1000);

  it('begin at the given member, and continue in pages', async () => {
    const early = await test.paid();
    test.clock.advance(10_000);
    const since = now();
    const late = [await test.paid(), await test.paid(), await test.open()].map(({ id }) => id);
    const asked = { created: { gte: since }, limit: 2, expand: ['data.payment_intent'] };
    const [first, ...rest] = await test.stripe.checkout.sessions.list(asked).autoPagingToArray({ limit: 10 });
    expect([first, ...rest].map((session) => session?.id)).toEqual([...late].reverse());
    expect(rest[0]?.payment_intent).toMatchObject({ object: 'payment_intent', status: 'succeeded' });
    const before = await test.stripe.checkout.sessions.list({ created: { lt: since } });
    expect(before.data.map(({ id }) => id)).toEqual([early.id]);
    await expect(test.stripe.checkout.sessions.list({ starting_after: 'cs_unknown' })).rejects.toThrow();
  });

  it('of refunds can also begin at a given member', async () => {
    const early = intentIdOf(await test.paid());
    await test.stripe.refunds.create({ payment_intent: early, amount: 100 });
    test.clock.advance(10_000);
    const late = await test.stripe.refunds.create({ payment_intent: early, amount: 200 });
    const { data } = await test.stripe.refunds.list({ created: { gte: now() } });
    expect(data.map(({ id }) => id)).toEqual([late.id]);
  });
});

describe('the list of events', () => {
  it('has withheld events too, newest first, in pages, with the requested types and times', async () => {
    test.provider.pay((await test.open()).id, { webhook: 'never' });
    test.clock.advance(10_000);
    const second = Math.floor(test.clock.now() / 1000);
    const paid = await test.paid();
    await test.stripe.refunds.create({ payment_intent: intentIdOf(paid), amount: 3600 });
    const completed = 'checkout.session.completed';
    const list = (params: Stripe.EventListParams) => test.stripe.events.list(params);
    expect((await list({})).data.map(({ type }) => type)).toEqual([
      'charge.refunded',
      'refund.created',
      completed,
      completed,
    ]);
    const first = await list({ types: [completed, 'refund.failed'], limit: 1 });
    expect(first).toMatchObject({
      object: 'list',
      has_more: true,
      data: [{ data: { object: { id: paid.id } } }],
    });
    const all = await list({ types: [completed], limit: 1 }).autoPagingToArray({ limit: 9 });
    expect(all).toHaveLength(2);
    expect((await list({ types: [completed], created: { gte: second } })).data).toHaveLength(1);
  });

  it('can be only of those whose webhooks were all accepted, or of the others', async () => {
    test.shop.answers.push(400);
    const refused = await test.paid();
    await expect.poll(() => test.shop.received.length).toBe(1);
    const accepted = await test.paid();
    await expect.poll(() => test.shop.received.length).toBe(2);
    const list = async (success: boolean) => {
      const { data } = await test.stripe.events.list({ delivery_success: success });
      return data.map((event) => ('id' in event.data.object ? event.data.object.id : null));
    };
    await expect.poll(() => list(true)).toEqual([accepted.id]);
    expect(await list(false)).toEqual([refused.id]);
  });
});
