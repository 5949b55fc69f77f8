import type { Checkout } from '../../../shop/rules/checkout';
import { type Incident, isUndelivered } from '../../../shop/rules/incident';

export type FailedRefundPhase = 'refund_undelivered' | 'refund_replaced';

/**
 * What a customer who was told of a refund is told when it failed afterwards; null: the phase does not
 * change. Pure. Staff acknowledge a failed refund when they have returned the money in another way.
 */
export function failedRefundPhase(
  phase: string,
  { settledAs }: Pick<Checkout, 'settledAs'>,
  incidents: readonly Pick<Incident, 'kind' | 'status' | 'acknowledgedAt'>[],
): FailedRefundPhase | null {
  if (phase !== 'refunded' && !(phase === 'settled' && settledAs === 'refunded')) return null;
  const failed = incidents.filter(isUndelivered);
  if (failed.length === 0) return null;
  return failed.some(({ acknowledgedAt }) => acknowledgedAt === null)
    ? 'refund_undelivered'
    : 'refund_replaced';
}
