import type { Dispute, FraudWarning } from './records';

/** The fee that Stripe charges the shop for a dispute, in cents. */
export const DISPUTE_FEE = 2000;

/** https://docs.stripe.com/api/disputes/object */
export function disputeResource(dispute: Dispute) {
  const { id, amount, currency, created, status } = dispute;
  return {
    id,
    object: 'dispute' as const,
    amount,
    balance_transactions: movements(dispute),
    charge: dispute.chargeId,
    created,
    currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      // Stripe gives a deadline also after the answer.
      due_by: dispute.dueBy,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted' as const,
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: dispute.intentId,
    reason: 'fraudulent',
    status,
  };
}

/** Stripe withdraws the amount and a fee for a dispute, and returns the amount when the shop wins. */
function movements(dispute: Dispute) {
  const { amount, status } = dispute;
  if (status.startsWith('warning_')) return [];
  const withdrawn = movement(dispute, -amount, DISPUTE_FEE);
  return status === 'won' ? [withdrawn, movement(dispute, amount, 0)] : [withdrawn];
}

/** https://docs.stripe.com/api/balance_transactions/object */
function movement({ id, created, currency }: Dispute, amount: number, fee: number) {
  const type = 'adjustment' as const;
  const description = amount < 0 ? 'Chargeback withdrawal' : 'Chargeback reversal';
  return {
    id: `txn_${amount < 0 ? 'out' : 'in'}_${id}`,
    object: 'balance_transaction' as const,
    amount,
    available_on: created,
    balance_type: 'payments' as const,
    created,
    currency,
    description,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency, description: 'Dispute fee', type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    source: id,
    status: 'available',
    type,
  };
}

const noEvidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** https://docs.stripe.com/api/radar/early_fraud_warnings/object */
export function warningResource({ id, created, intentId, chargeId }: FraudWarning) {
  return {
    id,
    object: 'radar.early_fraud_warning' as const,
    actionable: true,
    charge: chargeId,
    created,
    fraud_type: 'unauthorized_use_of_card',
    livemode: false,
    payment_intent: intentId,
  };
}
