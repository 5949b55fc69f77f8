import type { PaymentSession } from '../payment/payment';
import { raiseAlert } from './alert-store';
import { applyIncidentEvent } from './incidents';
import { findBySession } from './payment-store';
import { backOffSeconds, giveBack } from './queue-store';
import type { Rooms } from './rooms';
import { applyPayment } from './settle';
import { findWebhook, finishWebhook, insertWebhook, type StoredWebhook } from './webhook-store';

export type WebhookReceived = { kind: 'stored' } | { kind: 'refused'; why: string };

// A webhook may overtake the row that it is about; it does not do so by much.
const unknownForSeconds = 10 * 60;
/** After ten minutes the operator is told of a payment that nothing is known of; it is looked for hourly, for so long. */
const lookedForSeconds = 3 * 24 * 60 * 60;
const hour = 60 * 60;

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

/**
 * Applies what the webhook tells. A payment that the signed event itself proves needs no question to the provider, which
 * may take seconds to answer; for everything else the provider is asked how the payment stands now.
 */
export async function workOffWebhook(rooms: Rooms, id: string): Promise<void> {
  const { database } = rooms;
  const stored = await findWebhook(database, id);
  if (stored === null) return;
  const finish = (outcome: string) =>
    database.transaction((transaction) => finishWebhook(transaction, id, outcome));
  if (stored.sessionId === null) {
    const outcome = await applyIncidentEvent(rooms, stored);
    if (outcome === 'applied' || outcome === 'not_ours') return finish(outcome);
    // The payment may be one that the shop learns of later, and the order one that is still being made.
    if (stored.age > lookedForSeconds) return finish(outcome);
    const seconds = stored.age > unknownForSeconds ? hour : backOffSeconds(stored.tries);
    return giveBack(database, 'webhook', id, { seconds });
  }
  const webhook = { ...stored, sessionId: stored.sessionId };
  const payment = await findBySession(database, webhook.sessionId);
  if (payment === null) {
    if (webhook.age <= unknownForSeconds)
      await giveBack(database, 'webhook', id, { seconds: backOffSeconds(webhook.tries) });
    // Without a checkout's identifier it was made by another program at the same account.
    else if (webhook.checkoutId === null) await finish('not_ours');
    else if (webhook.age > lookedForSeconds) await finish('unknown');
    else await alertUnknown(rooms, webhook);
    return;
  }
  await applyPayment(rooms, payment, await sessionOf(rooms, webhook));
  await finish('applied');
}

async function sessionOf(
  { payments }: Pick<Rooms, 'payments'>,
  { sessionId, paid }: StoredWebhook & { sessionId: string },
): Promise<Pick<PaymentSession, 'state'>> {
  return paid === null ? payments.getPaymentSession(sessionId) : { state: { status: 'paid', ...paid } };
}

/**
 * After an error: tried again, less and less often. What fails for ten minutes alerts the operator and is tried hourly;
 * after three days it is left to them.
 */
export async function postponeWebhook({ database, report }: Rooms, id: string): Promise<void> {
  const stored = await findWebhook(database, id);
  if (stored === null) return;
  if (stored.age > lookedForSeconds) {
    report('error', 'a webhook was given up', { webhook: id, type: stored.type });
    await database.transaction((transaction) => finishWebhook(transaction, id, 'failed'));
    return;
  }
  const isLate = stored.age > unknownForSeconds;
  if (isLate) {
    await database.transaction((transaction) =>
      raiseAlert(transaction, {
        kind: 'payment_incident',
        key: `failed:${id}`,
        checkoutId: null,
        detail: { incidentKind: 'webhook_failing', type: stored.type, event: id, session: stored.sessionId },
      }),
    );
  }
  await giveBack(database, 'webhook', id, { seconds: isLate ? hour : backOffSeconds(stored.tries) });
}

/** A payment of ours, by its own words, of which nothing is known here. */
async function alertUnknown({ database, report }: Rooms, webhook: StoredWebhook): Promise<void> {
  const { id, type, sessionId } = webhook;
  report('error', 'a webhook is about an unknown payment', { webhook: id, session: sessionId });
  await database.transaction((transaction) =>
    raiseAlert(transaction, {
      kind: 'payment_incident',
      key: `unknown:${sessionId ?? id}`,
      checkoutId: null,
      detail: { incidentKind: 'webhook_unknown', type, session: sessionId },
    }),
  );
  await giveBack(database, 'webhook', id, { seconds: hour });
}
