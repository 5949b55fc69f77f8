import type { Dispute, FraudWarning, ListedRefund } from '../../payment/payment';
import type { Checkout, Payment } from '../state/checkout';
import { stateRules } from '../state/checkout-state';
import type { paymentIncidentTable } from './incident-table';

/** Without the identifier of the member of staff who acknowledged it: no page shows it. */
export type Incident = Omit<
  typeof paymentIncidentTable.$inferSelect,
  'seenAt' | 'acknowledgedBy' | 'paidBack' | 'paidBackAt'
>;

export type SeenIncident = Omit<
  Incident,
  'checkoutId' | 'paymentId' | 'updatedAt' | 'askedAt' | 'acknowledgedAt'
>;

/** Whether the customer has, or may have, what was paid for. */
export function hasOrder({
  state,
  reason,
  settledAs,
}: Pick<Checkout, 'state' | 'reason' | 'settledAs'>): boolean {
  const isByReason = state === 'attention' && (settledAs === 'ordered' || reason === 'capture_failed');
  return stateRules[state].hasOrder || isByReason;
}

const notDisputed = { fundsWithdrawn: false, answerDueAt: null, answered: false };

/**
 * Pure: the incidents among the refunds of a payment. Input: newest first; result: oldest first. `isOrdered`:
 * there is an order for this payment. Of a payment with an order the shop itself refunds cancelled tickets
 * (`requestId`); any other refund was made by staff at the provider's pages.
 */
export function refundIncidents(
  refunds: readonly ListedRefund[],
  about: { isOrdered: boolean; reportedRefunded: boolean; known: readonly Pick<Incident, 'id'>[] },
): SeenIncident[] {
  const newestFirst = refunds.flatMap((refund, index): SeenIncident[] => {
    const { id, requestId, amount, currency, createdAt: openedAt } = refund;
    const seen = { id, amount, currency, openedAt, ...notDisputed };
    if (refund.status === 'done') {
      const isOurs = refund.requestId !== null;
      return about.isOrdered && !isOurs ? [{ ...seen, kind: 'refunded_at_provider', status: 'open' }] : [];
    }
    if (refund.status === 'pending') return [];
    const matters = about.isOrdered || about.reportedRefunded || about.known.some((one) => one.id === id);
    if (!matters) return [];
    const isSettled = refunds
      .slice(0, index)
      // The refunds of two cancelled tickets may have the same amount.
      .some(
        (later) =>
          later.status === 'done' &&
          later.amount === amount &&
          (requestId === null || later.requestId === null || later.requestId === requestId),
      );
    return [{ ...seen, kind: 'refund_failed', status: isSettled ? 'settled' : 'open' }];
  });
  return newestFirst.reverse();
}

export function disputeIncident(dispute: Dispute): SeenIncident {
  const { id, status, amount, currency, createdAt: openedAt } = dispute;
  const { fundsWithdrawn, answerDueAt, answered } = dispute;
  return {
    ...{ id, status, amount, currency, fundsWithdrawn, answerDueAt, answered, openedAt },
    kind: 'dispute',
  };
}

export function warningIncident(
  { id, createdAt: openedAt }: FraudWarning,
  { amount }: Pick<Payment, 'amount'>,
): SeenIncident {
  return { id, kind: 'fraud_warning', status: 'open', amount, currency: 'EUR', openedAt, ...notDisputed };
}

/**
 * What an answer of the provider changes about an incident; empty: nothing, or the answer was requested
 * earlier than the known one. `answer_needed`: an open dispute needs another answer than the one that was
 * given, for example when an inquiry becomes a dispute.
 */
export type IncidentChange = 'status' | 'amount' | 'funds' | 'answer' | 'answer_needed';

/** `known` null: the incident is new. A failed refund that was settled before it was known is none. */
export function incidentChanges(known: Incident | null, seen: SeenIncident, askedAt: Date): IncidentChange[] {
  if (known === null) return seen.status === 'settled' ? [] : ['status', ...funds(false, seen)];
  if (askedAt < known.askedAt) return [];
  const changes = funds(known.fundsWithdrawn, seen);
  if (known.kind !== seen.kind || known.status !== seen.status) changes.unshift('status');
  if (known.amount !== seen.amount || known.currency !== seen.currency) changes.push('amount');
  const isDueTheSame = known.answerDueAt?.getTime() === seen.answerDueAt?.getTime();
  if (known.answered !== seen.answered || !isDueTheSame) changes.push('answer');
  if (needsAnswerAgain(known, seen)) changes.push('answer_needed');
  return changes;
}

export function isOpenDispute({ kind, status }: Pick<Incident, 'kind' | 'status'>): boolean {
  return kind === 'dispute' && status === 'open';
}

/** The bank may return the money of the payment, or has done so. */
export function isDisputed({ kind, status }: Pick<Incident, 'kind' | 'status'>): boolean {
  return kind === 'dispute' && (status === 'open' || status === 'lost');
}

function needsAnswerAgain(known: Incident, seen: SeenIncident): boolean {
  if (!isOpenDispute(seen) || seen.answered) return false;
  const isDueLater = (seen.answerDueAt?.getTime() ?? 0) > (known.answerDueAt?.getTime() ?? 0);
  return known.answered || isDueLater || (seen.fundsWithdrawn && !known.fundsWithdrawn);
}

function funds(before: boolean, { fundsWithdrawn }: SeenIncident): IncidentChange[] {
  return before === fundsWithdrawn ? [] : ['funds'];
}

/** A refund that the customer was told of, or that staff made, did not arrive and was not repeated. */
export function isUndelivered({ kind, status }: Pick<Incident, 'kind' | 'status'>): boolean {
  return kind === 'refund_failed' && status === 'open';
}
