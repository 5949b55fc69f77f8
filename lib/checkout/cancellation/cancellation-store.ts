import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Reader, Transaction } from '../../database/database';
import {
  type Cancellation,
  type CancellationProblem,
  type CancellationState,
  cancellationTable,
} from './cancellation-table';

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

/** What binds the money and the tickets of a checkout: everything that the service has not refused. */
export async function bindingCancellations(reader: Reader, checkoutId: string): Promise<Cancellation[]> {
  return (await readCancellations(reader, checkoutId)).filter((one) => one.state !== 'refused');
}

type NewCancellation = Pick<
  Cancellation,
  'id' | 'checkoutId' | 'orderId' | 'tickets' | 'staff' | 'reason' | 'override' | 'amount' | 'paymentId'
>;

export async function insertCancellation({ db }: Transaction, row: NewCancellation): Promise<void> {
  await db
    .insert(cancellationTable)
    .values({ ...row, state: 'requested', createdAt: now, enteredAt: now, dueAt: now });
}

type Result = Partial<
  Pick<Cancellation, 'reference' | 'document' | 'settledAs' | 'settledReason' | 'refundId'>
> & {
  problem?: CancellationProblem | null;
  /** The next refund request gets a new idempotency key. */
  again?: boolean;
};

/**
 * Changes the state. Concurrency guarantee: one conditional UPDATE on the state that the caller has seen, so of two
 * workers that did the same step one succeeds; the other gets false and has changed nothing.
 */
export async function moveCancellation(
  transaction: Transaction,
  seen: Pick<Cancellation, 'id' | 'state'>,
  to: CancellationState,
  { again = false, ...result }: Result = {},
): Promise<boolean> {
  const { refundAttempts } = cancellationTable;
  const isWork = to === 'requested' || to === 'refunding';
  const changed = await transaction.db
    .update(cancellationTable)
    .set({
      ...result,
      ...(again ? { refundAttempts: sql`${refundAttempts} + 1` } : {}),
      ...{ state: to, enteredAt: now, tries: 0, leasedUntil: null, escalatedAt: null },
      dueAt: isWork ? now : null,
    })
    .where(and(eq(cancellationId, seen.id), eq(state, seen.state)))
    .returning({ cancellationId });
  return changed.length === 1;
}

/** The provider has the refund, and has not confirmed it. */
export function saveRefundId(transaction: Transaction, id: string, refundId: string): Promise<void> {
  return change(transaction, id, { refundId });
}

/** The next refund request gets a new idempotency key: the provider keeps an error under the used one. */
export function countAttempt(transaction: Transaction, id: string): Promise<void> {
  return change(transaction, id, { refundAttempts: sql`${cancellationTable.refundAttempts} + 1` });
}

/** Records that the operator was told. False when that had been done. */
export async function markLate({ db }: Transaction, id: string): Promise<boolean> {
  const marked = await db
    .update(cancellationTable)
    .set({ escalatedAt: now })
    .where(and(eq(cancellationId, id), sql`${cancellationTable.escalatedAt} is null`, ne(state, 'done')))
    .returning({ cancellationId });
  return marked.length === 1;
}

async function change(
  { db }: Transaction,
  id: string,
  values: PgUpdateSetSource<typeof cancellationTable>,
): Promise<void> {
  await db.update(cancellationTable).set(values).where(eq(cancellationId, id));
}
