import { errorRecord } from '../../../log/error-record';
import { isOpenDispute } from '../../rules/incident';
import { acknowledge, type Acknowledged } from '../../data/incident-store';
import type { CheckoutContext } from '../../context';
import type { PaidBackWay } from '../../values/checkout-values';
import { noteByStaff } from '../../data/timeline-store';

/** An incident as staff saw it when they said that they had dealt with it. */
export interface SeenByStaff {
  checkoutId: string;
  id: string;
  /** What it asked staff to do: `dispute_lost`, `fraud_warning`. */
  reason: string;
  /** Of a failed refund: how the money was given back instead. */
  paidBack?: PaidBackWay | undefined;
}

/** `unsaid`: staff did not say how the money of a failed refund was given back, so the closing could not count it. */
type Answer = Acknowledged['kind'] | 'unsaid';

/**
 * Staff have dealt with an incident: it leaves their list. An open dispute stays listed as one that only
 * waits for the bank, until the bank has decided.
 */
export function acknowledgeIncident(
  { database }: Pick<CheckoutContext, 'database'>,
  { checkoutId, id, reason, paidBack }: SeenByStaff,
  staff: string,
): Promise<Answer> {
  const isReplaced = reason === 'refund_undelivered';
  if (isReplaced && paidBack === undefined) return Promise.resolve('unsaid');
  const way = isReplaced ? { paidBack } : {};
  return database.transaction(async (transaction) => {
    const how = { id, checkoutId, reason, staff, paidBack: way.paidBack ?? null };
    const answer = await acknowledge(transaction, how);
    if (answer.kind !== 'acknowledged') return answer.kind;
    const { kind, status, amount } = answer.incident;
    const what = isOpenDispute(answer.incident) ? 'dispute_marked' : 'incident_acknowledged';
    const detail = { incident: id, incidentKind: kind, status, amount, ...way, staff };
    await noteByStaff(transaction, checkoutId, what, detail);
    return answer.kind;
  });
}

/** `failed`: it could not be written; the log contains the reason. */
export type AcknowledgedCounts = Record<Answer | 'failed', number>;

/** The same for several incidents, each in a transaction of its own: a failure does not undo the others. */
export async function acknowledgeIncidents(
  context: Pick<CheckoutContext, 'database' | 'report'>,
  seen: readonly SeenByStaff[],
  staff: string,
): Promise<AcknowledgedCounts> {
  const counts = { acknowledged: 0, before: 0, changed: 0, unsaid: 0, failed: 0 };
  for (const one of seen) {
    try {
      counts[await acknowledgeIncident(context, one, staff)] += 1;
    } catch (error) {
      counts.failed += 1;
      const about = { checkout: one.checkoutId, incident: one.id, error: errorRecord(error) };
      context.report('error', 'an incident could not be acknowledged', about);
    }
  }
  return counts;
}
