import { raiseAlert } from '../../data/alert-store';
import type { Transaction } from '../../../database/database';
import type { ListedRefund } from '../../../payment/payment';
import type { Payment } from '../../rules/checkout';
import { databaseNow } from '../../../database/database-now';
import { findCheckout } from '../../data/checkout-store';
import {
  disputeIncident,
  hasOrder,
  incidentChanges,
  incidentTask,
  isAllRefunded,
  isOpenDispute,
  refundIncidents,
  warningIncident,
  type Incident,
  type SeenIncident,
} from '../../rules/incident';
import { addJob } from '../../data/job-store';
import { lockIncidents, saveIncident } from '../../data/incident-store';
import { closeTasks, openTask, readOpenTasks, readTasks } from '../../data/task-store';
import { askAgain, hastenRefunds, readRefunds, resumeWith } from '../../data/refund-store';
import type { Refund } from '../../tables/refund-table';
import { listRefunds } from './ask-refund';
import { learnOfTaken } from './known-refunds';
import { findByIntent } from '../../data/payment-store';
import type { CheckoutContext } from '../../context';
import type { TimelineEvent } from '../../values/checkout-values';
import { note } from '../../data/timeline-store';
import type { StoredWebhook } from '../../data/webhook-store';

type Asking = Pick<CheckoutContext, 'database' | 'payments' | 'report'>;

/**
 * What the processing of an event came to. `early`: it is not decided yet whether there is an order, so the
 * meaning of a refund is unknown. `unknown`: no payment of ours has this ID (yet). `not_ours`: about nothing
 * that the shop deals with.
 */
type Applied = 'applied' | 'early' | 'unknown' | 'not_ours';

export async function applyIncidentEvent(
  context: Asking,
  { type, objectId, intent }: Pick<StoredWebhook, 'type' | 'objectId' | 'intent'>,
): Promise<Applied> {
  const about = subjectOf(type);
  if (about === null || objectId === null) return 'not_ours';
  const payment = intent === null ? null : await findByIntent(context.database, intent);
  // Other shops may share the provider's account: the provider is not asked about their payments.
  if (intent !== null && payment === null) return 'unknown';
  const askedAt = await databaseNow(context.database);
  switch (about) {
    case 'refund':
      return payment === null || intent === null
        ? 'not_ours'
        : applyRefunds(context, { ...payment, intent }, askedAt);
    case 'dispute': {
      const dispute = await context.payments.getDispute(objectId);
      return applySeen(context, payment ?? dispute.intent, () => disputeIncident(dispute), askedAt);
    }
    case 'warning': {
      const warning = await context.payments.getFraudWarning(objectId);
      return applySeen(context, payment ?? warning.intent, (paid) => warningIncident(warning, paid), askedAt);
    }
  }
}

function subjectOf(type: string): 'refund' | 'dispute' | 'warning' | null {
  if (type.startsWith('charge.dispute.')) return 'dispute';
  if (type.startsWith('radar.early_fraud_warning.')) return 'warning';
  return /^(refund\.|charge\.refund)/.test(type) ? 'refund' : null;
}

/** `about`: the payment, or the provider's ID of it. */
async function applySeen(
  context: Asking,
  about: Payment | string | null,
  seen: (payment: Payment) => SeenIncident,
  askedAt: Date,
): Promise<'applied' | 'unknown' | 'not_ours'> {
  if (about === null) return 'not_ours';
  const payment = typeof about === 'string' ? await findByIntent(context.database, about) : about;
  if (payment === null) return 'unknown';
  await context.database.transaction(async (transaction) => {
    const known = await lockIncidents(transaction, payment.id);
    await write(context, transaction, payment, { known, seen: [seen(payment)], askedAt });
  });
  return 'applied';
}

/** Writes down what became of the refunds of a payment, those of staff at the provider's pages, too. */
export async function applyRefunds(
  context: Asking,
  payment: Payment & { intent: string },
  askedAt: Date,
): Promise<Applied> {
  const { id, checkoutId, intent } = payment;
  const checkout = await findCheckout(context.database, checkoutId);
  if (checkout?.state === 'paid' || checkout?.state === 'ordering') return 'early';
  const refunds = await listRefunds(context, intent);
  const written = await context.database.transaction((transaction) =>
    writeRefunds(context, transaction, { id, intent, refunds, askedAt }),
  );
  if (written === 'early') return 'early';
  // Staff were asked to refund the payment: the entry that waits for this refund leaves their list.
  if (written === 'by_staff') await learnOfTaken(context, payment, refunds);
  return 'applied';
}

/**
 * `by_staff`: a payment without an order, which the shop itself does not refund, was refunded. `early`: the shop is
 * learning at this moment what became of a refund that has failed; then nothing was written.
 */
async function writeRefunds(
  context: Asking,
  transaction: Transaction,
  about: { id: string; intent: string; refunds: readonly ListedRefund[]; askedAt: Date },
): Promise<'written' | 'by_staff' | 'early'> {
  const { refunds, askedAt } = about;
  const known = await lockIncidents(transaction, about.id);
  const payment = await findByIntent(transaction, about.intent);
  const checkout = payment === null ? null : await findCheckout(transaction, payment.checkoutId);
  if (payment === null || checkout === null) throw new Error(`payment ${about.id} has disappeared`);
  const asked = (await readRefunds(transaction, checkout.id)).filter(
    ({ paymentId }) => paymentId === payment.id,
  );
  const { state } = checkout;
  if (refunds.some((refund) => isBeingLearnt(refund, asked))) {
    await hastenRefunds(transaction, payment.id);
    return 'early';
  }
  for (const row of asked) {
    // A request that arrived late, after the provider had refused others.
    const made = refunds.find(({ requestId, status }) => requestId === row.id && status !== 'failed');
    if (made !== undefined) await resumeWith(transaction, row, made);
    // Staff have refunded all of it at the provider: there the worker learns that nothing is left to do.
    else if (row.problem === 'refund_failed' && isAllRefunded(refunds, payment.amount))
      await askAgain(transaction, row);
  }
  const isUnexpected = (await readTasks(transaction, 'payment_unexpected', payment.id)).length > 0;
  const isOrdered = hasOrder(checkout) && !isUnexpected;
  const reportedRefunded = payment.refundedAt !== null;
  const paid = payment.amount;
  const seen = refundIncidents(refunds, { paid, isOrdered, reportedRefunded, known, asked });
  const lost = refunds.filter(
    ({ requestId }) => requestId !== null && !asked.some(({ id }) => id === requestId),
  );
  await write(context, transaction, payment, { known, seen, askedAt, lost: lost.map(({ id }) => id) });
  await hastenRefunds(transaction, payment.id);
  const forStaff = (state === 'attention' || isUnexpected) && !isOrdered && !reportedRefunded;
  return forStaff && refunds.some(({ status }) => status === 'done') ? 'by_staff' : 'written';
}

/** A failed refund that the shop has asked for, and whose end it has not written down yet: perhaps as done. */
function isBeingLearnt({ id, requestId, status }: ListedRefund, asked: readonly Refund[]): boolean {
  const row = asked.find((one) => one.id === requestId);
  if (status !== 'failed' || row?.state !== 'due') return false;
  return row.refundId === null || row.refundId === id;
}

/** `lost`: refunds whose requests the shop has sent, and does not know any more. */
async function write(
  { report }: Asking,
  transaction: Transaction,
  payment: Payment,
  read: {
    known: readonly Incident[];
    seen: readonly SeenIncident[];
    askedAt: Date;
    lost?: readonly string[];
  },
): Promise<void> {
  const { known, askedAt, lost = [] } = read;
  for (const seen of read.seen) {
    const { id, kind, status, amount, currency, fundsWithdrawn, answerDueAt } = seen;
    const before = known.find((one) => one.id === id) ?? null;
    const changes = incidentChanges(before, seen, askedAt);
    if (changes.length === 0) continue;
    const reopened = changes.includes('status') || changes.includes('answer_needed');
    await saveIncident(transaction, payment, seen, askedAt);
    await updateTask(transaction, payment.checkoutId, seen, reopened);
    // What was given back without a cancellation gets a credit note.
    if (kind === 'refunded_at_provider') await addJob(transaction, 'invoice', payment.checkoutId);
    // The staff pages show `amount` of a timeline entry in EUR.
    const money = currency === 'EUR' ? { amount } : { foreignAmount: `${amount} ${currency}` };
    const isLost = lost.includes(id) ? { isLost: true } : {};
    const detail = { payment: payment.id, incident: id, ...money, ...isLost };
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
      kind,
      status,
      incident: id,
    });
    await raiseAlert(transaction, {
      kind: 'payment_incident',
      key: alertKey(seen, changes.includes('answer_needed')),
      checkoutId: payment.checkoutId,
      detail: {
        ...detail,
        incidentKind: kind,
        status,
        ...(answerDueAt === null ? {} : { answerBy: answerDueAt.toISOString() }),
      },
    });
  }
}

/** `reopened`: staff have to look at the incident again, even if they have done what it asked for before. */
async function updateTask(
  transaction: Transaction,
  checkoutId: string,
  seen: SeenIncident,
  reopened: boolean,
): Promise<void> {
  const { id: key, amount, currency, answerDueAt: dueAt } = seen;
  const [open] = (await readOpenTasks(transaction, checkoutId)).filter((one) => one.key === key);
  if (open === undefined && !reopened) return;
  const wanted = incidentTask(seen);
  // That staff have answered a dispute, or will not, is known from them alone.
  const isAtBank = !reopened && open?.kind === 'at_bank' && isOpenDispute(seen);
  const kind = isAtBank ? 'at_bank' : wanted?.kind;
  if (open !== undefined && (reopened || open.kind !== kind)) await closeTasks(transaction, key, [open.kind]);
  if (wanted === null || kind === undefined) return;
  await openTask(transaction, { kind, key, checkoutId, reason: wanted.reason, amount, currency, dueAt });
}

/** False for a failed refund that was repeated, and for an open dispute whose answer the provider has. */
function asksForStaff(seen: SeenIncident): boolean {
  return seen.status !== 'settled' && !(isOpenDispute(seen) && seen.answered);
}

/** One key for one piece of news: a decision about a dispute is new, and so is a renewed request for an answer. */
function alertKey({ id, kind, status, answerDueAt }: SeenIncident, asksAgain: boolean): string {
  const again = asksAgain ? `:${answerDueAt?.toISOString() ?? 'again'}` : '';
  return `${id}:${kind}:${status}${again}`;
}

function happened({ kind, status }: SeenIncident): TimelineEvent {
  switch (kind) {
    case 'dispute':
      return status === 'settled' ? 'dispute_closed' : `dispute_${status}`;
    case 'refund_failed':
      return status === 'settled' ? 'refund_repeated' : 'refund_undelivered';
    case 'refunded_at_provider':
    case 'fraud_warning':
      return kind;
  }
}
