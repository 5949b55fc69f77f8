import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findInAttention } from './attention-testing';
import { learnRefunds } from './known-refunds';
import { insertPayment, readPayments, savePage } from './payment-store';
import { applyPayment } from './settle';
import { startStage, type Stage } from './testing';
import { signEvent } from './testing/payment-events';
import { readTimeline } from './timeline-store';
import { receiveWebhook } from './webhooks';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});

afterAll(() => stage.close());

beforeEach(() => stage.reset());

/** Ordered, and then paid a second time: what can't be. */
async function paidTwice(): Promise<{ checkoutId: string; paymentId: string; intent: string }> {
  const { rooms, provider } = stage;
  const checkoutId = await stage.paidByWebhook();
  await stage.settle();
  const paymentId = crypto.randomUUID();
  const payment = await rooms.database.transaction((transaction) =>
    insertPayment(transaction, {
      id: paymentId,
      checkoutId,
      amount: '36.00',
      capture: 'automatic',
      pageMinutes: 60,
    }),
  );
  const opened = await rooms.payments.openPaymentSession({
    id: paymentId,
    checkoutId,
    reference: 'K7MQ-3XTD',
    lines: [{ name: 'Harbour walk', description: '', unitAmount: '18.00', quantity: 2 }],
    email: 'ada@example.org',
    language: 'en',
    successUrl: 'https://shop.example/en/orders/1',
    cancelUrl: 'https://shop.example/en/checkout/1',
    capture: 'automatic',
    expiresAt: payment.pageExpiresAt,
  });
  await rooms.database.transaction((transaction) =>
    savePage(transaction, paymentId, { sessionId: opened.id, url: null }),
  );
  provider.pay(opened.id);
  const session = await rooms.payments.getPaymentSession(opened.id);
  if (session.state.status !== 'paid') throw new Error('not paid');
  await applyPayment(rooms, payment, session);
  return { checkoutId, paymentId, intent: session.state.intent };
}

it('money that came twice waits for a person until its refund is seen', async () => {
  const { rooms } = stage;
  const { checkoutId, paymentId, intent } = await paidTwice();
  const waits = async () => (await findInAttention(rooms.database)).map(({ id }) => id).includes(checkoutId);
  expect(await stage.state(checkoutId)).toBe('ordered');
  expect(await waits()).toBe(true);
  await learnRefunds(rooms, checkoutId);
  expect(await waits()).toBe(true);
  // By hand, at the provider's own pages.
  await rooms.payments.refund({ id: crypto.randomUUID(), checkoutId, intent, amount: '36.00' });
  stage.provider.away = true;
  await learnRefunds(rooms, checkoutId);
  expect(await waits()).toBe(true);
  stage.provider.away = false;
  await learnRefunds(rooms, checkoutId);
  expect(await waits()).toBe(false);
  const refunded = (await readPayments(rooms.database, checkoutId)).filter(
    ({ refundedAt }) => refundedAt !== null,
  );
  expect(refunded.map(({ id }) => id)).toEqual([paymentId]);
  await learnRefunds(rooms, checkoutId);
  const timeline = await readTimeline(rooms.database, checkoutId);
  expect(timeline.filter(({ what }) => what === 'refund_seen')).toHaveLength(1);
});

it('of another amount than was asked for waits for a person until all that was paid went back, in parts too', async () => {
  const { rooms, provider } = stage;
  const { id, sessionId } = await stage.paying();
  provider.pay(sessionId, { amount: 3601 });
  await stage.later(id);
  await stage.settle();
  const [payment] = await readPayments(rooms.database, id);
  const intent = payment?.intent ?? '';
  const refund = (amount: string) =>
    rooms.payments.refund({ id: crypto.randomUUID(), checkoutId: id, intent, amount });
  const isRefunded = async () => (await readPayments(rooms.database, id))[0]?.refundedAt !== null;
  expect(await stage.find(id)).toMatchObject({ state: 'attention', reason: 'amount_differs' });
  await refund('36.00');
  await learnRefunds(rooms, id);
  expect(await isRefunded()).toBe(false);
  await refund('0.01');
  await Promise.all([learnRefunds(rooms, id), learnRefunds(rooms, id)]);
  expect(await isRefunded()).toBe(true);
  const seen = (await readTimeline(rooms.database, id)).filter(({ what }) => what === 'refund_seen');
  expect(seen.map(({ detail }) => detail['amount'])).toEqual(['36.01']);
});

it('a refund whose webhook comes while the provider does not tell what was paid is learnt of later', async () => {
  const { rooms, provider, network } = stage;
  const { checkoutId, paymentId, intent } = await paidTwice();
  const refunded = async () =>
    (await readPayments(rooms.database, checkoutId)).find(({ id }) => id === paymentId)?.refundedAt;
  const [event] = provider.incidents.refundAtDashboard(intent).events;
  if (event === undefined) throw new Error('nothing happened');
  const { body, signature } = signEvent(event);
  await receiveWebhook(rooms, body, signature);
  // The refunds are listed; the question for the payment is cut off, also when the SDK repeats it.
  network.provider.faults.push(null, { kind: 'reset' }, { kind: 'reset' });
  await stage.settle();
  expect(await refunded()).toBeNull();
  await stage.laterAll();
  await stage.settle();
  expect(await refunded()).not.toBeNull();
});

it('asks the provider for the refunds of the payment, not for all refunds since it was made', async () => {
  const { rooms, provider } = stage;
  const { checkoutId } = await paidTwice();
  const asked: string[] = [];
  provider.meanwhile = ({ method, path, query }) => {
    if (method === 'GET' && path === '/v1/refunds') asked.push(query.toString());
    return Promise.resolve();
  };
  await learnRefunds(rooms, checkoutId);
  provider.meanwhile = null;
  const intents = (await readPayments(rooms.database, checkoutId)).map(({ intent }) => intent ?? '');
  expect(asked.toSorted()).toEqual(intents.map((one) => `payment_intent=${one}&limit=100`).toSorted());
});
