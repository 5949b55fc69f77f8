import { givenBackBesides, type PaymentIncident } from '../../money/given-back';
import { amountAbove, compareAmounts, leastOf, subtractAmounts, sumAmounts } from '../../money/money';
import type { Dispute, FraudWarning, ListedRefund } from '../../payment/payment';
import type { Refund } from '../tables/refund-table';
import type { TaskKind } from '../tables/task-table';
import type { Checkout, Payment } from './checkout';
import { stateRules } from '../values/checkout-state';
import { isOfPart } from './refund';
import type { paymentIncidentTable } from '../tables/incident-table';

/** `acknowledgedAt`: when staff have done what it asks for in this status. */
export type Incident = Omit<typeof paymentIncidentTable.$inferSelect, 'paidBack' | 'paidBackAt'> & {
  acknowledgedAt: Date | null;
};

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

/** A refund of the payment that the shop has asked for, or will. */
type Asked = Pick<Refund, 'id' | 'cause' | 'state' | 'refundId' | 'amount' | 'paidBack'>;

interface AboutRefunds {
  /** What was paid, in EUR. */
  paid: string;
  /** There is an order for the payment. */
  isOrdered: boolean;
  reportedRefunded: boolean;
  known: readonly PaymentIncident[];
  asked: readonly Asked[];
}

/**
 * Pure: the incidents among the refunds of a payment. Input: newest first; result: oldest first. Refunds are known by the
 * request that made them, never by their amount. Of a payment with an order the shop itself refunds cancelled tickets, and
 * stores each request before it sends it; any other refund was made elsewhere (by staff at the provider's pages, or by the
 * shop before its database was set back to an earlier moment), or arrived after staff had paid back in another way. A failed
 * refund is settled by a later one of the same request, or when all of the payment was refunded. Of a failed one that was
 * made elsewhere, no more is open than what is left of the payment.
 */
export function refundIncidents(refunds: readonly ListedRefund[], about: AboutRefunds): SeenIncident[] {
  const done = refunds.filter(({ status, currency }) => status === 'done' && currency === 'EUR');
  const isAllBack = isAllRefunded(refunds, about.paid);
  let left = leftOf(done, about);
  const newestFirst = refunds.flatMap((refund, index): SeenIncident[] => {
    const { id, requestId, amount, currency, createdAt: openedAt } = refund;
    const seen = { id, amount, currency, openedAt, ...notDisputed };
    const asked = about.asked.find((one) => one.id === requestId);
    if (refund.status === 'done') {
      const isExpected = asked !== undefined && asked.state !== 'settled' && asked.state !== 'waived';
      return about.isOrdered && !isExpected
        ? [{ ...seen, kind: 'refunded_at_provider', status: 'open' }]
        : [];
    }
    if (refund.status === 'pending') return [];
    const known = about.known.find((one) => one.id === id);
    if (known === undefined && !isOfIncident(id, asked, about)) return [];
    const isRepeated =
      requestId !== null &&
      refunds.slice(0, index).some((later) => later.status === 'done' && later.requestId === requestId);
    if (asked === undefined && currency === 'EUR' && !isRepeated) {
      // What staff have given back in another way stays written down as it was.
      const isReplaced = known !== undefined && isAcknowledged(known);
      const open = isReplaced ? known.amount : leastOf(amount, left);
      if (!isReplaced) left = subtractAmounts(left, open);
      const status = !isReplaced && (isAllBack || compareAmounts(open, '0.00') === 0) ? 'settled' : 'open';
      return [{ ...seen, amount: status === 'settled' ? amount : open, kind: 'refund_failed', status }];
    }
    return [{ ...seen, kind: 'refund_failed', status: isRepeated || isAllBack ? 'settled' : 'open' }];
  });
  return newestFirst.reverse();
}

/** Pure: whether nothing is left of a payment. `paid` in EUR. */
export function isAllRefunded(
  refunds: readonly Pick<ListedRefund, 'status' | 'currency' | 'amount'>[],
  paid: string,
): boolean {
  const done = refunds.filter(({ status, currency }) => status === 'done' && currency === 'EUR');
  return compareAmounts(sumAmounts(done.map(({ amount }) => amount)), paid) >= 0;
}

const isAcknowledged = ({ kind, acknowledgedAt }: PaymentIncident) =>
  kind === 'refund_failed' && acknowledgedAt !== null;

/** What of a payment is neither given back nor promised. `done`: the refunds that were made. */
function leftOf(done: readonly ListedRefund[], { paid, known, asked }: AboutRefunds): string {
  const bound = asked.filter((one) => isOfPart(one) && one.state !== 'waived');
  const elsewhere = done
    .filter(({ requestId }) => !asked.some(({ id }) => id === requestId))
    .map((one) => ({ ...one, ...made, acknowledgedAt: null }));
  const cameBack = known.filter(({ kind }) => kind === 'refund_failed');
  const { besides } = givenBackBesides([...elsewhere, ...cameBack], bound);
  return amountAbove(paid, sumAmounts([...bound.map(({ amount }) => amount), besides]));
}

const made = { kind: 'refunded_at_provider', status: 'open' } as const;

/** Whether a failed refund needs staff as one that came back: until the shop has said that it was made, it does not. */
function isOfIncident(id: string, asked: Asked | undefined, about: AboutRefunds): boolean {
  if (asked === undefined || !isOfPart(asked)) return about.isOrdered || about.reportedRefunded;
  return asked.state === 'done' && asked.refundId === id;
}

export function disputeIncident(dispute: Dispute): SeenIncident {
  const { id, status, amount, currency, createdAt: openedAt } = dispute;
  const { fundsWithdrawn, answerDueAt, answered } = dispute;
  return {
    id,
    status,
    amount,
    currency,
    fundsWithdrawn,
    answerDueAt,
    answered,
    openedAt,
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

/** What an incident asks of staff, by the names of their list and their pages; null: nothing (any more). */
export function incidentTask({
  kind,
  status,
  answered,
}: Pick<Incident, 'kind' | 'status' | 'answered'>): { kind: TaskKind; reason: string } | null {
  if (status === 'settled') return null;
  if (kind === 'refund_failed') return { kind, reason: 'refund_undelivered' };
  if (kind === 'fraud_warning') return { kind, reason: kind };
  if (kind === 'refunded_at_provider') return { kind: 'to_acknowledge', reason: kind };
  const reason = `dispute_${status}` as const;
  if (status === 'open') return { kind: answered ? 'at_bank' : 'dispute_open', reason };
  return { kind: status === 'lost' ? 'dispute_lost' : 'to_acknowledge', reason };
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
