import { sql } from 'drizzle-orm';
import type { Transaction } from '../../database/database';
import { type Refund, refundTable } from '../tables/refund-table';
import { addJob } from './job-store';

const now = sql`clock_timestamp()`;

/**
 * Stores what staff give back of a payment while its tickets stay valid; the provider is asked for it next. `id`: of the form that
 * was sent. False if it was stored before.
 */
export async function insertGoodwill(
  transaction: Transaction,
  goodwill: Pick<Refund, 'id' | 'checkoutId' | 'amount'> & Record<'paymentId' | 'reason' | 'staff', string>,
): Promise<boolean> {
  const inserted = await transaction.db
    .insert(refundTable)
    .values({ ...goodwill, cause: 'goodwill', state: 'due', createdAt: now, enteredAt: now })
    .onConflictDoNothing()
    .returning({ id: refundTable.id });
  if (inserted.length === 0) return false;
  await addJob(transaction, 'refund', goodwill.id);
  return true;
}
