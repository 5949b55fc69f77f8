import type { Incident } from '@/lib/shop/rules/incident';
import { formatAmount } from '@/lib/money/money';

export type IncidentView = Omit<Incident, 'checkoutId' | 'paymentId' | 'updatedAt' | 'askedAt'>;

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
 * What a customer is told about an incident, on the order's page; null: nothing. `paid`: the whole payment.
 * Customers are not told of a fraud warning, which is only a suspicion of the card's issuer.
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
