import { and, asc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { v7 as newId } from 'uuid';
import { isOneOf } from '../../database/conditions';
import type { Reader, Transaction } from '../../database/database';
import type { ListedRefund } from '../../payment/payment';
import type { Payment } from '../rules/checkout';
import { causeRules, isAfterRequest, isRepeatable } from '../rules/refund';
import type { RefundPart } from '../rules/refund-part';
import {
  isOfWholePayment,
  isReturned,
  type Refund,
  type RefundState,
  refundTable,
  type WholeCause,
} from '../tables/refund-table';
import { addJob, endJob, insertJobs, jobRow } from './job-store';
import { closeTasks, isTask, openTask, settleTasks } from './task-store';
import { note } from './timeline-store';

const { id: refundKey, checkoutId, paymentId, cancellationId, state, createdAt } = refundTable;
const now = sql`clock_timestamp()`;

/** Of the payments of a purchase, the oldest first. */
export function readRefunds({ db }: Reader, purchase: string): Promise<Refund[]> {
  return refundsWhere(db, eq(checkoutId, purchase));
}

/** Those of the payments of a purchase, and those of these cancellations from other payments; the oldest first. */
export function readRefundsFor(
  { db }: Reader,
  purchase: string,
  cancellations: readonly string[],
): Promise<Refund[]> {
  return refundsWhere(db, or(eq(checkoutId, purchase), isOneOf(cancellationId, cancellations)));
}

function refundsWhere(db: Reader['db'], which: SQL | undefined): Promise<Refund[]> {
  return db.select().from(refundTable).where(which).orderBy(asc(createdAt), refundKey);
}

export async function findRefund({ db }: Reader, id: string): Promise<Refund | null> {
  const [found] = await db.select().from(refundTable).where(eq(refundKey, id));
  return found ?? null;
}

/**
 * Stores what is refunded for cancelled tickets, from each payment. `planned`: once the service has cancelled them. Null: the
 * payments have not enough left, and staff have to give back the amount. Resolves to the refunds.
 */
export async function insertRefunds(
  transaction: Transaction,
  { id, checkoutId: purchase, amount }: { id: string; checkoutId: string; amount: string },
  parts: readonly RefundPart[] | null,
  as: 'planned' | 'due',
): Promise<Refund[]> {
  const common = { cause: 'cancelled_tickets', cancellationId: id, createdAt: now, enteredAt: now } as const;
  const rows =
    parts === null
      ? [{ checkoutId: purchase, amount, state: 'failed', problem: 'amount_differs' } as const]
      : parts.map((part) => ({ ...part, state: as }));
  if (rows.length === 0) return [];
  const made = await transaction.db
    .insert(refundTable)
    .values(rows.map((row) => ({ ...common, ...row, id: newId() })))
    .returning();
  for (const refund of made) await needStaff(transaction, refund);
  if (as === 'due' && parts !== null) await addDueJobs(transaction, id);
  return made;
}

/**
 * What follows for the refunds of a cancellation. `due`: the service has cancelled the tickets. `failed`: it has, for another
 * amount. `dropped`: it has not. Resolves to those that were moved.
 */
export async function movePlanned(
  transaction: Transaction,
  cancellation: string,
  to: 'due' | 'failed' | 'dropped',
): Promise<Refund[]> {
  const { db } = transaction;
  const isPlanned = and(eq(cancellationId, cancellation), eq(state, 'planned'));
  if (to === 'dropped') return db.delete(refundTable).where(isPlanned).returning();
  const problem = to === 'failed' ? ('amount_differs' as const) : null;
  const moved = await db
    .update(refundTable)
    .set({ state: to, problem, enteredAt: now })
    .where(isPlanned)
    .returning();
  if (to === 'due' && moved.length > 0) await addDueJobs(transaction, cancellation);
  for (const refund of moved) await needStaff(transaction, refund);
  return moved;
}

/** Of a part that could not be refunded; for whole payments staff have the task of the purchase or the payment. */
async function needStaff(
  transaction: Transaction,
  { id, checkoutId: purchase, cause, state: is, problem, amount }: Refund,
): Promise<void> {
  if (!causeRules[cause].hasTask || is !== 'failed' || problem === null) return;
  const about = cause === 'goodwill' ? cause : 'cancellation';
  const task = { kind: 'refund', key: id, checkoutId: purchase, reason: `${about}_${problem}` } as const;
  await openTask(transaction, { ...task, amount });
}

function addDueJobs(transaction: Transaction, cancellation: string): Promise<number> {
  const ids = sql`select ${jobRow('refund', sql`id::text`)} from storefront.refund
    where cancellation_id = ${cancellation} and state = 'due'`;
  return transaction.run(insertJobs(ids));
}

/**
 * Makes the whole of a payment due for refund; once more, if the provider has refused it before: that refund stays refused, and
 * the next request makes another one.
 */
export async function refundWhole(
  transaction: Transaction,
  payment: Pick<Payment, 'id' | 'checkoutId' | 'amount'>,
  cause: WholeCause,
  staff: string | null = null,
): Promise<void> {
  const { id, checkoutId: purchase, amount } = payment;
  const { attempts, refundId } = refundTable;
  const due = { state: 'due', enteredAt: now } as const;
  const isDone = sql`(${state} = 'done' and ${refundId} is not null)`;
  const [refund] = await transaction.db
    .insert(refundTable)
    .values({
      id: newId(),
      checkoutId: purchase,
      paymentId: id,
      amount,
      cause,
      staff,
      ...due,
      createdAt: now,
    })
    .onConflictDoUpdate({
      target: paymentId,
      targetWhere: isOfWholePayment,
      set: {
        ...due,
        problem: null,
        // The provider is asked about a refund that is known to be made, and not for another one.
        refundId: sql`case when ${isDone} then ${refundId} end`,
        attempts: sql`case when ${isDone} then ${attempts} else ${attempts} + 1 end`,
        staff,
        escalatedAt: null,
      },
      setWhere: sql`${state} = 'failed' or ${isDone} or (${state} = 'settled' and not ${isReturned})`,
    })
    .returning({ id: refundKey });
  if (refund !== undefined) await addJob(transaction, 'refund', refund.id);
}

/**
 * Records that all of a payment was given back without the shop's asking. Resolves to the refund; null when that was known, and
 * for a refund that is due: its worker learns it from the provider.
 */
export async function recordReturned(
  transaction: Transaction,
  payment: Pick<Payment, 'id' | 'checkoutId' | 'amount'>,
  {
    cause,
    ...how
  }: Pick<Refund, 'cause' | 'state'> & Partial<Pick<Refund, 'refundId' | 'paidBack' | 'settledReason'>>,
): Promise<string | null> {
  const changes = { ...how, enteredAt: now, problem: null };
  const recorded = await transaction.db
    .insert(refundTable)
    .values({
      id: newId(),
      checkoutId: payment.checkoutId,
      paymentId: payment.id,
      amount: payment.amount,
      ...changes,
      cause,
      createdAt: now,
    })
    .onConflictDoUpdate({
      target: paymentId,
      targetWhere: isOfWholePayment,
      set: changes,
      setWhere: sql`${state} <> 'due' and not ${isReturned}`,
    })
    .returning({ id: refundKey });
  const [row] = recorded;
  if (row === undefined) return null;
  await endJob(transaction, 'refund', row.id);
  await closeTasks(transaction, payment.id, ['payment_unexpected']);
  return row.id;
}

// A Date has milliseconds, the database microseconds.
const isSince = ({ enteredAt }: Pick<Refund, 'enteredAt'>) =>
  sql`date_trunc('milliseconds', ${refundTable.enteredAt}) = ${enteredAt.toISOString()}::timestamptz`;

/**
 * Changes the state. Concurrency guarantee: one conditional UPDATE on the state that the caller has seen and since when, so of
 * two that did the same step one succeeds; the other gets false and has changed nothing. That holds, too, if the refund has
 * been in other states meanwhile and is in this one again.
 */
export async function moveRefund(
  transaction: Transaction,
  seen: Pick<Refund, 'id' | 'state' | 'enteredAt'>,
  to: Exclude<RefundState, 'planned'>,
  changes: Partial<Pick<Refund, 'refundId' | 'problem' | 'paidBack' | 'settledReason'>> & {
    again?: true;
    /** The member of staff who has ended it. */
    closedBy?: string;
  } = {},
): Promise<boolean> {
  const { again, closedBy, ...values } = changes;
  const { attempts } = refundTable;
  const [changed] = await transaction.db
    .update(refundTable)
    .set({
      ...values,
      ...(again === undefined ? {} : { attempts: sql`${attempts} + 1` }),
      state: to,
      enteredAt: now,
      escalatedAt: null,
    })
    .where(and(eq(refundKey, seen.id), eq(state, seen.state), isSince(seen)))
    .returning();
  if (changed === undefined) return false;
  if (closedBy !== undefined) await settleTasks(transaction, isTask('refund', seen.id), { staff: closedBy });
  else if (seen.state === 'failed') await closeTasks(transaction, seen.id, ['refund']);
  await needStaff(transaction, changed);
  await (to === 'due' ? addJob(transaction, 'refund', seen.id) : endJob(transaction, 'refund', seen.id));
  return true;
}

/** The provider is asked once more for a refund that it has refused. False when it does not wait for staff (any more). */
export async function askAgain(transaction: Transaction, row: Refund): Promise<boolean> {
  if (!causeRules[row.cause].hasTask || !isRepeatable(row)) return false;
  return moveRefund(transaction, row, 'due', { again: true, refundId: null, problem: null });
}

/** The provider has the refund, and has not confirmed it. */
export function saveRefundId(transaction: Transaction, id: string, refundId: string): Promise<void> {
  return change(transaction, id, { refundId });
}

/** The next request gets a new idempotency key: the provider keeps an error under the used one. */
export function countAttempt(transaction: Transaction, id: string): Promise<void> {
  return change(transaction, id, { attempts: sql`${refundTable.attempts} + 1` });
}

async function change(
  { db }: Transaction,
  id: string,
  values: PgUpdateSetSource<typeof refundTable>,
): Promise<void> {
  await db.update(refundTable).set(values).where(eq(refundKey, id));
}

/** Records that the operator was told. False when that had been done. */
export async function markRefundLate({ db }: Transaction, id: string): Promise<boolean> {
  const which = and(eq(refundKey, id), eq(state, 'due'), isNull(refundTable.escalatedAt));
  const late = db.update(refundTable).set({ escalatedAt: now }).where(which);
  return (await late.returning({ id: refundKey })).length === 1;
}

/** Those refunds of a payment of which the provider has news are looked at now. */
export async function hastenRefunds(transaction: Transaction, payment: string): Promise<void> {
  await transaction.run(
    sql`update storefront.job set due_at = least(due_at, ${now})
        where subject = 'refund' and key in (
          select id::text from storefront.refund where payment_id = ${payment} and state = 'due')`,
  );
}

/** Whether a refund of a cancellation is in one of these states. */
export async function areRefundsIn(
  { db }: Reader,
  cancellation: string,
  states: readonly RefundState[],
): Promise<boolean> {
  const which = and(eq(cancellationId, cancellation), inArray(state, [...states]));
  return (await db.$count(refundTable, which)) > 0;
}

/**
 * A refund of cancelled tickets that waits for staff continues with one that its requests have made after all. Nothing
 * changes when it does not wait (any more).
 */
export async function resumeWith(
  transaction: Transaction,
  row: Refund,
  { id: refundId, amount }: Pick<ListedRefund, 'id' | 'amount'>,
): Promise<void> {
  if (!causeRules[row.cause].hasTask || !isAfterRequest(row)) return;
  if (!(await moveRefund(transaction, row, 'due', { refundId, problem: null }))) return;
  const detail = { cancellation: row.cancellationId, refund: row.id, amount };
  await note(transaction, row.checkoutId, 'refund_seen', detail);
}
