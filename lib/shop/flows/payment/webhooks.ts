import type { Database } from '../../../database/database';
import { raiseAlert } from '../../data/alert-store';
import { isUnsettled } from '../../rules/checkout';
import { applyIncidentEvent } from './incidents';
import { backOffSeconds, endJob, postponeJob } from '../../data/job-store';
import type { CheckoutContext } from '../../context';
import { applyPayment } from './settle';
import {
  findWebhook,
  finished,
  finishWebhook,
  insertWebhook,
  type ReadWebhook,
  type StoredWebhook,
} from '../../data/webhook-store';

export type WebhookReceived = { kind: 'stored' } | { kind: 'refused'; why: string };

// A webhook may arrive seconds before the row that it refers to is written.
const alertAfterSeconds = 10 * 60;
const givenUpAfterSeconds = 3 * 24 * 60 * 60;
const hour = 60 * 60;

/** Receives a webhook: authentic ones are stored once and processed later; others are only counted. */
export async function receiveWebhook(
  context: CheckoutContext,
  body: string,
  signature: string | null,
): Promise<WebhookReceived> {
  const webhook = context.payments.readWebhook(body, signature);
  if (webhook.kind === 'refused') {
    context.report('warn', 'a webhook was refused', { why: webhook.why });
    return webhook;
  }
  await insertWebhook(context.database.single, webhook);
  return { kind: 'stored' };
}

/**
 * Applies a webhook. The provider, whose response may take seconds, is not asked when the signed event itself
 * proves the payment, or when the payment is settled. Otherwise it is asked for the payment's current state.
 */
export async function processWebhook(context: CheckoutContext, id: string, tries: number): Promise<void> {
  const { database } = context;
  const stored = await findWebhook(database, id);
  if (stored === null) return endJob(database.single, 'webhook', id);
  const { sessionId } = stored;
  const outcome =
    sessionId === null
      ? await applyIncidentEvent(context, stored)
      : await applySessionEvent(context, { ...stored, sessionId });
  if (outcome === 'finished') return;
  if (outcome === 'applied' || outcome === 'not_ours') return finish(database, id, outcome);
  await tryLater(
    context,
    { ...stored, tries },
    {
      outcome,
      // An event after the purchase may be about an order that is still being made.
      alert: sessionId === null ? null : { key: `unknown:${sessionId}`, incidentKind: 'webhook_unknown' },
    },
  );
}

/** `finished`: applied, and the work on the webhook has ended with it. */
async function applySessionEvent(
  context: CheckoutContext,
  { id, type, sessionId, checkoutId, age, paid, payment }: ReadWebhook & { sessionId: string },
): Promise<'finished' | 'applied' | 'unknown' | 'not_ours'> {
  if (payment === null) {
    // A session without a checkout's identifier was made by another program at the same account. One that was closed without a
    // payment is of a purchase that is not known any more since a restore: nobody has to do anything.
    const isNoMatter = checkoutId === null || type === 'checkout.session.expired';
    return isNoMatter && age > alertAfterSeconds ? 'not_ours' : 'unknown';
  }
  if (isUnsettled(payment.state)) {
    const session =
      paid === null
        ? await context.payments.getPaymentSession(sessionId)
        : { state: { status: 'paid', ...paid } as const };
    if (await applyPayment(context, payment, session, finished(id, 'applied'))) return 'finished';
  }
  return 'applied';
}

export async function postponeWebhook(context: CheckoutContext, id: string, tries: number): Promise<void> {
  const stored = await findWebhook(context.database, id);
  if (stored === null) return;
  await tryLater(
    context,
    { ...stored, tries },
    {
      outcome: 'failed',
      alert: { key: `failed:${id}`, incidentKind: 'webhook_failing' },
    },
  );
}

/**
 * Tries a webhook again, less and less often: hourly after ten minutes, no more after three days. `alert`:
 * what the operator is told once after those ten minutes; null: nothing.
 */
async function tryLater(
  { database, report }: CheckoutContext,
  { id, type, sessionId, age, tries }: StoredWebhook & { tries: number },
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
  await postponeJob(database, 'webhook', id, { seconds: isLate ? hour : backOffSeconds(tries) });
}

function finish(database: Database, id: string, outcome: string): Promise<void> {
  return finishWebhook(database.single, id, outcome);
}
