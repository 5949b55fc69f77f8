import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { intentIdOf, startPayment, type TestPayment } from './testing';

let payment: TestPayment;
let intentId: string;
beforeEach(async () => {
  payment = await startPayment();
  intentId = intentIdOf(await payment.paid());
  await payment.shop.next();
});
afterEach(() => payment.close());

const refund = (params: Partial<Stripe.RefundCreateParams> = {}, options: Stripe.RequestOptions = {}) =>
  payment.stripe.refunds.create({ payment_intent: intentId, ...params }, options);

const nextTypes = async (count: number) => {
  const types: string[] = [];
  for (let index = 0; index < count; index += 1) types.push((await payment.shop.next()).event.type);
  return types.sort();
};

describe('a refund', () => {
  it('gives all of it back, once, and tells the shop', async () => {
    const refunded = await refund({ reason: 'requested_by_customer', metadata: { checkout: 'c-1' } });
    expect(refunded).toMatchObject({
      object: 'refund',
      amount: 3600,
      currency: 'eur',
      status: 'succeeded',
      reason: 'requested_by_customer',
      metadata: { checkout: 'c-1' },
      payment_intent: intentId,
    });
    expect(await nextTypes(2)).toEqual(['charge.refunded', 'refund.created']);
    expect(await payment.stripe.refunds.retrieve(refunded.id)).toMatchObject({
      id: refunded.id,
      amount: 3600,
    });
    await expect(refund()).rejects.toMatchObject({ statusCode: 400, code: 'charge_already_refunded' });
    const intent = await payment.stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
    expect(intent.latest_charge).toMatchObject({
      refunded: true,
      amount_refunded: 3600,
      amount_captured: 3600,
    });
  });

  it('gives a part back, and never more than is left', async () => {
    await expect(refund({ amount: 3601 })).rejects.toMatchObject({
      param: 'amount',
      message: 'Refund amount (€36.01) is greater than charge amount (€36.00)',
    });
    await refund({ amount: 2000 });
    await expect(refund({ amount: 1601 })).rejects.toMatchObject({
      message: 'Refund amount (€16.01) is greater than unrefunded amount on charge (€16.00)',
    });
    expect((await refund()).amount).toBe(1600);
    const { data } = await payment.stripe.refunds.list({ payment_intent: intentId });
    expect(data.map(({ amount }) => amount)).toEqual([1600, 2000]);
    expect((await payment.stripe.refunds.list({ payment_intent: 'pi_other' })).data).toEqual([]);
  });

  it('happens once for one Idempotency-Key, and the refusal is remembered too', async () => {
    const options = { idempotencyKey: 'refund-1' };
    const [one, two] = await Promise.all([
      refund({ amount: 100 }, options),
      refund({ amount: 100 }, options),
    ]);
    expect(two.id).toBe(one.id);
    const tooMuch = { idempotencyKey: 'refund-2' };
    await expect(refund({ amount: 3501 }, tooMuch)).rejects.toMatchObject({ param: 'amount' });
    await expect(refund({ amount: 3501 }, tooMuch)).rejects.toMatchObject({
      headers: { 'idempotent-replayed': 'true' },
    });
  });

  it('is refused for what was not paid, is unknown or makes no sense', async () => {
    const open = await payment.open();
    await payment.press(open, 'decline');
    const unpaid = intentIdOf(await payment.stripe.checkout.sessions.retrieve(open.id));
    await expect(refund({ payment_intent: unpaid })).rejects.toMatchObject({ statusCode: 400 });
    await expect(refund({ payment_intent: 'pi_unknown' })).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'payment_intent',
    });
    await expect(payment.stripe.refunds.create({})).rejects.toMatchObject({ statusCode: 400 });
    await expect(refund({ amount: 0 })).rejects.toMatchObject({ param: 'amount' });
    await expect(refund({ reason: 'bored' })).rejects.toMatchObject({ param: 'reason' });
    await expect(payment.stripe.refunds.retrieve('re_unknown')).rejects.toMatchObject({ statusCode: 404 });
  });

  it('takes notes later', async () => {
    const { id } = await refund({ metadata: { a: '1', b: '2' } });
    await nextTypes(2);
    const updated = await payment.stripe.refunds.update(id, { metadata: { a: '', c: '3' } });
    expect(updated.metadata).toEqual({ b: '2', c: '3' });
    expect(await nextTypes(1)).toEqual(['refund.updated']);
  });

  it('can fail later, which leaves the money to be refunded again', async () => {
    const { id } = await refund();
    await nextTypes(2);
    await fetch(`${payment.url}/payment/refunds/${id}/fail`, { method: 'POST', redirect: 'manual' });
    expect(await nextTypes(2)).toEqual(['refund.failed', 'refund.updated']);
    expect(await payment.stripe.refunds.retrieve(id)).toMatchObject({ status: 'failed' });
    expect((await refund()).amount).toBe(3600);
  });
});
