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
    createdAt: new Date(dispute.created * 1000),
  };
}

/** https://docs.stripe.com/disputes/how-disputes-work; what begins with `warning_` is an inquiry before a dispute. */
function disputeStatus(status: Stripe.Dispute.Status): Dispute['status'] {
  switch (status) {
    case 'won':
      return 'won';
    case 'lost':
      return 'lost';
    case 'warning_closed':
    case 'prevented':
      return 'closed';
    case 'needs_response':
    case 'under_review':
    case 'warning_needs_response':
    case 'warning_under_review':
    case 'appeal_needs_response':
    case 'appeal_under_review':
      return 'open';
    // A status that is newer than this code: staff look at it at the provider.
    default:
      return 'open';
  }
}

export function readFraudWarning(warning: Stripe.Radar.EarlyFraudWarning): FraudWarning {
  return {
    id: warning.id,
    intent: idOf(warning.payment_intent),
    createdAt: new Date(warning.created * 1000),
  };
}

function idOf(pointer: string | { id: string } | null | undefined): string | null {
  return typeof pointer === 'string' ? pointer : (pointer?.id ?? null);
}
