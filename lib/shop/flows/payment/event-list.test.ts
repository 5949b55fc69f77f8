import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PaymentEvent } from '../../../payment/payment';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { receiveWebhook } from './webhooks';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

async function listed(since: Date): Promise<PaymentEvent[]> {
  const events: PaymentEvent[] = [];
  for await (const event of shop.context.payments.listEvents(since)) events.push(event);
  return events;
}

const minuteAgo = () => new Date(Date.now() - 60_000);

it('lists the events of the provider as their webhooks report them, page after page, newest first', async () => {
  shop.provider.mostPerPage = 2;
  const sessions: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const { sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    sessions.push(sessionId);
  }
  const events = await listed(minuteAgo());
  expect(events.map(({ sessionId }) => sessionId)).toEqual(sessions.reverse());
  const [newest] = events;
  expect(newest).toMatchObject({
    type: 'checkout.session.completed',
    paid: { amount: '36.00', currency: 'EUR', intent: shop.provider.intentOf(sessions[0] ?? '') },
  });
  const { body, signature } = shop.provider.webhook(sessions[0] ?? '');
  expect(shop.context.payments.readWebhook(body, signature)).toEqual(newest);
  expect(await receiveWebhook(shop.context, body, signature)).toEqual({ kind: 'stored' });
});

it('lists no event of another type, and none from before the requested time', async () => {
  shop.provider.events.tell('customer.created', { id: 'cus_1' });
  const events = await listed(minuteAgo());
  expect(events.length).toBeGreaterThan(0);
  expect(events.map(({ type }) => type)).not.toContain('customer.created');
  expect(await listed(new Date(Date.now() + 60_000))).toEqual([]);
});
