import {
  type AcknowledgedCounts,
  acknowledgeIncident,
  acknowledgeIncidents,
  type SeenByStaff,
} from '../../../shop/flows/attention/acknowledge-incidents';
import { type ForStaff, forStaff } from '../../common/account/for-staff';

/** False: how the money of a failed refund was given back is missing. */
export function acknowledge(seen: SeenByStaff): Promise<ForStaff<boolean>> {
  return forStaff('orders:change', async (member, { checkoutContext, log }) => {
    const written = await acknowledgeIncident(checkoutContext, seen, member.id);
    const context = { staff: member.id, checkout: seen.checkoutId, incident: seen.id, written };
    log.info(context, 'staff dealt with an incident of a payment');
    return written !== 'unsaid';
  });
}

export function acknowledgeSeveral(seen: readonly SeenByStaff[]): Promise<ForStaff<AcknowledgedCounts>> {
  return forStaff('orders:change', async (member, { checkoutContext, log }) => {
    const counts = await acknowledgeIncidents(checkoutContext, seen, member.id);
    log.info({ staff: member.id, ...counts }, 'staff dealt with incidents of payments');
    return counts;
  });
}
