import type { Database } from '../database/database';
import { raiseAlert } from './alert-store';
import { isUnsettled } from './checkout';
import { applyIncidentEvent } from './incidents';
import { findBySession } from './payment-store';
import { backOffSeconds, giveBack } from './queue-store';
import type { Rooms } from './rooms';
import { applyPayment } from './settle';
import { findWebhook, finishWebhook, insertWebhook, type StoredWebhook } from './webhook-store';

export type WebhookReceived = { kind: 'stored' } | { kind: 'refused'; why: string };

// A webhook may arrive before the row that it is about is written, by seconds.
const alertAfterSeconds = 10 * 60;
const givenUpAfterSeconds = 3 * 24 * 60 * 60;
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
 * may take seconds to answer; nor does one that is settled. For everything else the provider is asked how the payment
 * stands now.
 */
export async function workOffWebhook(rooms: Rooms, id: string): Promise<void> {
  const { database } = rooms;
  const stored = await findWebhook(database, id);
  if (stored === null) return;
  const { sessionId } = stored;
  const outcome =
    sessionId === null
      ? await applyIncidentEvent(rooms, stored)
      : await applySessionEvent(rooms, { ...stored, sessionId });
  if (outcome === 'applied' || outcome === 'not_ours') return finish(database, id, outcome);
  await tryLater(rooms, stored, {
    outcome,
    // An event after the purchase may be about an order that is still being made.
    alert: sessionId === null ? null : { key: `unknown:${sessionId}`, incidentKind: 'webhook_unknown' },
  });
}

async function applySessionEvent(
  rooms: Rooms,
  { sessionId, checkoutId, age, paid }: StoredWebhook & { sessionId: string },
): Promise<'applied' | 'unknown' | 'not_ours'> {
  const payment = await findBySession(rooms.database, sessionId);
  if (payment === null) {
    // Without a checkout's identifier it was made by another program at the same account.
    return checkoutId === null && age > alertAfterSeconds ? 'not_ours' : 'unknown';
  }
  if (isUnsettled(payment.state)) {
    const session =
      paid === null
        ? await rooms.payments.getPaymentSession(sessionId)
        : { state: { status: 'paid', ...paid } as const };
    await applyPayment(rooms, payment, session);
  }
  return 'applied';
}

/** After an error the webhook is tried again; what goes on failing alerts the operator. */
export async function postponeWebhook(rooms: Rooms, id: string): Promise<void> {
  const stored = await findWebhook(rooms.database, id);
  if (stored === null) return;
  await tryLater(rooms, stored, {
    outcome: 'failed',
    alert: { key: `failed:${id}`, incidentKind: 'webhook_failing' },
  });
}

/**
 * Tries a webhook again, less and less often: after ten minutes hourly, after three days not at all. `alert`: what
 * the operator is told after those ten minutes, once; null: nothing.
 */
async function tryLater(
  { database, report }: Rooms,
  { id, type, sessionId, age, tries }: StoredWebhook,
  { outcome, alert }: { outcome: string; alert: { key: string; incidentKind: string } | null },
): Promise<void> {
  if (age > givenUpAfterSeconds) {
    if (alert !== null) report('error', 'a webhook was given up', { webhook: id, type, outcome });
    return finish(database, id, outcome);
  }
  const isLate = age > alertAfterSeconds;
  if (isLate && alert !== null) {
    report('error', 'a webhook can not be applied', { webhook: id, type, outcome });
    const detail = { incidentKind: alert.incidentKind, type, event: id, session: sessionId };
    await database.transaction((transaction) =>
      raiseAlert(transaction, { kind: 'payment_incident', key: alert.key, checkoutId: null, detail }),
    );
  }
  await giveBack(database, 'webhook', id, { seconds: isLate ? hour : backOffSeconds(tries) });
}

function finish(database: Database, id: string, outcome: string): Promise<void> {
  return database.transaction((transaction) => finishWebhook(transaction, id, outcome));
}
