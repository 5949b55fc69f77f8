import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { intentIdOf } from '@/testing/fakes/stripe/test-stripe';
import { startPayment, type TestPayment } from '@/demo/testing/payment';

let payment: TestPayment;
beforeEach(async () => {
  payment = await startPayment();
});
afterEach(() => payment.close());

const manual = { payment_intent_data: { capture_method: 'manual' } } as const;
const overview = async () => (await fetch(`${payment.url}/payment`)).text();
const press = (path: string) =>
  fetch(`${payment.url}/payment/${path}`, { method: 'POST', redirect: 'manual' });

describe('the fault that the operator chooses', () => {
  it('applies to the next capture, once: the payment stays authorized', async () => {
    const id = intentIdOf(await payment.paid(manual));
    expect((await press('troubles/capture')).status).toBe(303);
    expect(await overview()).toContain('The next capture fails.');
    const options = { idempotencyKey: 'capture-1' };
    const capture = () => payment.stripe.paymentIntents.capture(id, {}, options);
    await expect(capture()).rejects.toMatchObject({ code: 'capture_charge_authorization_expired' });
    // Under the same key the refusal is repeated; under another the capture succeeds.
    await expect(capture()).rejects.toMatchObject({ code: 'capture_charge_authorization_expired' });
    expect((await payment.stripe.paymentIntents.retrieve(id)).status).toBe('requires_capture');
    expect((await payment.stripe.paymentIntents.capture(id)).status).toBe('succeeded');
  });

  it('applies to the next void, once, also after a restart', async () => {
    const id = intentIdOf(await payment.paid(manual));
    await press('troubles/cancel');
    await payment.restart();
    await expect(payment.stripe.paymentIntents.cancel(id)).rejects.toMatchObject({ statusCode: 400 });
    expect((await payment.stripe.paymentIntents.cancel(id)).status).toBe('canceled');
  });

  it('applies to the next refund, once: nothing is refunded, and the shop is notified', async () => {
    const id = intentIdOf(await payment.paid());
    await payment.shop.next();
    await press('troubles/refund');
    const failed = await payment.stripe.refunds.create({ payment_intent: id, amount: 3600 });
    expect(failed.status).toBe('failed');
    const told = [await payment.shop.next(), await payment.shop.next()].map(({ event }) => event.type);
    expect(told.sort()).toEqual(['refund.created', 'refund.failed']);
    expect(await payment.stripe.refunds.create({ payment_intent: id, amount: 3600 })).toMatchObject({
      status: 'succeeded',
      amount: 3600,
    });
  });

  it('can be removed, and must be a known one', async () => {
    await press('troubles/capture');
    await press('troubles/capture');
    await press('troubles/everything');
    expect(await overview()).not.toContain('fails.');
  });

  it('does not replace a refusal that would come anyway', async () => {
    const id = intentIdOf(await payment.paid());
    await press('troubles/capture');
    await expect(payment.stripe.paymentIntents.capture(id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    expect(await overview()).toContain('The next capture fails.');
  });
});

describe('an authorized payment', () => {
  it('is shown as authorized, and captured by hand', async () => {
    const id = intentIdOf(await payment.paid(manual));
    expect(await overview()).toContain('€36.00, authorized');
    await press(`intents/${id}/capture`);
    expect(await overview()).toContain('€36.00, paid');
    expect((await payment.stripe.paymentIntents.retrieve(id)).amount_received).toBe(3600);
  });

  it('is voided by hand, and cannot be captured afterwards', async () => {
    const id = intentIdOf(await payment.paid(manual));
    await press(`intents/${id}/release`);
    await press(`intents/${id}/capture`);
    expect(await overview()).toContain('€36.00, released');
    expect((await payment.stripe.paymentIntents.retrieve(id)).status).toBe('canceled');
  });

  it('shows the part that was captured', async () => {
    const id = intentIdOf(await payment.paid(manual));
    await payment.stripe.paymentIntents.capture(id, { amount_to_capture: 1000 });
    expect(await overview()).toContain('€36.00, of which €10.00 paid');
  });
});
