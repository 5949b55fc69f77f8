import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { intentIdOf, startPayment, type TestPayment } from './testing';

let payment: TestPayment;
beforeEach(async () => {
  payment = await startPayment();
});
afterEach(() => payment.close());

const manual = { payment_intent_data: { capture_method: 'manual' } } as const;
const overview = async () => (await fetch(`${payment.url}/payment`)).text();
const press = (path: string) =>
  fetch(`${payment.url}/payment/${path}`, { method: 'POST', redirect: 'manual' });

describe('what the operator wants to go wrong', () => {
  it('is the next capture, once: the money stays set aside', async () => {
    const id = intentIdOf(await payment.paid(manual));
    expect((await press('troubles/capture')).status).toBe(303);
    expect(await overview()).toContain('The next capture fails.');
    const options = { idempotencyKey: 'capture-1' };
    const capture = () => payment.stripe.paymentIntents.capture(id, {}, options);
    await expect(capture()).rejects.toMatchObject({ code: 'capture_charge_authorization_expired' });
    // Under the same key the refusal is repeated; under another it goes as it should.
    await expect(capture()).rejects.toMatchObject({ code: 'capture_charge_authorization_expired' });
    expect((await payment.stripe.paymentIntents.retrieve(id)).status).toBe('requires_capture');
    expect((await payment.stripe.paymentIntents.capture(id)).status).toBe('succeeded');
  });

  it('is the next release, once, also after a restart', async () => {
    const id = intentIdOf(await payment.paid(manual));
    await press('troubles/cancel');
    await payment.restart();
    await expect(payment.stripe.paymentIntents.cancel(id)).rejects.toMatchObject({ statusCode: 400 });
    expect((await payment.stripe.paymentIntents.cancel(id)).status).toBe('canceled');
  });

  it('is the next refund, once: nothing is given back, and the shop is told', async () => {
    const id = intentIdOf(await payment.paid());
    await payment.shop.next();
    await press('troubles/refund');
    const failed = await payment.stripe.refunds.create({ payment_intent: id });
    expect(failed.status).toBe('failed');
    const told = [await payment.shop.next(), await payment.shop.next()].map(({ event }) => event.type);
    expect(told.sort()).toEqual(['refund.created', 'refund.failed']);
    expect(await payment.stripe.refunds.create({ payment_intent: id })).toMatchObject({
      status: 'succeeded',
      amount: 3600,
    });
  });

  it('can be taken back, and is not anything else', async () => {
    await press('troubles/capture');
    await press('troubles/capture');
    await press('troubles/everything');
    expect(await overview()).not.toContain('fails.');
  });

  it('does not take the place of a refusal that would come anyway', async () => {
    const id = intentIdOf(await payment.paid());
    await press('troubles/capture');
    await expect(payment.stripe.paymentIntents.capture(id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    expect(await overview()).toContain('The next capture fails.');
  });
});

describe('an authorized payment', () => {
  it('is shown as one, and captured by hand', async () => {
    const id = intentIdOf(await payment.paid(manual));
    expect(await overview()).toContain('€36.00, authorized');
    await press(`intents/${id}/capture`);
    expect(await overview()).toContain('€36.00, paid');
    expect((await payment.stripe.paymentIntents.retrieve(id)).amount_received).toBe(3600);
  });

  it('is released by hand, and not captured any more', async () => {
    const id = intentIdOf(await payment.paid(manual));
    await press(`intents/${id}/release`);
    await press(`intents/${id}/capture`);
    expect(await overview()).toContain('€36.00, released');
    expect((await payment.stripe.paymentIntents.retrieve(id)).status).toBe('canceled');
  });

  it('of which a part was captured shows the part', async () => {
    const id = intentIdOf(await payment.paid(manual));
    await payment.stripe.paymentIntents.capture(id, { amount_to_capture: 1000 });
    expect(await overview()).toContain('€36.00, of which €10.00 paid');
  });
});

describe('the lists', () => {
  const now = () => Math.floor(payment.clock.now() / 1000);

  it('begin where they are asked to, and go on page after page', async () => {
    const early = await payment.paid();
    payment.clock.advance(10_000);
    const since = now();
    const late = [await payment.paid(), await payment.paid(), await payment.open()].map(({ id }) => id);
    const asked = { created: { gte: since }, limit: 2, expand: ['data.payment_intent'] };
    const [first, ...rest] = await payment.stripe.checkout.sessions
      .list(asked)
      .autoPagingToArray({ limit: 10 });
    expect([first, ...rest].map((session) => session?.id)).toEqual([...late].reverse());
    expect(rest[0]?.payment_intent).toMatchObject({ object: 'payment_intent', status: 'succeeded' });
    const before = await payment.stripe.checkout.sessions.list({ created: { lt: since } });
    expect(before.data.map(({ id }) => id)).toEqual([early.id]);
    await expect(payment.stripe.checkout.sessions.list({ starting_after: 'cs_unknown' })).rejects.toThrow();
  });

  it('of refunds begin there too', async () => {
    const early = intentIdOf(await payment.paid());
    await payment.stripe.refunds.create({ payment_intent: early, amount: 100 });
    payment.clock.advance(10_000);
    const late = await payment.stripe.refunds.create({ payment_intent: early, amount: 200 });
    const { data } = await payment.stripe.refunds.list({ created: { gte: now() } });
    expect(data.map(({ id }) => id)).toEqual([late.id]);
  });
});
