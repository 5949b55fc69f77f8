import { z } from 'zod';
import { amountSchema } from '../contract/values';
import type { Dispute, FraudWarning, ListedRefund } from '../payment/payment';
import type { Checkout, Payment } from './checkout';

/**
 * What can happen to a payment at the provider after the purchase. `refund_failed`: a refund that was reported as done,
 * or that staff made, did not arrive. `refunded_at_provider`: staff refunded a payment that has an order. `dispute`: the
 * cardholder's bank disputes it. `fraud_warning`: the card's issuer suspects fraud.
 */
export const incidentKinds = ['refund_failed', 'refunded_at_provider', 'dispute', 'fraud_warning'] as const;

/** Of a dispute: open, won, lost, closed. Of a failed refund: open, or settled by a later refund. Of others: open. */
export const incidentStatuses = ['open', 'won', 'lost', 'closed', 'settled'] as const;

export const incidentSchema = z.object({
  /** The provider's id of the refund, dispute or fraud warning. */
  id: z.string(),
  checkoutId: z.string(),
  paymentId: z.string(),
  kind: z.enum(incidentKinds),
  status: z.enum(incidentStatuses),
  amount: amountSchema,
  currency: z.string(),
  fundsWithdrawn: z.boolean(),
  /** Of an open dispute: until when the provider takes an answer; null where it names no time. */
  answerDueAt: z.date().nullable(),
  /** Of an open dispute: the provider has the shop's answer, and the bank decides. */
  answered: z.boolean(),
  openedAt: z.date(),
  updatedAt: z.date(),
  askedAt: z.date(),
  acknowledgedAt: z.date().nullable(),
});
export type Incident = z.infer<typeof incidentSchema>;

/** An incident as an answer of the provider tells it. */
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
  if (state === 'ordered' || state === 'capturing') return true;
  return state === 'attention' && (settledAs === 'ordered' || reason === 'capture_failed');
}

const notDisputed = { fundsWithdrawn: false, answerDueAt: null, answered: false };

/**
 * Pure: the incidents among the refunds of a payment, which come newest first; the oldest first. `isOrdered`: there is an order for this
 * payment. The shop itself refunds only payments without an order, so a refund beside an order was made by staff.
 */
export function refundIncidents(
  refunds: readonly ListedRefund[],
  about: { isOrdered: boolean; reportedRefunded: boolean; known: readonly Pick<Incident, 'id'>[] },
): SeenIncident[] {
  const newestFirst = refunds.flatMap((refund, index): SeenIncident[] => {
    const { id, amount, currency, createdAt: openedAt } = refund;
    const seen = { id, amount, currency, openedAt, ...notDisputed };
    if (refund.status === 'done') {
      return about.isOrdered ? [{ ...seen, kind: 'refunded_at_provider', status: 'open' }] : [];
    }
    if (refund.status === 'pending') return [];
    const matters = about.isOrdered || about.reportedRefunded || about.known.some((one) => one.id === id);
    if (!matters) return [];
    const isSettled = refunds
      .slice(0, index)
      .some((later) => later.status === 'done' && later.amount === amount);
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
  return {
    id,
    kind: 'fraud_warning',
    status: 'open',
    amount,
    currency: 'EUR',
    openedAt,
    ...notDisputed,
  };
}

/**
 * What an answer of the provider changes about an incident; empty: nothing, or it was asked for earlier.
 * `answer_needed`: an open dispute asks for another answer than the one that was given, as when an inquiry becomes a
 * dispute.
 */
export type IncidentChange = 'status' | 'amount' | 'funds' | 'answer' | 'answer_needed';

/** Pure. `known` null: the incident is new. A failed refund that was settled before it was known is none. */
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

/** The bank has not decided. */
export function isOpenDispute({ kind, status }: Pick<Incident, 'kind' | 'status'>): boolean {
  return kind === 'dispute' && status === 'open';
}

function needsAnswerAgain(known: Incident, seen: SeenIncident): boolean {
  if (!isOpenDispute(seen) || seen.answered) return false;
  const isDueLater = (seen.answerDueAt?.getTime() ?? 0) > (known.answerDueAt?.getTime() ?? 0);
  return known.answered || isDueLater || (seen.fundsWithdrawn && !known.fundsWithdrawn);
}

function funds(before: boolean, { fundsWithdrawn }: SeenIncident): IncidentChange[] {
  return before === fundsWithdrawn ? [] : ['funds'];
}

/** The customer was told of a refund, or staff made one, that did not arrive and was not repeated. */
export function isUndelivered({ kind, status }: Pick<Incident, 'kind' | 'status'>): boolean {
  return kind === 'refund_failed' && status === 'open';
}
