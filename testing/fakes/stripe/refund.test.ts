import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { intentIdOf, startTestStripe, type TestStripe } from './test-stripe';

let payment: TestStripe;
let intentId: string;
beforeEach(async () => {
  payment = await startTestStripe();
  intentId = intentIdOf(await payment.paid());
  await payment.shop.next();
});
afterEach(() => payment.close());

const refund = (params: Partial<Stripe.RefundCreateParams> = {}, options: Stripe.RequestOptions = {}) =>
  payment.stripe.refunds.create({ payment_intent: intentId, amount: 3600, ...params }, options);

const nextTypes = async (count: number) => {
  const types: string[] = [];
  for (let index = 0; index < count; index += 1) types.push((await payment.shop.next()).event.type);
  return types.sort();
};

describe('a refund', () => {
  it('returns the whole amount, once, and the shop is notified', async () => {
    const refunded = await refund({ metadata: { checkout: 'c-1' } });
    expect(refunded).toMatchObject({
      object: 'refund',
      amount: 3600,
      currency: 'eur',
      status: 'succeeded',
      metadata: { checkout: 'c-1' },
      payment_intent: intentId,
    });
    expect(await nextTypes(2)).toEqual(['charge.refunded', 'refund.created']);
    expect(await payment.stripe.refunds.retrieve(refunded.id)).toMatchObject({
      id: refunded.id,
      amount: 3600,
    });
    await expect(refund()).rejects.toMatchObject({ statusCode: 400, code: 'charge_already_refunded' });
    const charged = payment.shop.received.find(({ event }) => event.type === 'charge.refunded');
    expect(charged?.event.data.object).toMatchObject({
      refunded: true,
      amount_refunded: 3600,
      amount_captured: 3600,
    });
  });

  it('returns a part, and never more than the rest', async () => {
    await expect(refund({ amount: 3601 })).rejects.toMatchObject({
      param: 'amount',
      message: 'Refund amount (€36.01) is greater than charge amount (€36.00)',
    });
    await refund({ amount: 2000 });
    await expect(refund({ amount: 1601 })).rejects.toMatchObject({
      message: 'Refund amount (€16.01) is greater than unrefunded amount on charge (€16.00)',
    });
    expect((await refund({ amount: 1600 })).amount).toBe(1600);
    const { data } = await payment.stripe.refunds.list({ payment_intent: intentId });
    expect(data.map(({ amount }) => amount)).toEqual([1600, 2000]);
    expect((await payment.stripe.refunds.list({ payment_intent: 'pi_other' })).data).toEqual([]);
  });

  it('is made once for one Idempotency-Key, and a refusal is stored too', async () => {
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

  it('is refused for a payment that is unpaid or unknown, and for an invalid amount', async () => {
    const open = await payment.open();
    payment.provider.decline(open.id);
    const unpaid = intentIdOf(await payment.stripe.checkout.sessions.retrieve(open.id));
    await expect(refund({ payment_intent: unpaid })).rejects.toMatchObject({ statusCode: 400 });
    await expect(refund({ payment_intent: 'pi_unknown' })).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'payment_intent',
    });
    await expect(payment.stripe.refunds.create({})).rejects.toMatchObject({ statusCode: 400 });
    await expect(refund({ amount: 0 })).rejects.toMatchObject({ param: 'amount' });
    await expect(refund({ reason: 'duplicate' })).rejects.toMatchObject({ code: 'parameter_unknown' });
    await expect(payment.stripe.refunds.retrieve('re_unknown')).rejects.toMatchObject({ statusCode: 404 });
  });

  it('can fail later; then the amount can be refunded again', async () => {
    const { id } = await refund();
    await nextTypes(2);
    payment.provider.incidents.failRefund(id);
    expect(await nextTypes(3)).toEqual(['charge.refund.updated', 'refund.failed', 'refund.updated']);
    expect(await payment.stripe.refunds.retrieve(id)).toMatchObject({ status: 'failed' });
    expect((await refund()).amount).toBe(3600);
  });
});
