import { raiseAlert } from './alert-store';
import type { Transaction } from '../database/database';
import type { ListedRefund } from '../payment/payment';
import type { Payment } from './checkout';
import { databaseNow, findCheckout } from './checkout-store';
import {
  disputeIncident,
  hasOrder,
  incidentChanges,
  isOpenDispute,
  refundIncidents,
  warningIncident,
  type Incident,
  type SeenIncident,
} from './incident';
import { hastenRefund, lockIncidents, saveIncident, wasUnexpected } from './incident-store';
import { learnOfTaken, refundsOf } from './known-refunds';
import { findByIntent } from './payment-store';
import type { Rooms } from './rooms';
import { note } from './timeline-store';
import type { StoredWebhook } from './webhook-store';

type Asking = Pick<Rooms, 'database' | 'payments' | 'report'>;

/**
 * What became of an event. `early`: whether there is an order is not decided yet, so what a refund means can't be told.
 * `unknown`: no payment of ours is known by its name (yet). `not_ours`: about nothing that the shop deals with.
 */
type Applied = 'applied' | 'early' | 'unknown' | 'not_ours';

/** Asks the provider for what an event after the purchase is about, and writes down what became of the payment. */
export async function applyIncidentEvent(
  rooms: Asking,
  { type, objectId, intent }: Pick<StoredWebhook, 'type' | 'objectId' | 'intent'>,
): Promise<Applied> {
  const about = subjectOf(type);
  if (about === null || objectId === null) return 'not_ours';
  const payment = intent === null ? null : await findByIntent(rooms.database, intent);
  // Other shops may share the account: for their payments the provider is not asked.
  if (intent !== null && payment === null) return 'unknown';
  const askedAt = await databaseNow(rooms.database);
  switch (about) {
    case 'refund':
      return payment === null || intent === null
        ? 'not_ours'
        : applyRefunds(rooms, { ...payment, intent }, askedAt);
    case 'dispute': {
      const dispute = await rooms.payments.getDispute(objectId);
      return applySeen(rooms, payment ?? dispute.intent, () => disputeIncident(dispute), askedAt);
    }
    case 'warning': {
      const warning = await rooms.payments.getFraudWarning(objectId);
      return applySeen(rooms, payment ?? warning.intent, (paid) => warningIncident(warning, paid), askedAt);
    }
  }
}

function subjectOf(type: string): 'refund' | 'dispute' | 'warning' | null {
  if (type.startsWith('charge.dispute.')) return 'dispute';
  if (type.startsWith('radar.early_fraud_warning.')) return 'warning';
  return /^(refund\.|charge\.refund)/.test(type) ? 'refund' : null;
}

/** `about`: the payment, or what the provider calls it. */
async function applySeen(
  rooms: Asking,
  about: Payment | string | null,
  seen: (payment: Payment) => SeenIncident,
  askedAt: Date,
): Promise<'applied' | 'unknown' | 'not_ours'> {
  if (about === null) return 'not_ours';
  const payment = typeof about === 'string' ? await findByIntent(rooms.database, about) : about;
  if (payment === null) return 'unknown';
  await rooms.database.transaction(async (transaction) => {
    const known = await lockIncidents(transaction, payment.id);
    await write(rooms, transaction, payment, { known, seen: [seen(payment)], askedAt });
  });
  return 'applied';
}

async function applyRefunds(
  rooms: Asking,
  payment: Payment & { intent: string },
  askedAt: Date,
): Promise<Applied> {
  const { id, checkoutId, intent } = payment;
  const checkout = await findCheckout(rooms.database, checkoutId);
  if (checkout?.state === 'paid' || checkout?.state === 'ordering') return 'early';
  const refunds = await refundsOf(rooms, intent);
  const byStaff = await rooms.database.transaction((transaction) =>
    writeRefunds(rooms, transaction, { id, intent, refunds, askedAt }),
  );
  // Staff were asked to refund it: what waits for that refund leaves their list.
  if (byStaff) await learnOfTaken(rooms, payment, refunds);
  return 'applied';
}

/** Resolves to whether a payment without an order, which the shop itself does not refund, was refunded. */
async function writeRefunds(
  rooms: Asking,
  transaction: Transaction,
  about: { id: string; intent: string; refunds: readonly ListedRefund[]; askedAt: Date },
): Promise<boolean> {
  const { refunds, askedAt } = about;
  const known = await lockIncidents(transaction, about.id);
  const payment = await findByIntent(transaction, about.intent);
  const checkout = payment === null ? null : await findCheckout(transaction, payment.checkoutId);
  if (payment === null || checkout === null) throw new Error(`payment ${about.id} has disappeared`);
  const isUnexpected = await wasUnexpected(transaction, payment);
  const isOrdered = hasOrder(checkout) && !isUnexpected;
  const reportedRefunded = payment.refundedAt !== null;
  const seen = refundIncidents(refunds, { isOrdered, reportedRefunded, known });
  await write(rooms, transaction, payment, { known, seen, askedAt });
  if (checkout.state === 'refunding') await hastenRefund(transaction, checkout.id);
  const forStaff = (checkout.state === 'attention' || isUnexpected) && !isOrdered && !reportedRefunded;
  return forStaff && refunds.some(({ status }) => status === 'done');
}

/** Writes what changed, with a note in the timeline; whatever staff have to look at is an alert. */
async function write(
  { report }: Asking,
  transaction: Transaction,
  payment: Payment,
  told: { known: readonly Incident[]; seen: readonly SeenIncident[]; askedAt: Date },
): Promise<void> {
  const { known, askedAt } = told;
  for (const seen of told.seen) {
    const { id, kind, status, amount, currency, fundsWithdrawn, answerDueAt } = seen;
    const before = known.find((one) => one.id === id) ?? null;
    const changes = incidentChanges(before, seen, askedAt);
    if (changes.length === 0) continue;
    const reopened = changes.includes('status') || changes.includes('answer_needed');
    await saveIncident(transaction, payment, seen, { askedAt, reopened });
    // What is called an amount in the timeline is one of EUR.
    const money = currency === 'EUR' ? { amount } : { foreignAmount: `${amount} ${currency}` };
    const detail = { payment: payment.id, incident: id, ...money };
    if (changes.includes('funds')) {
      const what = fundsWithdrawn ? 'dispute_funds_withdrawn' : 'dispute_funds_reinstated';
      await note(transaction, payment.checkoutId, what, detail);
    }
    if (reopened) await note(transaction, payment.checkoutId, happened(seen), detail);
    if (seen.answered && before?.answered !== true)
      await note(transaction, payment.checkoutId, 'dispute_answered', detail);
    if (!reopened || !asksForStaff(seen)) continue;
    report('warn', 'something happened to a payment after the purchase', {
      checkout: payment.checkoutId,
      ...{ kind, status, incident: id },
    });
    await raiseAlert(transaction, {
      kind: 'payment_incident',
      key: alertKey(seen, changes.includes('answer_needed')),
      checkoutId: payment.checkoutId,
      detail: {
        ...{ ...detail, incidentKind: kind, status },
        ...(answerDueAt === null ? {} : { answerBy: answerDueAt.toISOString() }),
      },
    });
  }
}

/** Not: a failed refund that was repeated, and an open dispute whose answer the provider has. */
function asksForStaff(seen: SeenIncident): boolean {
  return seen.status !== 'settled' && !(isOpenDispute(seen) && seen.answered);
}

/** The same for what is one piece of news: a dispute that is decided is another, and one that asks for an answer again. */
function alertKey({ id, kind, status, answerDueAt }: SeenIncident, asksAgain: boolean): string {
  const again = asksAgain ? `:${answerDueAt?.toISOString() ?? 'again'}` : '';
  return `${id}:${kind}:${status}${again}`;
}

/** What the timeline calls it. */
function happened({ kind, status }: SeenIncident): string {
  switch (kind) {
    case 'dispute':
      return `dispute_${status}`;
    case 'refund_failed':
      return status === 'settled' ? 'refund_repeated' : 'refund_undelivered';
    case 'refunded_at_provider':
    case 'fraud_warning':
      return kind;
  }
}
