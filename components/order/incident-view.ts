import { formatAmount } from '@/lib/money/money';

/** What happened to a payment at the provider after the purchase. */
export interface IncidentView {
  readonly id: string;
  readonly kind: 'refund_failed' | 'refunded_at_provider' | 'dispute' | 'fraud_warning';
  readonly status: 'open' | 'won' | 'lost' | 'closed' | 'settled';
  readonly amount: string;
  readonly currency: string;
  readonly fundsWithdrawn: boolean;
  /** Of an open dispute: until when the provider takes an answer; and whether it has one. */
  readonly answerDueAt: Date | null;
  readonly answered: boolean;
  readonly openedAt: Date;
  readonly acknowledgedAt: Date | null;
}

/** Banks may dispute in the cardholder's currency. */
export function incidentAmount(
  { amount, currency }: Pick<IncidentView, 'amount' | 'currency'>,
  language: string,
): string {
  return currency === 'EUR' ? formatAmount(amount, language) : `${amount} ${currency}`;
}

export type CustomerNotice =
  'refundedAll' | 'refunded' | 'refundFailed' | 'refundReplaced' | 'disputeOpen' | 'disputeLost';

/**
 * What a customer is told of it, beside the order; null: nothing. `paid`: the whole payment. A fraud warning is a
 * suspicion of the card's issuer, which customers are not told.
 */
export function customerNotice(incident: IncidentView, paid: string | null): CustomerNotice | null {
  const { kind, status, amount, acknowledgedAt } = incident;
  switch (kind) {
    case 'refunded_at_provider':
      return amount === paid ? 'refundedAll' : 'refunded';
    case 'refund_failed':
      if (status === 'settled') return null;
      return acknowledgedAt === null ? 'refundFailed' : 'refundReplaced';
    case 'dispute':
      if (status === 'open') return 'disputeOpen';
      return status === 'lost' ? 'disputeLost' : null;
    case 'fraud_warning':
      return null;
  }
}
