import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findInAttention } from '@/testing/shop/attention';
import { learnRefunds } from './known-refunds';
import { insertPayment, readPayments, savePage } from '../../data/payment-store';
import { applyPayment } from './settle';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { signEvent } from '@/testing/fakes/stripe/events';
import { readTimeline } from '../../data/timeline-store';
import { receiveWebhook } from './webhooks';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});

afterAll(() => shop.close());

beforeEach(() => shop.reset());

/** An ordered checkout that is then paid a second time, which the shop does not allow. */
async function paidTwice(): Promise<{ checkoutId: string; paymentId: string; intent: string }> {
  const { context, provider } = shop;
  const checkoutId = await shop.paidByWebhook();
  await shop.settle();
  const paymentId = crypto.randomUUID();
  const payment = await context.database.transaction((transaction) =>
    insertPayment(transaction, {
      id: paymentId,
      checkoutId,
      amount: '36.00',
      capture: 'automatic',
      pageMinutes: 60,
    }),
  );
  const opened = await context.payments.openPaymentSession({
    id: paymentId,
    checkoutId,
    note: '',
    reference: 'K7MQ-3XTD',
    lines: [{ name: 'Harbour walk', description: '', unitAmount: '18.00', quantity: 2 }],
    email: 'ada@example.org',
    language: 'en',
    successUrl: 'https://shop.example/en/orders/1',
    cancelUrl: 'https://shop.example/en/checkout/1',
    capture: 'automatic',
    expiresAt: payment.pageExpiresAt,
  });
  await context.database.transaction((transaction) =>
    savePage(transaction, paymentId, { sessionId: opened.id, url: null }),
  );
  provider.pay(opened.id);
  const session = await context.payments.getPaymentSession(opened.id);
  if (session.state.status !== 'paid') throw new Error('not paid');
  await applyPayment(context, payment, session);
  return { checkoutId, paymentId, intent: session.state.intent };
}

it('a second payment needs staff until the shop knows of its refund', async () => {
  const { context } = shop;
  const { checkoutId, paymentId, intent } = await paidTwice();
  const waits = async () =>
    (await findInAttention(context.database)).map(({ id }) => id).includes(checkoutId);
  expect(await shop.state(checkoutId)).toBe('ordered');
  expect(await waits()).toBe(true);
  await learnRefunds(context, checkoutId);
  expect(await waits()).toBe(true);
  // Staff refund at the provider's own pages.
  await context.payments.refund({ id: crypto.randomUUID(), checkoutId, intent, amount: '36.00' });
  shop.provider.unavailable = true;
  await learnRefunds(context, checkoutId);
  expect(await waits()).toBe(true);
  shop.provider.unavailable = false;
  await learnRefunds(context, checkoutId);
  expect(await waits()).toBe(false);
  const refunded = (await readPayments(context.database, checkoutId)).filter(
    ({ refundedAt }) => refundedAt !== null,
  );
  expect(refunded.map(({ id }) => id)).toEqual([paymentId]);
  await learnRefunds(context, checkoutId);
  const timeline = await readTimeline(context.database, checkoutId);
  expect(timeline.filter(({ what }) => what === 'refund_seen')).toHaveLength(1);
});

it('a payment of another amount needs staff until all of it was refunded, also in parts', async () => {
  const { context, provider } = shop;
  const { id, sessionId } = await shop.paying();
  provider.pay(sessionId, { amount: 3601 });
  await shop.later(id);
  await shop.settle();
  const [payment] = await readPayments(context.database, id);
  const intent = payment?.intent ?? '';
  const refund = (amount: string) =>
    context.payments.refund({ id: crypto.randomUUID(), checkoutId: id, intent, amount });
  const isRefunded = async () => (await readPayments(context.database, id))[0]?.refundedAt !== null;
  expect(await shop.find(id)).toMatchObject({ state: 'attention', reason: 'amount_differs' });
  await refund('36.00');
  await learnRefunds(context, id);
  expect(await isRefunded()).toBe(false);
  await refund('0.01');
  await Promise.all([learnRefunds(context, id), learnRefunds(context, id)]);
  expect(await isRefunded()).toBe(true);
  const seen = (await readTimeline(context.database, id)).filter(({ what }) => what === 'refund_seen');
  expect(seen.map(({ detail }) => detail['amount'])).toEqual(['36.01']);
});

it('a refund whose webhook arrives while the provider does not return the payment is recorded later', async () => {
  const { context, provider, network } = shop;
  const { checkoutId, paymentId, intent } = await paidTwice();
  const refunded = async () =>
    (await readPayments(context.database, checkoutId)).find(({ id }) => id === paymentId)?.refundedAt;
  const [event] = provider.incidents.refundAtDashboard(intent).events;
  if (event === undefined) throw new Error('nothing happened');
  const { body, signature } = signEvent(event);
  await receiveWebhook(context, body, signature);
  // The refunds are listed; the request for the payment is cut off, also when the SDK repeats it.
  network.provider.faults.push(null, { kind: 'reset' }, { kind: 'reset' });
  await shop.settle();
  expect(await refunded()).toBeNull();
  await shop.laterAll();
  await shop.settle();
  expect(await refunded()).not.toBeNull();
});

it('the provider is asked for the refunds of the payment, not for all refunds since it was made', async () => {
  const { context, provider } = shop;
  const { checkoutId } = await paidTwice();
  const asked: string[] = [];
  provider.meanwhile = ({ method, path, query }) => {
    if (method === 'GET' && path === '/v1/refunds') asked.push(query.toString());
    return Promise.resolve();
  };
  await learnRefunds(context, checkoutId);
  provider.meanwhile = null;
  const intents = (await readPayments(context.database, checkoutId)).map(({ intent }) => intent ?? '');
  expect(asked.toSorted()).toEqual(intents.map((one) => `payment_intent=${one}&limit=100`).toSorted());
});
