import { readFile } from 'node:fs/promises';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { webhookSecret } from '@/testing/fakes/stripe/events';
import { basket, type Notice } from '@/testing/fakes/stripe/test-stripe';
import { startPayment, type TestPayment } from '@/demo/testing/payment';

let payment: TestPayment;
beforeEach(async () => {
  payment = await startPayment();
});
afterEach(() => payment.close());

const verified = ({ payload, signature }: Notice) =>
  Stripe.webhooks.constructEvent(payload, signature, webhookSecret);

/** Waits until the provider has set its timer to that many milliseconds from now. */
const alarmIn = (ms: number) =>
  vi.waitFor(() => expect(payment.clock.alarms()).toContain(payment.clock.now() + ms));

const overview = async () => (await fetch(`${payment.url}/payment`)).text();

describe('the webhook of a payment', () => {
  it('is signed so that Stripe’s own code accepts it, and no other body', async () => {
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
    expect(() => verified({ ...notice, payload: notice.payload.replace('3600', '3601') })).toThrow();
    expect(() => Stripe.webhooks.constructEvent(notice.payload, notice.signature, 'whsec_another')).toThrow();
  });

  it('is repeated with increasing pauses until the shop accepts it', async () => {
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

  it('waits on disk while the shop is not reachable, and is sent after a restart', async () => {
    await payment.shop.close();
    await payment.paid();
    await alarmIn(1000);
    const kept = JSON.parse(await readFile(payment.path, 'utf8')) as { deliveries: { state: string }[] };
    expect(kept.deliveries).toMatchObject([{ state: 'pending' }]);
    await payment.restart();
    await vi.waitFor(async () => expect(await overview()).toContain('2 attempts so far'));
  });

  it('is not lost if the provider stops before it is delivered', async () => {
    payment.shop.answers.push(500);
    await payment.paid();
    const first = await payment.shop.next();
    await alarmIn(1000);
    await payment.restart();
    expect((await payment.shop.next()).event.id).toBe(first.event.id);
  });

  it('comes 30 seconds late if the customer chooses that', async () => {
    const session = await payment.open();
    expect((await payment.press(session, 'late')).status).toBe(303);
    expect((await payment.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid');
    await alarmIn(30_000);
    payment.clock.advance(29_999);
    expect(payment.shop.received).toHaveLength(0);
    payment.clock.advance(1);
    expect(verified(await payment.shop.next()).type).toBe('checkout.session.completed');
  });

  it('comes twice, with the same event', async () => {
    await payment.press(await payment.open(), 'twice');
    const [one, two] = [await payment.shop.next(), await payment.shop.next()];
    expect(two.event.id).toBe(one.event.id);
  });

  it('does not come until the operator sends it', async () => {
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

describe('a paid session', () => {
  it('is on disk before the customer is redirected', async () => {
    const session = await payment.open();
    await payment.press(session, 'pay');
    const file = JSON.parse(await readFile(payment.path, 'utf8')) as {
      sessions: { id: string; status: string }[];
    };
    expect(file.sessions).toMatchObject([{ id: session.id, status: 'complete' }]);
    await payment.restart();
    expect((await payment.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid');
  });

  it('that was opened under a key is the answer to a repetition, also after a restart', async () => {
    const options = { idempotencyKey: 'key-1' };
    const session = await payment.stripe.checkout.sessions.create(basket, options);
    await payment.restart();
    expect((await payment.stripe.checkout.sessions.create(basket, options)).id).toBe(session.id);
  });
});
