import { PaymentError, type ListedRefund } from '../../../payment/payment';
import type { CheckoutContext } from '../../context';
import { readPayments } from '../../data/payment-store';
import { askAgain, findRefund, moveRefund, resumeWith } from '../../data/refund-store';
import { addRefundToShift } from '../../data/shift-store';
import { noteByStaff } from '../../data/timeline-store';
import { causeRules, isAfterRequest, type RefundSettlement } from '../../rules/refund';
import type { Refund } from '../../tables/refund-table';
import type { PaidBackWay } from '../../values/checkout-values';
import { findMade } from '../payment/ask-refund';
import { tellOfEnd } from './after-refund';

type Storing = Pick<CheckoutContext, 'database'>;

/** Whether it waits for staff as a task of its own: others are settled with their purchase. */
const isWaiting = (row: Refund | null): row is Refund =>
  row?.state === 'failed' && causeRules[row.cause].hasTask;

/** Staff let the worker ask the provider for a refund again. False when it does not wait for staff (any more). */
export function retryRefund({ database }: Storing, id: string, staff: string): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const row = await findRefund(transaction, id);
    if (row === null || !(await askAgain(transaction, row))) return false;
    const detail = { cancellation: row.cancellationId, refund: id, staff };
    await noteByStaff(transaction, row.checkoutId, 'cancellation_retried', detail);
    return true;
  });
}

/** `paidBack` is for `refunded` only. */
export interface RefundSettling {
  as: RefundSettlement;
  paidBack?: PaidBackWay;
  reason: string;
}

/**
 * Staff have refunded it themselves (`refunded`), or nothing is owed any more (`nothing`), for a reason that they
 * write down. The provider is asked first: a request that it refused, or that arrived late, may have made the refund
 * after all, and then the refund continues with it (`late`). `unavailable`: the provider can't be asked, and nothing was
 * changed. Concurrency guarantee: one conditional UPDATE, so of two members of staff one settles it.
 */
export async function settleRefund(
  context: Storing & Pick<CheckoutContext, 'payments'>,
  id: string,
  { as, paidBack, reason, staff }: RefundSettling & { staff: string },
): Promise<'settled' | 'late' | 'unavailable'> {
  const { database } = context;
  const seen = await findRefund(database, id);
  if (!isWaiting(seen)) return 'late';
  try {
    const made = await madeAfterAll(context, seen);
    if (made !== null) {
      await database.transaction((transaction) => resumeWith(transaction, seen, made));
      return 'late';
    }
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    return 'unavailable';
  }
  return database.transaction(async (transaction) => {
    const row = await findRefund(transaction, id);
    if (!isWaiting(row)) return 'late';
    const settling = { paidBack: paidBack ?? null, settledReason: reason, closedBy: staff };
    if (!(await moveRefund(transaction, row, as === 'refunded' ? 'settled' : 'waived', settling)))
      return 'late';
    if (as === 'refunded') await addRefundToShift(transaction, id, staff);
    const { checkoutId, cancellationId: cancellation, amount } = row;
    const detail = { cancellation, refund: id, amount, as, paidBack, staff };
    await noteByStaff(transaction, checkoutId, 'cancellation_settled', detail);
    // Nobody was promised a goodwill that is not given.
    if (row.cause !== 'goodwill' || as === 'refunded') await tellOfEnd(transaction, row);
    return 'settled';
  });
}

/** The refund that a request has made, although it waits for staff; null: none. */
async function madeAfterAll(
  context: Storing & Pick<CheckoutContext, 'payments'>,
  row: Refund,
): Promise<ListedRefund | null> {
  if (!isAfterRequest(row)) return null;
  const payments = await readPayments(context.database, row.checkoutId);
  const intent = payments.find(({ id }) => id === row.paymentId)?.intent ?? null;
  return intent === null ? null : findMade(context, { id: row.id, intent });
}
