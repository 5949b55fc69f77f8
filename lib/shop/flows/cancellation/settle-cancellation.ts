import type { CheckoutContext } from '../../context';
import { noteByStaff } from '../../data/timeline-store';
import type { PaidBackWay } from '../../values/checkout-values';
import { PaymentError, type ListedRefund } from '../../../payment/payment';
import { findMade } from '../payment/ask-refund';
import { readPayments } from '../../data/payment-store';
import {
  findCancellation,
  moveCancellation,
  movePartsOf,
  settlePartsOf,
} from '../../data/cancellation-store';
import type { Cancellation, CancellationSettlement } from '../../tables/cancellation-table';
import { isAfterRequest, owedOf } from '../../rules/cancellation';
import { resumeWith } from '../../data/resume-refund';
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
 * write down. The provider is asked first: a request that it refused, or that arrived late, may have made the refund
 * after all, and then the cancellation continues with it (`late`). `away`: the provider can't be asked, and nothing was
 * changed. Concurrency guarantee: one conditional UPDATE, so of two members of staff one settles it.
 */
export async function settleCancellation(
  context: Storing & Pick<CheckoutContext, 'payments'>,
  id: string,
  { as, paidBack, reason, staff }: CancellationSettling & { staff: string },
): Promise<'settled' | 'late' | 'away'> {
  const { database } = context;
  const seen = await findCancellation(database, id);
  if (seen?.state !== 'attention') return 'late';
  try {
    const made = await madeAfterAll(context, seen);
    if (made !== null) {
      await database.transaction((transaction) => resumeWith(transaction, seen, made));
      return 'late';
    }
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    return 'away';
  }
  return database.transaction(async (transaction) => {
    const row = await findCancellation(transaction, id);
    if (row?.state !== 'attention') return 'late';
    const settling = { settledAs: as, paidBack: paidBack ?? null, settledReason: reason };
    if (!(await moveCancellation(transaction, row, 'done', settling))) return 'late';
    await (as === 'refunded'
      ? settlePartsOf(transaction, id, settling)
      : movePartsOf(transaction, id, 'refused'));
    const detail = { cancellation: id, amount: owedOf(row, row.problem), as, paidBack, staff };
    await noteByStaff(transaction, row.checkoutId, 'cancellation_settled', detail);
    await tellOfEnd(transaction, row);
    return 'settled';
  });
}

/** The refund that a request of the cancellation has made, although it waits for staff; null: none. */
async function madeAfterAll(
  context: Storing & Pick<CheckoutContext, 'payments'>,
  row: Cancellation,
): Promise<ListedRefund | null> {
  if (!isAfterRequest(row)) return null;
  const payments = await readPayments(context.database, row.checkoutId);
  const intent = payments.find(({ id }) => id === row.paymentId)?.intent ?? null;
  return intent === null ? null : findMade(context, { id: row.id, intent });
}
