import type { Transaction } from '../../../database/database';
import { raiseAlert } from '../../data/alert-store';
import { purchaseOfEnded } from '../../data/cancellation-store';
import { findCheckout } from '../../data/checkout-store';
import { transition } from '../../data/transition';
import { addJob } from '../../data/job-store';
import { enqueueEmail } from '../../data/mail-store';
import { closeTasks } from '../../data/task-store';
import { note, noteByStaff } from '../../data/timeline-store';
import type { Refund, RefundCause, RefundProblem } from '../../tables/refund-table';

/** What follows, in the same transaction, when the provider has confirmed a refund, or when staff have to decide about it. */
interface AfterRefund {
  done(transaction: Transaction, row: Refund): Promise<void>;
  failed(transaction: Transaction, row: Refund, problem: RefundProblem): Promise<void>;
}

export const afterRefund: Readonly<Record<RefundCause, AfterRefund>> = {
  no_order: {
    done: (transaction, row) => endPurchase(transaction, row, null),
    failed: endPurchase,
  },
  unexpected_payment: {
    done: async (transaction, { checkoutId, paymentId: payment, amount, staff }) => {
      if (staff === null) return;
      await closeTasks(transaction, payment ?? '', ['payment_unexpected']);
      await noteByStaff(transaction, checkoutId, 'unexpected_refunded', { staff, payment, amount });
    },
    // The payment is still a task.
    failed: () => Promise.resolve(),
  },
  cancelled_tickets: {
    done: async (transaction, row) => {
      const { id, checkoutId, cancellationId: cancellation, amount } = row;
      await note(transaction, checkoutId, 'cancellation_refunded', { cancellation, refund: id, amount });
      await tellOfEnd(transaction, row);
    },
    failed: tellStaff,
  },
  goodwill: {
    done: async (transaction, row) => {
      const { id, checkoutId, amount } = row;
      await note(transaction, checkoutId, 'goodwill_refunded', { refund: id, amount });
      await tellOfEnd(transaction, row);
    },
    failed: tellStaff,
  },
};

/** There is no order, and the payment was returned, or staff have to return it. */
async function endPurchase(
  transaction: Transaction,
  { checkoutId, paymentId: payment, amount }: Refund,
  problem: RefundProblem | null,
): Promise<void> {
  const checkout = await findCheckout(transaction, checkoutId);
  if (checkout === null) return;
  const detail = { payment, amount };
  if (problem !== null) {
    const kind = problem === 'pay_back_at_counter' ? problem : 'refund_failed';
    await transition(transaction, checkout, { kind }, { detail, reason: kind });
  } else if ((await transition(transaction, checkout, { kind: 'refund_confirmed' }, { detail })) !== null)
    await enqueueEmail(transaction, { checkoutId, kind: 'refund' });
}

/** The customer is told once of a cancellation, of the whole amount, when all of it is refunded; and of each goodwill. */
export async function tellOfEnd(
  transaction: Transaction,
  { cancellationId, ...row }: Pick<Refund, 'cancellationId' | 'checkoutId'>,
): Promise<void> {
  const checkoutId =
    cancellationId === null ? row.checkoutId : await purchaseOfEnded(transaction, cancellationId);
  if (checkoutId === null) return;
  await addJob(transaction, 'invoice', checkoutId);
  const kind = cancellationId === null ? 'goodwill' : 'cancelled';
  await enqueueEmail(transaction, { checkoutId, kind, again: true });
}

/**
 * Staff have to return the money for cancelled tickets, or the goodwill. Of what is paid back at the counter, where the task is
 * done, the operator is not alerted: nothing has failed.
 */
export async function tellStaff(
  transaction: Transaction,
  row: Pick<Refund, 'id' | 'checkoutId' | 'cancellationId' | 'amount' | 'attempts'>,
  problem: RefundProblem,
): Promise<void> {
  const { id, checkoutId, cancellationId, amount } = row;
  const detail = { cancellation: cancellationId, refund: id, amount, reason: problem };
  const what = cancellationId === null ? 'goodwill_stuck' : 'cancellation_stuck';
  await note(transaction, checkoutId, what, detail);
  if (problem !== 'pay_back_at_counter') await raiseAlert(transaction, alertOf(row, problem));
}

export function alertOf(
  { id, checkoutId, cancellationId, amount, attempts }: Parameters<typeof tellStaff>[1],
  reason: RefundProblem | 'late',
) {
  return {
    kind: 'cancellation_needs_attention',
    key: `${id}:${reason}:${attempts}`,
    checkoutId,
    detail: { cancellation: cancellationId, amount, reason },
  } as const;
}
