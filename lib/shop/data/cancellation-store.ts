import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { boundIds } from '../../database/bound-rows';
import type { Reader, Transaction } from '../../database/database';
import type { RefundPart } from '../rules/refund-part';
import { type Cancellation, cancellationTable } from '../tables/cancellation-table';
import type { Refund } from '../tables/refund-table';
import { addJob, endJob } from './job-store';
import { areRefundsIn, insertRefunds } from './refund-store';

const { id: cancellationId, checkoutId: ofCheckout, state, createdAt } = cancellationTable;
const now = sql`clock_timestamp()`;

/** The oldest first. */
export async function readCancellations({ db }: Reader, checkoutId: string): Promise<Cancellation[]> {
  return db
    .select()
    .from(cancellationTable)
    .where(eq(ofCheckout, checkoutId))
    .orderBy(asc(createdAt), cancellationId);
}

export async function findCancellation({ db }: Reader, id: string): Promise<Cancellation | null> {
  const [found] = await db.select().from(cancellationTable).where(eq(cancellationId, id));
  return found ?? null;
}

/** What binds the tickets of a checkout: everything that the service has not refused. */
export async function bindingCancellations(reader: Reader, checkoutId: string): Promise<Cancellation[]> {
  return (await readCancellations(reader, checkoutId)).filter((one) => one.state !== 'refused');
}

type NewCancellation = Pick<
  Cancellation,
  'id' | 'checkoutId' | 'orderId' | 'tickets' | 'staff' | 'reason' | 'override' | 'amount'
>;

/** Stores a request, and what is to be refunded from each payment once the service has cancelled the tickets. */
export async function insertCancellation(
  transaction: Transaction,
  row: NewCancellation,
  parts: readonly RefundPart[],
): Promise<void> {
  await transaction.db
    .insert(cancellationTable)
    .values({ ...row, state: 'requested', createdAt: now, enteredAt: now });
  await insertRefunds(transaction, row, parts, 'planned');
  await addJob(transaction, 'cancellation', row.id);
}

/**
 * Stores what the service has already cancelled: only the refunds are left to do, if there are any. `parts` null: the
 * payments have not enough left, so staff have to refund. Resolves to the refunds.
 */
export async function insertCancelled(
  transaction: Transaction,
  row: NewCancellation &
    Pick<Cancellation, 'reference' | 'document' | 'rebookedTo' | 'credited' | 'returned'>,
  parts: readonly RefundPart[] | null,
): Promise<Refund[]> {
  await transaction.db
    .insert(cancellationTable)
    .values({ ...row, state: 'cancelled', createdAt: now, enteredAt: now });
  return insertRefunds(transaction, row, parts, 'due');
}

/**
 * Stores the service's answer. Concurrency guarantee: one conditional UPDATE, so of two workers that have it one succeeds; the
 * other gets false and has changed nothing.
 */
export async function answerCancellation(
  transaction: Transaction,
  id: string,
  answer: { state: 'cancelled' | 'refused' } & Partial<
    Pick<Cancellation, 'reference' | 'document' | 'returned' | 'problem'>
  >,
): Promise<boolean> {
  const changed = await transaction.db
    .update(cancellationTable)
    .set({ ...answer, enteredAt: now, escalatedAt: null })
    .where(and(eq(cancellationId, id), eq(state, 'requested')))
    .returning({ cancellationId });
  if (changed.length === 1) await endJob(transaction, 'cancellation', id);
  return changed.length === 1;
}

/** The statement that stores that the customer was told of these by e-mail, so the next e-mail does not name them again. */
export const markInformed = (ids: readonly string[]): SQL =>
  sql`update storefront.cancellation set told_at = ${now} where id in ${boundIds(ids)}`;

/** Records that the operator was told. False when that had been done. */
export async function markLate({ db }: Transaction, id: string): Promise<boolean> {
  const { escalatedAt } = cancellationTable;
  const marked = await db
    .update(cancellationTable)
    .set({ escalatedAt: now })
    .where(and(eq(cancellationId, id), eq(state, 'requested'), isNull(escalatedAt)))
    .returning({ cancellationId });
  return marked.length === 1;
}

/**
 * The purchase whose tickets were cancelled, if nothing of the refund is left to do; null: something is. The caller has just
 * changed one of the refunds. Concurrency guarantee: the cancellation is locked before its refunds are read, so of several
 * that end at the same moment the last one sees the others.
 */
export async function purchaseOfEnded(transaction: Transaction, id: string): Promise<string | null> {
  const { db } = transaction;
  const [whole] = await db
    .select({ checkoutId: ofCheckout })
    .from(cancellationTable)
    .where(eq(cancellationId, id))
    .for('update');
  const isOpen = await areRefundsIn(transaction, id, ['planned', 'due', 'failed']);
  return isOpen ? null : (whole?.checkoutId ?? null);
}
