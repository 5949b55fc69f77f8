import { and, eq, ne } from 'drizzle-orm';
import { errorRecord } from '../../../log/error-record';
import { findIncident, lockIncidents, savePaidBack } from '../../data/incident-store';
import type { Transaction } from '../../../database/database';
import { openTask, readTasks, settleTasks } from '../../data/task-store';
import { addPaidBackToShift } from '../../data/shift-store';
import { taskTable } from '../../tables/task-table';
import type { CheckoutContext } from '../../context';
import type { PaidBackWay } from '../../values/checkout-values';
import { changeOfKey } from '../../values/event-change-values';
import { noteByStaff } from '../../data/timeline-store';

/** A task as staff saw it when they said that they had dealt with it. */
export interface SeenByStaff {
  checkoutId: string;
  /** Its key: of the incident, or of the changed order. */
  id: string;
  /** What it asked staff to do: `dispute_lost`, `fraud_warning`. */
  reason: string;
  /** Of a failed refund: how the money was given back instead. */
  paidBack?: PaidBackWay | undefined;
}

/**
 * `before`: staff have dealt with it already. `changed`: it is not, or no longer, what staff saw. `unsaid`: staff did not say how
 * the money of a failed refund was given back, so the closing could not count it.
 */
type Answer = 'acknowledged' | 'before' | 'changed' | 'unsaid';

/**
 * Staff have dealt with an incident or a changed order: it leaves their list. An open dispute then waits for the bank.
 * Concurrency guarantee: of two concurrent calls one closes the task, and only while it asks for what staff saw (`reason`): a
 * dispute that is lost meanwhile stays listed.
 */
export function acknowledgeTask(
  { database }: Pick<CheckoutContext, 'database'>,
  { checkoutId, id, reason, paidBack }: SeenByStaff,
  staff: string,
): Promise<Answer> {
  const isReplaced = reason === 'refund_undelivered';
  if (isReplaced && paidBack === undefined) return Promise.resolve('unsaid');
  return database.transaction(async (transaction) => {
    const seen = await findIncident(transaction, id);
    if (seen === null) return settleChangedOrder(transaction, { checkoutId, id, reason }, staff);
    if (seen.checkoutId !== checkoutId) return 'changed';
    // An answer of the provider that is written at this moment is read first.
    const incident = (await lockIncidents(transaction, seen.paymentId)).find((one) => one.id === id) ?? seen;
    // That a dispute waits for the bank asks for nothing.
    const isIt = and(isAsked({ checkoutId, id, reason }), ne(taskTable.kind, 'at_bank'));
    const [task] = await settleTasks(transaction, isIt, { staff });
    if (task === undefined) return incident.acknowledgedAt === null ? 'changed' : 'before';
    const way = isReplaced ? { paidBack } : {};
    if (way.paidBack !== undefined) {
      await savePaidBack(transaction, id, way.paidBack);
      await addPaidBackToShift(transaction, id, staff);
    }
    const { kind, status, amount, currency, answerDueAt: dueAt } = incident;
    const isAnswered = task.kind === 'dispute_open';
    const atBank = { kind: 'at_bank', key: id, checkoutId, reason } as const;
    if (isAnswered) await openTask(transaction, { ...atBank, amount, currency, dueAt });
    const what = isAnswered ? 'dispute_marked' : 'incident_acknowledged';
    const detail = { incident: id, incidentKind: kind, status, amount, ...way, staff };
    await noteByStaff(transaction, checkoutId, what, detail);
    return 'acknowledged';
  });
}

/** Staff have decided what the customer of a changed order gets, or talked to them. */
async function settleChangedOrder(
  transaction: Transaction,
  seen: SeenByStaff,
  staff: string,
): Promise<Answer> {
  const isIt = and(isAsked(seen), eq(taskTable.kind, 'changed_order'));
  const [task] = await settleTasks(transaction, isIt, { staff });
  if (task === undefined) {
    const [last] = await readTasks(transaction, 'changed_order', seen.id);
    return last?.checkoutId === seen.checkoutId && last.closedAt !== null ? 'before' : 'changed';
  }
  const change = changeOfKey(seen.id);
  await noteByStaff(transaction, seen.checkoutId, 'changed_order_settled', { change, staff });
  return 'acknowledged';
}

const isAsked = ({ checkoutId, id, reason }: SeenByStaff) =>
  and(eq(taskTable.key, id), eq(taskTable.checkoutId, checkoutId), eq(taskTable.reason, reason));

/** `failed`: it could not be written; the log contains the reason. */
export type AcknowledgedCounts = Record<Answer | 'failed', number>;

/** Staff have dealt with several tasks, each in a transaction of its own: a failure does not undo the others. */
export async function acknowledgeTasks(
  context: Pick<CheckoutContext, 'database' | 'report'>,
  seen: readonly SeenByStaff[],
  staff: string,
): Promise<AcknowledgedCounts> {
  const counts = { acknowledged: 0, before: 0, changed: 0, unsaid: 0, failed: 0 };
  for (const one of seen) {
    try {
      counts[await acknowledgeTask(context, one, staff)] += 1;
    } catch (error) {
      counts.failed += 1;
      const about = { checkout: one.checkoutId, incident: one.id, err: errorRecord(error) };
      context.report('error', 'an incident could not be acknowledged', about);
    }
  }
  return counts;
}
