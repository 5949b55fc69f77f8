import { applyIncidentEvent } from './incidents';
import { findBySession } from './payment-store';
import { backOffSeconds, giveBack } from './queue-store';
import type { Rooms } from './rooms';
import { applyPayment } from './settle';
import { findWebhook, finishWebhook, insertWebhook } from './webhook-store';

export type WebhookReceived = { kind: 'stored' } | { kind: 'refused'; why: string };

// A webhook may overtake the row that it is about; it does not do so by much.
const unknownForSeconds = 10 * 60;

/** Takes a webhook: authentic ones are stored, once, and worked off later; others leave no trace but a count. */
export async function receiveWebhook(
  rooms: Rooms,
  body: string,
  signature: string | null,
): Promise<WebhookReceived> {
  const webhook = rooms.payments.readWebhook(body, signature);
  if (webhook.kind === 'refused') {
    rooms.report('warn', 'a webhook was refused', { why: webhook.why });
    return webhook;
  }
  await rooms.database.transaction((transaction) => insertWebhook(transaction, webhook));
  return { kind: 'stored' };
}

/** Asks the provider for what the webhook is about, and goes the arrow that the answer means. */
export async function workOffWebhook(rooms: Rooms, id: string): Promise<void> {
  const { database } = rooms;
  const webhook = await findWebhook(database, id);
  if (webhook === null) return;
  const finish = (outcome: string) =>
    database.transaction((transaction) => finishWebhook(transaction, id, outcome));
  const waitForPayment = () =>
    webhook.age > unknownForSeconds
      ? finish('unknown')
      : giveBack(database, 'webhook', id, { seconds: backOffSeconds(webhook.tries) });
  if (webhook.sessionId === null) {
    const outcome = await applyIncidentEvent(rooms, webhook);
    return outcome === 'unknown' ? waitForPayment() : finish(outcome);
  }
  const payment = await findBySession(database, webhook.sessionId);
  if (payment === null) return waitForPayment();
  await applyPayment(rooms, payment, await rooms.payments.getPaymentSession(webhook.sessionId));
  await finish('applied');
}
