import type Stripe from 'stripe';
import { fromCents } from '../money/money';
import type { Dispute, FraudWarning } from './payment';

export function readDispute(dispute: Stripe.Dispute): Dispute {
  const moved = dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0);
  return {
    id: dispute.id,
    intent: idOf(dispute.payment_intent),
    amount: fromCents(dispute.amount),
    currency: dispute.currency.toUpperCase(),
    status: disputeStatus(dispute.status),
    fundsWithdrawn: moved < 0,
    answerDueAt: answerDueAt(dispute),
    answered: dispute.status.endsWith('under_review'),
    createdAt: new Date(dispute.created * 1000),
  };
}

/** Stripe gives a deadline also after the answer; none, or 0, if the bank accepts no answer. */
function answerDueAt({ status, evidence_details }: Stripe.Dispute): Date | null {
  const { due_by: dueBy } = evidence_details;
  return status.endsWith('needs_response') && dueBy !== null && dueBy > 0 ? new Date(dueBy * 1000) : null;
}

/**
 * https://docs.stripe.com/disputes/how-disputes-work; a status that begins with `warning_` is an inquiry before a
 * dispute. An unknown, newer status counts as open, so that staff look at it at the provider.
 */
function disputeStatus(status: Stripe.Dispute.Status): Dispute['status'] {
  if (status === 'won') return 'won';
  if (status === 'lost') return 'lost';
  return status === 'warning_closed' || status === 'prevented' ? 'closed' : 'open';
}

export function readFraudWarning(warning: Stripe.Radar.EarlyFraudWarning): FraudWarning {
  return {
    id: warning.id,
    intent: idOf(warning.payment_intent),
    createdAt: new Date(warning.created * 1000),
  };
}

/** The id of an object that is expanded or not. */
export function idOf(pointer: string | { id: string } | null | undefined): string | null {
  return typeof pointer === 'string' ? pointer : (pointer?.id ?? null);
}
