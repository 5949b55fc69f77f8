/**
 * What waits for staff, by what they can do about it; the most urgent group first. `checkouts`: purchases that no program
 * can finish. `to_acknowledge`: nothing is to be done but to say that it was seen. `at_bank`: open disputes that are
 * answered, or will not be; only the bank can end them.
 */
export const attentionGroups = [
  'checkouts',
  'overdue',
  'payment_unexpected',
  'refund_failed',
  'dispute_open',
  'fraud_warning',
  'dispute_lost',
  'email_failed',
  'documents_missing',
  'to_acknowledge',
  'at_bank',
] as const;
export type AttentionGroup = (typeof attentionGroups)[number];
