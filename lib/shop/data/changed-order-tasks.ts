import { and, eq } from 'drizzle-orm';
import type { Transaction } from '../../database/database';
import { type CancellationProblem, cancellationTable } from '../tables/cancellation-table';
import { type ChangedOrder, type ChangedOrderProblem, changedOrderTable } from '../tables/event-change-table';
import { changedOrderKey, changedOrderReason } from '../values/event-change-values';
import { raiseAlert } from './alert-store';
import { openTask } from './task-store';

/** Nothing could be done for an order of a changed session: staff and the operator are told. */
export async function leaveToStaff(
  transaction: Transaction,
  order: Pick<ChangedOrder, 'changeId' | 'orderId' | 'checkoutId'>,
  problem: ChangedOrderProblem | CancellationProblem | null,
): Promise<void> {
  const { changeId, checkoutId } = order;
  const about = { kind: 'changed_order', key: changedOrderKey(order), checkoutId } as const;
  await raiseAlert(transaction, { ...about, detail: { change: changeId, problem } });
  await openTask(transaction, { ...about, reason: `${changedOrderReason}${problem ?? 'unclear'}` });
}

/**
 * Leaves the orders to staff for which a cancellation was requested that the service has refused; does nothing while it has
 * not. Concurrency guarantee: the cancellation is locked, so of its refusal and the entry in the order, the later one finds
 * the other.
 */
export async function leaveRefused(transaction: Transaction, id: string): Promise<void> {
  const { problem, state } = cancellationTable;
  const [refused] = await transaction.db
    .select({ problem })
    .from(cancellationTable)
    .where(and(eq(cancellationTable.id, id), eq(state, 'refused')))
    .for('share');
  if (refused === undefined) return;
  const orders = await transaction.db
    .select()
    .from(changedOrderTable)
    .where(eq(changedOrderTable.cancellationId, id));
  for (const order of orders) await leaveToStaff(transaction, order, refused.problem);
}
