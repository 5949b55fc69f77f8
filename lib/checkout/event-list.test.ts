import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PaymentEvent } from '../payment/payment';
import { startStage, type Stage } from './testing';
import { receiveWebhook } from './webhooks';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());
beforeEach(() => stage.reset());

async function listed(since: Date): Promise<PaymentEvent[]> {
  const events: PaymentEvent[] = [];
  for await (const event of stage.rooms.payments.listEvents(since)) events.push(event);
  return events;
}

const minuteAgo = () => new Date(Date.now() - 60_000);

it('lists the events of the provider as their webhooks tell them, page after page, newest first', async () => {
  stage.provider.mostPerPage = 2;
  const sessions: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const { sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    sessions.push(sessionId);
  }
  const events = await listed(minuteAgo());
  expect(events.map(({ sessionId }) => sessionId)).toEqual(sessions.reverse());
  const [newest] = events;
  expect(newest).toMatchObject({
    type: 'checkout.session.completed',
    paid: { amount: '36.00', currency: 'EUR', intent: `pi_${sessions[0] ?? ''}` },
  });
  const { body, signature } = stage.provider.webhook(sessions[0] ?? '');
  expect(stage.rooms.payments.readWebhook(body, signature)).toEqual(newest);
  expect(await receiveWebhook(stage.rooms, body, signature)).toEqual({ kind: 'stored' });
});

it('lists no event of another type, and none from before', async () => {
  stage.provider.events.tell('customer.created', { id: 'cus_1' });
  const events = await listed(minuteAgo());
  expect(events.length).toBeGreaterThan(0);
  expect(events.map(({ type }) => type)).not.toContain('customer.created');
  expect(await listed(new Date(Date.now() + 60_000))).toEqual([]);
});
