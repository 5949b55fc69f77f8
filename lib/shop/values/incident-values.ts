/**
 * What can happen to a payment at the provider after the purchase. `refund_failed`: a refund that was
 * reported as done, or that staff made, did not arrive. `refunded_at_provider`: staff refunded a payment that
 * has an order. `dispute`: the cardholder's bank disputes it. `fraud_warning`: the card's issuer suspects
 * fraud.
 */
export const incidentKinds = ['refund_failed', 'refunded_at_provider', 'dispute', 'fraud_warning'] as const;

/** Of a dispute: all but settled. Of a failed refund: open, or settled by a later refund. Of others: open. */
export const incidentStatuses = ['open', 'won', 'lost', 'closed', 'settled'] as const;
