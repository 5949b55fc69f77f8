import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { intentIdOf } from '@/testing/fakes/stripe/test-stripe';
import { startPayment, type TestPayment } from '@/demo/testing/payment';

let payment: TestPayment;
let intentId: string;
beforeEach(async () => {
  payment = await startPayment();
  intentId = intentIdOf(await payment.paid());
  await payment.shop.next();
});
afterEach(() => payment.close());

const press = async (path: string) => {
  const pressed = await fetch(`${payment.url}/payment/${path}`, { method: 'POST', redirect: 'manual' });
  expect(pressed.status).toBe(303);
};
const overview = async () => (await fetch(`${payment.url}/payment`)).text();

const next = async (count: number) => {
  const events: { type: string; id: string }[] = [];
  for (let index = 0; index < count; index += 1) {
    const { type, data } = (await payment.shop.next()).event;
    events.push({ type, id: 'id' in data.object ? data.object.id : '' });
  }
  return events;
};
const types = (events: { type: string }[]) => events.map(({ type }) => type).sort();

describe('the operator', () => {
  it.each([
    ['won', 0, ['charge.dispute.closed', 'charge.dispute.funds_reinstated', 'charge.dispute.updated']],
    ['lost', -3600, ['charge.dispute.closed', 'charge.dispute.updated']],
  ] as const)('lets a bank dispute a payment, once, and the shop have %s', async (end, moved, told) => {
    await press(`intents/${intentId}/dispute`);
    await press(`intents/${intentId}/dispute`);
    const opened = await next(2);
    expect(types(opened)).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn']);
    const id = opened[0]?.id ?? '';
    expect(await payment.stripe.disputes.retrieve(id)).toMatchObject({
      status: 'needs_response',
      amount: 3600,
      payment_intent: intentId,
    });
    expect(await overview()).toContain('Let the shop win it');
    await press(`disputes/${id}/${end}`);
    await press(`disputes/${id}/${end === 'won' ? 'lost' : 'won'}`);
    expect(types(await next(told.length))).toEqual(told);
    const closed = await payment.stripe.disputes.retrieve(id);
    expect(closed.status).toBe(end);
    expect(closed.balance_transactions.reduce((sum, { amount }) => sum + amount, 0)).toBe(moved);
    expect(await overview()).not.toContain('Let the shop win it');
    await payment.restart();
    expect((await payment.stripe.disputes.retrieve(id)).status).toBe(end);
  });

  it('refunds a payment at the dashboard', async () => {
    await press(`intents/${intentId}/refund`);
    expect(types(await next(2))).toEqual(['charge.refunded', 'refund.created']);
    const { data } = await payment.stripe.refunds.list({ payment_intent: intentId });
    expect(data).toMatchObject([{ amount: 3600, status: 'succeeded' }]);
  });

  it('triggers a fraud warning of the card’s issuer', async () => {
    await press(`intents/${intentId}/warn`);
    const [event] = await next(1);
    expect(event?.type).toBe('radar.early_fraud_warning.created');
    expect(await payment.stripe.radar.earlyFraudWarnings.retrieve(event?.id ?? '')).toMatchObject({
      payment_intent: intentId,
    });
  });

  it('can’t do this for a payment that was not made', async () => {
    await press('intents/pi_unknown/dispute');
    await press('disputes/du_unknown/won');
    await expect(payment.stripe.disputes.retrieve('du_unknown')).rejects.toMatchObject({ statusCode: 404 });
    expect(payment.shop.received).toHaveLength(1);
  });
});
