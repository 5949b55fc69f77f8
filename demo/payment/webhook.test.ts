import { readFile } from 'node:fs/promises';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { intentIdOf, startPayment, webhookSecret, type Notice, type TestPayment } from './testing';

let payment: TestPayment;
beforeEach(async () => {
  payment = await startPayment();
});
afterEach(() => payment.close());

const verified = ({ payload, signature }: Notice) =>
  Stripe.webhooks.constructEvent(payload, signature, webhookSecret);

/** Waits until the provider has set its alarm for that many milliseconds from now. */
const alarmIn = (ms: number) =>
  vi.waitFor(() => expect(payment.clock.alarms()).toContain(payment.clock.now() + ms));

const overview = async () => (await fetch(`${payment.url}/payment`)).text();

describe('the notice of a payment', () => {
  it('is signed so that Stripe’s own code accepts it, and nothing else', async () => {
    const session = await payment.paid({ metadata: { checkout: 'c-1' } });
    const notice = await payment.shop.next();
    const event = verified(notice);
    expect(event).toMatchObject({
      object: 'event',
      type: 'checkout.session.completed',
      livemode: false,
      data: { object: { id: session.id, payment_status: 'paid', metadata: { checkout: 'c-1' } } },
    });
    expect(event.id).toMatch(/^evt_/);
    const { id } = await payment.stripe.events.retrieve(event.id);
    expect(id).toBe(event.id);
    expect(() => verified({ ...notice, payload: notice.payload.replace('3600', '3601') })).toThrow();
    expect(() => Stripe.webhooks.constructEvent(notice.payload, notice.signature, 'whsec_another')).toThrow();
  });

  it('is sent again and again, slower each time, until the shop accepts it', async () => {
    payment.shop.answers.push(500, 302, 404);
    await payment.paid();
    const first = await payment.shop.next();
    for (const delay of [1000, 2000, 5000]) {
      await alarmIn(delay);
      payment.clock.advance(delay);
      expect((await payment.shop.next()).event.id).toBe(first.event.id);
    }
    await vi.waitFor(async () => expect(await overview()).toContain('delivered after 4 attempts'));
    expect(payment.shop.received).toHaveLength(4);
    expect(verified(payment.shop.received[3] ?? first).id).toBe(first.event.id);
  });

  it('waits on disk while the shop is away, and goes out after a restart', async () => {
    await payment.shop.close();
    await payment.paid();
    await alarmIn(1000);
    const kept = JSON.parse(await readFile(payment.path, 'utf8')) as { deliveries: { state: string }[] };
    expect(kept.deliveries).toMatchObject([{ state: 'pending' }]);
    await payment.restart();
    await vi.waitFor(async () => expect(await overview()).toContain('2 attempts so far'));
  });

  it('is not lost when the provider stops before it is delivered', async () => {
    payment.shop.answers.push(500);
    await payment.paid();
    const first = await payment.shop.next();
    await alarmIn(1000);
    await payment.restart();
    expect((await payment.shop.next()).event.id).toBe(first.event.id);
  });

  it('comes 30 seconds late when the customer wants that', async () => {
    const session = await payment.open();
    expect((await payment.press(session, 'late')).status).toBe(303);
    expect((await payment.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid');
    await alarmIn(30_000);
    payment.clock.advance(29_999);
    expect(payment.shop.received).toHaveLength(0);
    payment.clock.advance(1);
    expect(verified(await payment.shop.next()).type).toBe('checkout.session.completed');
  });

  it('comes twice, the same event', async () => {
    await payment.press(await payment.open(), 'twice');
    const [one, two] = [await payment.shop.next(), await payment.shop.next()];
    expect(two.event.id).toBe(one.event.id);
  });

  it('never comes, until the operator sends it', async () => {
    const session = await payment.open();
    await payment.press(session, 'never');
    expect((await payment.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid');
    payment.clock.advance(86_400_000);
    const page = await overview();
    expect(page).toContain('withheld, as the customer chose');
    expect(payment.shop.received).toHaveLength(0);
    const action = /action="(\/payment\/events\/[^"]+)"/.exec(page)?.[1] ?? '';
    const again = await fetch(`${payment.url}${action}`, { method: 'POST', redirect: 'manual' });
    expect(again.status).toBe(303);
    expect((await payment.shop.next()).event.data.object).toMatchObject({ id: session.id });
  });
});

describe('the list of events', () => {
  it('has what was withheld too, newest first, page after page, of the types and times asked for', async () => {
    await payment.press(await payment.open(), 'never');
    payment.clock.advance(10_000);
    const second = Math.floor(payment.clock.now() / 1000);
    const paid = await payment.paid();
    await payment.stripe.refunds.create({ payment_intent: intentIdOf(paid) });
    const completed = 'checkout.session.completed';
    const list = (params: Stripe.EventListParams) => payment.stripe.events.list(params);
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
    expect((await list({ type: 'refund.created' })).data).toHaveLength(1);
  });
});

describe('a paid session', () => {
  it('is on disk before the customer is sent back', async () => {
    const session = await payment.open();
    await payment.press(session, 'pay');
    const file = JSON.parse(await readFile(payment.path, 'utf8')) as {
      sessions: { id: string; status: string }[];
    };
    expect(file.sessions).toMatchObject([{ id: session.id, status: 'complete' }]);
    await payment.restart();
    expect((await payment.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid');
  });
});
