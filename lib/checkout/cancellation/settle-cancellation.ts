import type { CheckoutContext } from '../context';
import { noteByStaff } from '../state/timeline-store';
import type { PaidBackWay } from '../state/checkout-values';
import { findCancellation, moveCancellation, movePartsOf, settlePartsOf } from './cancellation-store';
import { type CancellationSettlement, owedOf } from './cancellation-table';
import { tellOfEnd } from './process-cancellation';

type Storing = Pick<CheckoutContext, 'database'>;

/**
 * Staff let the worker ask the provider for the refund again. False when the cancellation does not wait for staff (any
 * more). Only for a cancellation whose amount the service has confirmed, and whose payment the provider has.
 */
export function retryCancellation({ database }: Storing, id: string, staff: string): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const row = await findCancellation(transaction, id);
    if (row?.state !== 'attention' || row.problem === 'amount_differs') return false;
    if (row.problem === 'pay_back_at_counter') return false;
    const isAgain = await moveCancellation(transaction, row, 'refunding', { again: true, refundId: null });
    if (isAgain)
      await noteByStaff(transaction, row.checkoutId, 'cancellation_retried', { cancellation: id, staff });
    return isAgain;
  });
}

/** `paidBack` is for `refunded` only. */
export interface CancellationSettling {
  as: CancellationSettlement;
  paidBack?: PaidBackWay;
  reason: string;
}

/**
 * Staff have refunded it themselves (`refunded`), or nothing is owed any more (`nothing`), for a reason that they
 * write down. Concurrency guarantee: one conditional UPDATE, so of two members of staff one settles it.
 */
export function settleCancellation(
  { database }: Storing,
  id: string,
  { as, paidBack, reason, staff }: CancellationSettling & { staff: string },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const row = await findCancellation(transaction, id);
    if (row?.state !== 'attention') return false;
    const settling = { settledAs: as, paidBack: paidBack ?? null, settledReason: reason };
    if (!(await moveCancellation(transaction, row, 'done', settling))) return false;
    await (as === 'refunded'
      ? settlePartsOf(transaction, id, settling)
      : movePartsOf(transaction, id, 'refused'));
    const detail = { cancellation: id, amount: owedOf(row, row.problem), as, paidBack, staff };
    await noteByStaff(transaction, row.checkoutId, 'cancellation_settled', detail);
    await tellOfEnd(transaction, row);
    return true;
  });
}
